"""What a visitor sees in the browser while something behind the site fails.

The table of faults: one of each kind of answer, "killed", "SIGTERM during a submit", "database locked for good", "two
tabs, same words within 10 min" and "connection lost in the middle, back again". Double clicks, a blocked websocket and
no JavaScript are in ``tests/e2e/test_form_arrives.py`` and ``tests/e2e/test_form_without_websocket.py``.
"""

from __future__ import annotations

import re
import time

import pytest

from gym_site.content.business import BUSINESS
from tests.faults.holding import locked, make_due
from tests.forms import INQUIRY_FORM, Visitor
from tests.posting import statuses

SUCCESS = ".toast-success, [role=status].lead"  # in the page, or on the answer page


@pytest.fixture(scope="module")
def server(sites, far_side):
    return sites(GYM_FORM_ENDPOINT=far_side.endpoint)


@pytest.fixture
def visit(come, server, far_side):
    """Return a visitor whose form is filled in."""
    far_side.reset()
    return lambda **options: come(server, **options).fill()


def assert_nothing_is_lost(visitor: Visitor) -> None:
    """The button can be used, every word is there, and so is the telephone number."""
    assert visitor.button.is_enabled()
    assert visitor.now() == visitor.entries
    form = visitor.page.locator(f"form[action$='/forms/{visitor.form.name}']")
    assert form.get_by_role("link", name=BUSINESS.phone).first.is_visible()


def test_success_is_told_once_it_is_stored(visit, server, far_side):
    visitor = visit().send()
    assert visitor.toast("success") == list(INQUIRY_FORM.success)
    assert set(visitor.now().values()) == {""}
    assert visitor.button.is_enabled()
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == 1


FAILURES = {
    "rejected": ({"status": 404}, "rejected"),
    "rejected in the body": ({"body": {"error": "form over quota"}}, "rejected"),
    "pending": ({"status": 429, "headers": {"Retry-After": "120"}}, "pending"),
    "unsure": ({"fault": "reset"}, "unsure"),
    "unsure after a long wait": ({"fault": "slow headers"}, "unsure"),
}


@pytest.mark.parametrize(("answer", "status"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_told_in_time_and_the_next_click_works(visit, server, far_side, answer, status):
    far_side.answers(**answer)
    visitor = visit().send()
    assert visitor.button.is_disabled() or visitor.page.locator(".toast-error").count()
    assert visitor.toast("error") == ["Error", INQUIRY_FORM.failure]
    assert_nothing_is_lost(visitor)
    assert visitor.page.watch.posts == []  # by the websocket alone
    assert statuses(server, visitor.mark) == [status]
    assert len(far_side.posts(visitor.mark)) == 1
    far_side.answers()
    visitor.send().toast("success")
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == 2


def test_a_locked_database_is_told_in_time_and_the_next_click_works(visit, server, far_side):
    visitor = visit()
    with locked(server):
        visitor.send()
        assert visitor.toast("error") == ["Error", INQUIRY_FORM.failure]
        assert_nothing_is_lost(visitor)
    assert statuses(server, visitor.mark) == []
    assert far_side.posts(visitor.mark) == []
    visitor.send().toast("success")
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == 1


def wait_for_post(far_side, visitor: Visitor) -> None:
    ends = time.monotonic() + 5
    while not far_side.posts(visitor.mark):
        assert time.monotonic() < ends
        visitor.page.wait_for_timeout(50)


def test_a_killed_server_leaves_the_visitor_everything_and_the_next_click_works(visit, server, far_side):
    far_side.answers(delay=5)
    visitor = visit().send()
    wait_for_post(far_side, visitor)
    server.kill()
    visitor.unreachable.wait_for()
    assert BUSINESS.phone in visitor.unreachable.inner_text()
    assert_nothing_is_lost(visitor)
    assert visitor.page.url == f"{server.url}/"
    assert statuses(server, visitor.mark) == ["sending"]
    far_side.answers()
    make_due(server)  # its lease has run out
    server.start()
    visitor.send()
    visitor.page.locator(SUCCESS).wait_for()
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == 2  # nobody can know of the first one


def test_a_stopped_server_gives_the_button_back_and_the_next_click_works(visit, server, far_side):
    far_side.answers(delay=2)
    visitor = visit().send()
    wait_for_post(far_side, visitor)
    server.terminate()
    visitor.unreachable.wait_for()  # by itself
    assert_nothing_is_lost(visitor)
    (status,) = statuses(server, visitor.mark)
    assert status in ("sent", "unsure")  # the server finishes what is under way where it can
    far_side.answers()
    server.start()
    visitor.send()
    visitor.page.locator(SUCCESS).wait_for()
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == (1 if status == "sent" else 2)


def test_two_tabs_with_the_same_words_are_one_lead_and_both_are_told_so(visit, server, far_side):
    first, second = visit(), visit()
    second.entries = first.entries
    second.fill()
    for visitor in (first, second):
        assert visitor.send().toast("success") == list(INQUIRY_FORM.success)
    assert statuses(server, first.mark) == ["sent"]
    assert len(far_side.posts(first.mark)) == 1


def test_a_connection_lost_in_the_middle_brings_one_result(visit, server, far_side):
    """A telephone that changes from one network to another while its form is being sent."""
    sockets = []

    def listen(page):
        def route(socket):
            def to_page(frame):
                page.watch.received.append(str(frame))
                socket.send(frame)

            socket.connect_to_server().on_message(to_page)
            sockets.append(socket)

        page.route_web_socket(re.compile("/_event"), route)

    far_side.answers(delay=2)
    visitor = visit(prepare=listen).send()
    wait_for_post(far_side, visitor)
    sockets[-1].close()
    visitor.page.locator(SUCCESS).wait_for()
    assert len(sockets) > 1  # it has come back by itself
    assert statuses(server, visitor.mark) == ["sent"]
    assert len(far_side.posts(visitor.mark)) == 1
    assert visitor.page.locator(SUCCESS).count() == 1
