"""A server that dies or is stopped in the middle of a form.

The table of faults: "killed before the commit", "killed after the commit, before the post", "killed after the post,
before the mark", "SIGTERM during a submit". The moments are held open from outside: a lock on the database keeps the
commit from happening, a trigger that counts without end keeps a row from changing its status.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from tests.faults.holding import held_before, locked, make_due
from tests.posting import ANSWERED_WITHIN, Stranger, statuses


def until(condition: Callable[[], object], seconds: float = 10) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


@contextmanager
def under_way(stranger: Stranger) -> Iterator[Future]:
    """Send a form and go on while it is being answered."""
    with ThreadPoolExecutor(1) as visitor:
        yield visitor.submit(stranger.send)


@pytest.fixture(scope="module")
def server(sites, far_side):
    return sites(GYM_FORM_ENDPOINT=far_side.endpoint)


@pytest.fixture
def stranger(server, far_side):
    far_side.reset()
    return Stranger(server.url)


def test_killed_before_the_commit_there_is_nothing_and_a_resend_is_one_lead(server, far_side, stranger):
    with locked(server), under_way(stranger) as answer:
        time.sleep(1)  # it waits for the lock
        assert not answer.done()
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)  # no success was told
    assert statuses(server, stranger.mark) == []
    server.start()
    assert statuses(server, stranger.mark) == []
    assert stranger.send().is_success
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 1


def test_killed_between_commit_and_post_a_resend_is_the_same_lead(server, far_side, stranger):
    with held_before(server, "sending"), under_way(stranger) as answer:
        until(lambda: statuses(server, stranger.mark))
        assert not answer.done()
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)
    assert statuses(server, stranger.mark) == ["pending"]
    assert far_side.posts(stranger.mark) == []
    server.start()
    assert stranger.send().is_success
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 1


def test_killed_between_commit_and_post_it_is_sent_without_a_resend(sites, far_side):
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint, GYM_REDELIVER="yes")
    stranger = Stranger(server.url)
    with held_before(server, "sending"), under_way(stranger) as answer:
        until(lambda: statuses(server, stranger.mark))
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)
    make_due(server)
    server.start()
    until(lambda: statuses(server, stranger.mark) == ["sent"], 30)
    assert len(far_side.posts(stranger.mark)) == 1


def test_killed_between_post_and_mark_the_lease_runs_out_and_one_copy_more_is_all(sites, far_side):
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint, GYM_REDELIVER="yes", GYM_RESEND_UNSURE="no")
    stranger = Stranger(server.url)
    with held_before(server, "sent"), under_way(stranger) as answer:
        until(lambda: far_side.posts(stranger.mark))
        time.sleep(0.5)  # the service has said "ok", the mark is under way
        assert not answer.done()
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)
    assert statuses(server, stranger.mark) == ["sending"]
    make_due(server)
    server.start()
    until(lambda: statuses(server, stranger.mark) == ["unsure"], 30)
    assert len(far_side.posts(stranger.mark)) == 1
    assert stranger.send().is_success
    assert stranger.send().is_success  # nothing more is sent from here on
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 2


def test_the_lease_of_a_killed_server_holds_a_resend_back(server, far_side, stranger):
    """The first copy may still be on its way: no second one beside it, and a true answer once that is over."""
    with held_before(server, "sent"), under_way(stranger) as answer:
        until(lambda: far_side.posts(stranger.mark))
        server.kill()
        assert isinstance(answer.exception(), httpx.TransportError)
    server.start()
    told = stranger.send()
    assert told.is_failure_with(stranger.entries)
    assert told.seconds < ANSWERED_WITHIN
    assert statuses(server, stranger.mark) == ["sending"]
    assert len(far_side.posts(stranger.mark)) == 1
    make_due(server)
    assert stranger.send().is_success
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 2


def test_stopped_in_the_middle_a_form_is_answered_before_the_server_ends(server, far_side, stranger):
    far_side.answers(delay=1)
    with under_way(stranger) as answer:
        until(lambda: far_side.posts(stranger.mark))
        server.terminate()
        assert answer.result().is_success
    assert statuses(server, stranger.mark) == ["sent"]
    server.start()
    assert stranger.send().is_success
    assert len(far_side.posts(stranger.mark)) == 1
