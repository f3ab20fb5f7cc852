"""Redis or PostgreSQL is gone for a while: what a visitor sees, and what is in the database afterwards."""

from __future__ import annotations

import re
import signal
import threading
from contextlib import contextmanager

import psycopg
import pytest

from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, Visitor
from tests.posting import PATIENCE, Stranger
from tests.scale.servers import answers, until

WITHIN = 8 + 1  # seconds that a visitor is promised, and one for the way there and back


@pytest.fixture(autouse=True)
def _there_again(scaled):
    """Whatever a test stopped runs again when it is over."""
    yield
    for server in (scaled.redis, scaled.postgres):
        if not server.is_up():
            server.start()


@pytest.fixture
def visit(scaled, opener, service):
    """Return somebody at a form of the home page, with a live websocket unless told otherwise."""

    def come(form=INQUIRY_FORM, *, alive=True) -> Visitor:
        page = opener.open(scaled.url)
        if alive:
            connected(page)
        return Visitor(page, form)

    return come


def pages_are_there(scaled) -> bool:
    return answers(scaled.url) and all(answers(f"{backend.url}/ping") for backend in scaled.backends)


def test_with_redis_gone_a_filled_in_form_is_posted_instead(scaled, visit, service):
    visitor = visit().fill()
    scaled.redis.end(signal.SIGKILL)
    visitor.send()
    visitor.page.wait_for_url(re.compile("/forms/inquiry/sent$"), timeout=12_000)
    assert scaled.leads(visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1
    assert pages_are_there(scaled)


def test_once_redis_is_back_the_same_page_works_with_every_word_in_it(scaled, visit, service):
    visitor = visit(CONSULTATION_FORM).fill()
    scaled.redis.end(signal.SIGKILL)
    visitor.page.wait_for_timeout(1000)
    assert visitor.now() == visitor.entries
    scaled.redis.start()
    assert visitor.now() == visitor.entries
    visitor.send()
    # As an event at once; where the server takes longer than the page waits for a sign, as a post.
    visitor.page.locator(".toast-success, [role=status].lead").wait_for(timeout=20_000)
    assert scaled.leads(visitor.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1


def test_who_arrives_without_redis_reads_the_pages_and_can_send_a_form(scaled, visit, service):
    scaled.redis.end(signal.SIGKILL)
    visitor = visit(alive=False)
    visitor.page.get_by_role("tab", name="Trial Passes").click()
    assert visitor.page.locator("#panel-trial").is_visible()
    visitor.fill().send()
    visitor.page.wait_for_url(re.compile("/forms/inquiry/sent$"), timeout=12_000)
    assert scaled.leads(visitor.mark) == ["sent"]


@contextmanager
def stopped(scaled):
    scaled.postgres.end()
    try:
        yield
    finally:
        scaled.postgres.start()


@contextmanager
def locked(scaled):
    """Somebody holds the table of leads: every statement waits."""
    where = f"postgresql://gym@127.0.0.1:{scaled.postgres.port}/{scaled.database}"
    with psycopg.connect(where) as connection:
        connection.execute("lock table lead in access exclusive mode")
        yield
        connection.rollback()


@pytest.mark.parametrize("away", [stopped, locked])
def test_with_postgresql_away_a_visitor_learns_it_in_time_and_the_same_form_arrives_later(scaled, service, away):
    known, visitor = Stranger(scaled.url), Stranger(scaled.url)
    assert known.send().is_success
    with away(scaled):
        told = visitor.send()
        assert told.is_failure_with(visitor.entries)
        assert told.seconds < WITHIN
        assert pages_are_there(scaled)
    assert visitor.send().is_success
    assert scaled.leads(visitor.mark) == ["sent"]
    assert scaled.leads(known.mark) == ["sent"]
    assert len(service.posts(visitor.mark)) == 1


def test_many_posts_while_postgresql_restarts_leave_a_row_for_each_success_and_none_twice(scaled, service):
    visitors = [Stranger(scaled.url) for _ in range(40)]
    pause = threading.Event()

    def send_all() -> list[bool]:
        said = []
        for visitor in visitors:
            said.append(visitor.send().is_success)
            pause.wait(0.05)
        return said

    with_answers: list[bool] = []
    thread = threading.Thread(target=lambda: with_answers.extend(send_all()))
    thread.start()
    pause.wait(0.5)
    scaled.postgres.end()
    scaled.postgres.start()
    thread.join()
    thanked = [visitor for visitor, success in zip(visitors, with_answers, strict=True) if success]
    # What the form service took in the moment of the restart is marked as sent by the next try, a second later.
    until(lambda: all(scaled.leads(visitor.mark) == ["sent"] for visitor in thanked), "not all were marked", PATIENCE)
    assert all(len(scaled.leads(visitor.mark)) <= 1 for visitor in visitors)
    assert with_answers[0]
    assert with_answers[-1]


def test_after_a_restart_of_postgresql_an_idle_site_takes_the_first_form(scaled, service):
    """The connections that each process kept are dead, and no visitor must find that out."""
    for backend in scaled.backends:
        assert Stranger(backend.url).send().is_success
    scaled.postgres.end()
    scaled.postgres.start()
    for backend in scaled.backends:
        assert Stranger(backend.url).send().is_success


def test_what_the_form_service_put_off_is_sent_later_by_one_of_the_processes(scaled, service):
    service.answers(status=503, headers={"Retry-After": "1"})
    visitors = [Stranger(scaled.url) for _ in range(6)]
    assert not any(visitor.send().is_success for visitor in visitors)
    service.answers()
    # A minute has passed.
    scaled.postgres.ask(scaled.database, "update lead set next_attempt_at = '2020-01-01' where status = 'pending'")
    until(lambda: all(scaled.leads(visitor.mark) == ["sent"] for visitor in visitors), "not all were sent", PATIENCE)
    assert [len(service.posts(visitor.mark)) for visitor in visitors] == [2] * len(visitors)  # put off, and taken
