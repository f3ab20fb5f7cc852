"""The outcome of a form if the server dies, stops, gets no response, or loses the visitor's connection.

Covers "The server is killed or stopped", "no answer" and "connection lost while sending, and back" in the table of
faults. Forms that the visitor doesn't send again are tested in ``test_outbox.py``. Double clicks, a blocked websocket
and browsers without JavaScript are tested in ``tests/e2e/test_form_*.py``.
"""

import re
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import httpx
import pytest

from gym_site.built import TEXTS, current_build
from tests.browsing import poll
from tests.faults.holding import held_before, let_pass
from tests.forms import INQUIRY_FORM, Visitor
from tests.gym import GYM
from tests.posting import Stranger, statuses
from tests.site import WEB, PrebuiltSite, wait_for

SUCCESS = ".toast-success, [role=status].lead"  # on the page or on the answer page


@contextmanager
def under_way(stranger: Stranger) -> Iterator[Future]:
    """Send a form without waiting for the response."""
    with ThreadPoolExecutor(1) as sender:
        yield sender.submit(stranger.send)


@contextmanager
def both_under_way(service, visitor: Visitor, stranger: Stranger) -> Iterator[Future]:
    """Send a form from a page and another by plain post; continue when the form service has both."""
    with under_way(stranger) as answer:
        visitor.send()
        wait_for(lambda: service.posts(stranger.mark) and service.posts(visitor.mark))
        yield answer


def assert_nobody_answered(visitor: Visitor) -> None:
    """Check that the page itself reports the missing answer with the phone number, and keeps the entries."""
    visitor.unreachable.wait_for()
    assert GYM.business.phone in visitor.unreachable.inner_text()
    assert_nothing_is_lost(visitor)


def assert_nothing_is_lost(visitor: Visitor) -> None:
    assert visitor.button.is_enabled()
    assert visitor.now() == visitor.entries


def test_if_the_server_crashes_before_delivery_a_resent_form_arrives_once(server, service):
    stored, waiting = Stranger(server.url), Stranger(server.url)
    with held_before(server, "sending"), under_way(stored) as answer:
        wait_for(lambda: statuses(server, stored.mark))
        with under_way(waiting) as other_answer:  # not stored while the first form's claim hangs
            time.sleep(0.5)
            assert not answer.done()
            assert not other_answer.done()
            server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)  # no success was reported
        assert isinstance(other_answer.exception(), httpx.TransportError)
    assert (statuses(server, stored.mark), statuses(server, waiting.mark)) == (["pending"], [])
    assert service.posts() == []
    server.start()
    for stranger in (stored, waiting):
        assert stranger.send().is_success
        assert statuses(server, stranger.mark) == ["sent"]
        assert len(service.posts(stranger.mark)) == 1


@pytest.mark.long
def test_a_form_resent_after_a_crash_during_its_delivery_arrives_twice(server, service, visit):
    service.answers(until=(held := Event()))
    visitor, stranger = visit(), Stranger(server.url)
    with both_under_way(service, visitor, stranger) as answer:
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)
    held.set()
    assert_nobody_answered(visitor)
    assert visitor.page.url == f"{server.url}/"
    service.answers()
    server.start()
    for sender in (stranger, visitor):
        assert statuses(server, sender.mark) == ["sending"]
        let_pass(server, sender.mark, days=2)
    assert stranger.send().is_success
    visitor.send().page.locator(SUCCESS).wait_for()
    for sender in (stranger, visitor):
        assert statuses(server, sender.mark) == ["sent"]
        assert len(service.posts(sender.mark)) == 2  # the outcome of the first is unknown


def test_a_stopping_server_still_answers_forms_that_are_being_sent(server, service, visit):
    service.answers(until=(held := Event()))
    visitor, stranger = visit(), Stranger(server.url)
    with both_under_way(service, visitor, stranger) as answer, ThreadPoolExecutor(1) as other:
        stopped = other.submit(server.terminate)
        wait_for(lambda: not server.is_up())
        held.set()
        stopped.result()
        assert answer.result().is_success
    visitor.sent.wait_for()
    for sender in (stranger, visitor):
        assert statuses(server, sender.mark) == ["sent"]
        assert len(service.posts(sender.mark)) == 1
    service.answers()
    server.start()
    assert stranger.send().is_success
    assert len(service.posts(stranger.mark)) == 1


@pytest.mark.long
def test_a_form_can_be_sent_again_after_the_form_service_did_not_answer(server, service, visit):
    service.answers(fault="slow headers")
    visitor = visit().send()
    assert visitor.toast("error") == ["Error", INQUIRY_FORM.failure]
    assert_nothing_is_lost(visitor)
    service.answers()
    visitor.send().toast("success")
    assert visitor.page.watch.posts == []  # only by websocket
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 2


def test_a_form_gets_one_result_even_if_its_connection_is_lost(server, service, visit):
    """A phone switches networks while its form is being sent."""
    sockets = []

    def listen(page):
        def route(socket):
            def to_page(frame):
                page.watch.received.append(str(frame))
                socket.send(frame)

            socket.connect_to_server().on_message(to_page)
            sockets.append(socket)

        page.route_web_socket(re.compile("/_event"), route)

    service.answers(until=(held := Event()))
    visitor = visit(listen).send()
    wait_for(lambda: visitor.page.wait_for_timeout(50) or service.posts(visitor.mark))
    sockets[-1].close()
    poll(visitor.page, lambda: len(sockets) > 1, "it reconnects by itself")
    held.set()
    visitor.page.locator(SUCCESS).wait_for()
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1
    assert visitor.page.locator(SUCCESS).count() == 1


def test_a_server_starts_beside_a_mistake_and_takes_the_texts_of_the_next_build(tmp_path):
    web, folder = tmp_path / "web", tmp_path / "gym"
    first = web / "builds" / "20250101-000000-000000"
    shutil.copytree(current_build(WEB), first)
    (web / "builds" / "current").write_text(first.name)
    shutil.copytree(GYM.folder.path, folder, ignore=shutil.ignore_patterns("originals"))
    (folder / "gym.toml").write_text("phone = 1\n")
    with PrebuiltSite(tmp_path, REFLEX_WEB_WORKDIR=str(web), GYM_FOLDER=str(folder)) as site:
        assert Stranger(site.url).send().status == 303
        new = first.with_name("20250102-000000-000000")
        shutil.copytree(first, new)
        forms = new / TEXTS / "forms.toml"
        changed = forms.read_text(encoding="utf-8").replace("[inquiry]\n", '[inquiry]\nsuccess_title = "Thanks, Ann"\n')
        forms.write_text(changed, encoding="utf-8")
        (web / "builds" / "current").write_text(new.name)
        wait_for(lambda: "Thanks, Ann" in httpx.get(f"{site.url}/forms/inquiry/sent").text, 5)
