"""A database that is locked, read-only, full or gone.

The table of faults: "database locked 2 s, locked for good, read-only, full, gone" and "database gone at start". The
visitor learns it in time and has the telephone number, everybody else notices nothing, and there is one row or none.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from tests.faults.holding import locked
from tests.posting import ANSWERED_WITHIN, Stranger, Told, rows, statuses
from tests.site import PrebuiltSite

NO_LIMIT = resource.RLIM_INFINITY


@pytest.fixture(scope="module")
def server(sites, far_side):
    return sites(GYM_FORM_ENDPOINT=far_side.endpoint)


@pytest.fixture(autouse=True)
def _no_posts_yet(far_side):
    far_side.reset()


def assert_sorry(told: Told, stranger: Stranger) -> None:
    assert told.is_failure_with(stranger.entries)
    assert told.seconds < ANSWERED_WITHIN


def assert_works_again(server: PrebuiltSite, far_side, stranger: Stranger) -> None:
    """The same form sent again, without a restart, is one lead."""
    assert stranger.send().is_success
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 1


def test_a_lock_of_two_seconds_costs_two_seconds(server, far_side):
    stranger = Stranger(server.url)
    with ThreadPoolExecutor(1) as visitor:
        with locked(server):
            answer = visitor.submit(stranger.send)
            time.sleep(2)
        told = answer.result()
    assert told.is_success
    assert 1.5 < told.seconds < ANSWERED_WITHIN
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(far_side.posts(stranger.mark)) == 1


def test_a_lock_for_good_is_told_in_time_and_holds_nobody_else_up(server, far_side):
    strangers = [Stranger(server.url) for _ in range(4)]
    with locked(server), ThreadPoolExecutor(len(strangers)) as visitors, httpx.Client(base_url=server.url) as neighbour:
        answers = [visitors.submit(stranger.send) for stranger in strangers]
        pings = []
        while not all(answer.done() for answer in answers):
            begun = time.monotonic()
            assert neighbour.get("/ping").is_success
            pings.append(time.monotonic() - begun)
            assert neighbour.get("/consultation").is_success
            time.sleep(0.05)
        for stranger, answer in zip(strangers, answers, strict=True):
            assert_sorry(answer.result(), stranger)
            assert statuses(server, stranger.mark) == []
    assert far_side.posts() == []
    assert len(pings) > 20
    assert statistics.median(pings) < 2  # a held one waits for the lock, 8 seconds
    for stranger in strangers:
        assert_works_again(server, far_side, stranger)


def test_a_database_that_may_not_be_written_is_told_at_once(server, far_side):
    server.terminate()
    writable = server.environment["REFLEX_DB_URL"]
    server.environment["REFLEX_DB_URL"] = f"sqlite:///file:{server.database}?mode=ro&uri=true"
    server.start()
    stranger = Stranger(server.url)
    assert_sorry(stranger.send(), stranger)
    assert statuses(server, stranger.mark) == []
    assert far_side.posts() == []
    server.terminate()
    server.environment["REFLEX_DB_URL"] = writable
    server.start()
    assert_works_again(server, far_side, stranger)


@contextmanager
def full_disk(server: PrebuiltSite) -> Iterator[None]:
    """Let no file of the server grow beyond 4 kB, its log's own growth apart."""

    def limit(size: int) -> None:
        for pid in server.processes:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, NO_LIMIT))

    limit(4096)
    try:
        yield
    finally:
        limit(NO_LIMIT)


def test_a_full_disk_is_told_at_once_and_leaves_nothing_half(server, far_side):
    before = Stranger(server.url)
    assert before.send().is_success
    stranger = Stranger(server.url)
    with full_disk(server):
        assert_sorry(stranger.send(), stranger)
        assert statuses(server, stranger.mark) == []
        assert far_side.posts(stranger.mark) == []
        assert httpx.get(server.url).is_success
    assert_works_again(server, far_side, stranger)
    assert statuses(server, before.mark) == ["sent"]


def test_a_database_that_is_moved_away_is_told_and_works_again_when_it_is_back(server, far_side):
    before = Stranger(server.url)
    assert before.send().is_success
    stranger = Stranger(server.url)
    away = server.database.parent.with_name(server.database.parent.name + "-away")
    server.database.parent.rename(away)
    try:
        assert_sorry(stranger.send(), stranger)
        assert rows(away / "gym.db", stranger.mark) == []
        assert far_side.posts(stranger.mark) == []
        assert httpx.get(server.url).is_success
    finally:
        away.rename(server.database.parent)
    assert_works_again(server, far_side, stranger)
    assert statuses(server, before.mark) == ["sent"]


def test_without_a_database_from_the_start_pages_are_served_and_forms_say_sorry(sites, far_side, tmp_path):
    nowhere = tmp_path / "nowhere"
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint, REFLEX_DB_URL=f"sqlite:///{nowhere / 'gym.db'}")
    for path in ("/", "/consultation", "/ping"):
        assert httpx.get(server.url + path).is_success
    stranger = Stranger(server.url)
    assert_sorry(stranger.send(), stranger)
    assert far_side.posts() == []
    assert stranger.mark not in server.log.read_text()


def test_a_database_that_was_deleted_takes_no_lead_that_nobody_could_read(server, far_side):
    before = Stranger(server.url)
    assert before.send().is_success
    stranger = Stranger(server.url)
    for file in server.database.parent.glob("gym.db*"):
        file.unlink()
    assert_sorry(stranger.send(), stranger)
    assert far_side.posts(stranger.mark) == []
    assert httpx.get(server.url).is_success
    server.terminate()
    server.start()  # a new database is made
    assert_works_again(server, far_side, stranger)
