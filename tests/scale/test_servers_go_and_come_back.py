"""Outages of a backend, Redis or PostgreSQL: what visitors see, and the rows afterwards."""

import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from threading import Event

import pytest
from websockets.exceptions import ConnectionClosed

from gym_site.leads.store import LEASE
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, Visitor
from tests.posting import Stranger
from tests.site import answers, wait_for
from tests.strangers.client import Page, a_form

AT_ONCE = 16
POSTERS = 3


@pytest.fixture
def visit(scaled, opener):
    """Return a function that opens the home page, waits until its websocket is connected, and fills in a form."""

    def come(form) -> Visitor:
        page = opener.open(scaled.url)
        connected(page)
        return Visitor(page, form).fill()

    return come


def pages_are_there(scaled) -> bool:
    return answers(scaled.url) and all(answers(f"{backend.url}/ping") for backend in scaled.backends)


def submits(page: Page) -> bool:
    try:
        return page.submit(a_form("From a page"))
    except ConnectionClosed:
        return False


def test_killing_one_backend_loses_no_form_and_other_backends_still_work(scaled, service):
    service.answers(delay=1)
    forms = [Stranger(scaled.url) for _ in range(AT_ONCE)]
    with ExitStack() as doors, ThreadPoolExecutor(AT_ONCE) as threads:
        pages = [doors.enter_context(Page(scaled.url)).join() for _ in range(AT_ONCE)]
        sending = [threads.submit(form.attempt) for form in forms]
        wait_for(lambda: len(service.posts()) == AT_ONCE)
        scaled.backends[0].kill()
        killed, thanked = datetime.now(UTC), [work.result() for work in sending]
        assert AT_ONCE / 4 < sum(thanked) < AT_ONCE * 3 / 4
        # Let the dead process's claims expire.
        free = "update lead set lease_until = now() where status = 'sending' and lease_until < %s"
        scaled.postgres.ask(scaled.database, free, killed + LEASE)
        assert all(threads.map(lambda form: form.send().is_success, forms))
        assert AT_ONCE / 4 < sum(threads.map(submits, pages)) < AT_ONCE * 3 / 4
    for form, was_thanked in zip(forms, thanked, strict=True):
        assert scaled.leads(form.mark) == ["sent"]
        assert len(service.posts(form.mark)) == (1 if was_thanked else 2)  # the outcome of the first is unknown


def test_without_redis_the_browser_posts_the_form(scaled, visit, service):
    visitor = visit(INQUIRY_FORM)
    scaled.redis.kill()
    visitor.send()
    visitor.page.wait_for_url(re.compile(r"/forms/inquiry/sent\b"))
    assert scaled.leads(visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1
    assert pages_are_there(scaled)


def test_an_open_page_keeps_its_entries_and_works_when_redis_returns(scaled, visit, service):
    visitor = visit(CONSULTATION_FORM)
    scaled.redis.kill()
    visitor.page.wait_for_timeout(1000)
    assert visitor.now() == visitor.entries
    scaled.redis.start()
    assert visitor.now() == visitor.entries
    visitor.send()
    # Sent as an event, or as a post if the server takes longer than the page waits.
    visitor.page.locator(".toast-success, [role=status].lead").wait_for()
    assert scaled.leads(visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1


def test_a_rolling_restart_refuses_no_request(scaled):
    """Restarts one backend after the other, as in docs/operations.md, while forms keep arriving."""
    is_over = Event()

    def post() -> list[int]:
        replies = []
        while not is_over.is_set():
            replies.append(Stranger(scaled.url).send().status)
        return replies

    with ThreadPoolExecutor(POSTERS) as threads:
        posting = [threads.submit(post) for _ in range(POSTERS)]
        try:
            for backend in scaled.backends:
                backend.terminate()
                backend.start()
                time.sleep(3)
        finally:
            is_over.set()
        statuses = Counter(status for posts in posting for status in posts.result())
    assert list(statuses) == [303]
    assert statuses.total() > 10 * POSTERS


@contextmanager
def stopped(scaled):
    scaled.postgres.terminate()
    yield
    scaled.postgres.start()


@contextmanager
def locked(scaled):
    """Lock the table of leads, so that every statement waits."""
    with scaled.postgres.connect(scaled.database) as connection, connection.transaction(force_rollback=True):
        connection.execute("lock table lead in access exclusive mode")
        yield


@pytest.mark.parametrize("away", [stopped, locked])
def test_without_postgresql_a_form_fails_quickly_and_can_be_sent_later(scaled, service, away):
    known, visitor = Stranger(scaled.url), Stranger(scaled.url)
    assert known.send().is_success
    with away(scaled):
        assert visitor.send().is_failure_with(visitor.entries)
        assert pages_are_there(scaled)
    assert visitor.send().is_success
    assert scaled.leads(visitor.mark) == ["sent"]
    assert scaled.leads(known.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1


def test_an_idle_site_accepts_forms_after_a_postgresql_restart(scaled):
    """The processes' pooled connections are dead, which no visitor may notice."""
    for restart in (True, False):
        assert all(Stranger(backend.url, scaled.url).send().is_success for backend in scaled.backends)
        if restart:
            scaled.postgres.terminate()
            scaled.postgres.start()
