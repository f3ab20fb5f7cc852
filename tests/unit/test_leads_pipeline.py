"""One filled-in form: one row, one delivery, and a true answer, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from sqlalchemy import update
from sqlmodel import Session, col, select

from gym_site.db.engine import make_engine
from gym_site.db.tables import Lead
from gym_site.leads.courier import Courier
from gym_site.leads.gateway import Gateway
from gym_site.leads.pipeline import LeadDesk
from gym_site.settings import load_settings

KEY = "0123456789abcdef0123456789abcdef"
OTHER_KEY = "f" * 32
WORDS = {"name": "Jo Lee", "email": "jo@mail.example", "message": "My knee hurts"}
SETTINGS = load_settings({})


class Service:
    """A form service in this process: answers as told and remembers the bodies it got."""

    def __init__(self):
        self.posts = []
        self.answer = lambda: httpx.Response(200, json={"ok": True})
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        self.posts.append(json.loads(request.content))
        await self.gate.wait()
        return self.answer()


@pytest.fixture
def service():
    return Service()


def desk_on(engine, service, deadline=8.0):
    gateway = Gateway("https://forms.example/f/1", "https://gym.example", transport=httpx.MockTransport(service))
    return LeadDesk(SETTINGS, Courier(engine, gateway, deadline=deadline))


def rows(engine):
    with Session(engine) as session:
        return list(session.exec(select(Lead).order_by(col(Lead.created_at))))


def age(engine, **moments):
    """Put every lead's moments into the past."""
    with engine.begin() as connection:
        connection.execute(update(Lead).values({name: datetime.now(UTC) - ago for name, ago in moments.items()}))


def run(engine, service, *submissions, deadline=8.0):
    """Submit one after the other, as (form, raw), and return the outcomes."""

    async def session():
        desk = desk_on(engine, service, deadline)
        outcomes = [await desk.submit("inquiry", {**WORDS, **raw}, via="event") for raw in submissions]
        await desk.courier.aclose()
        return outcomes

    return asyncio.run(session())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.005)


def test_a_lead_is_stored_sent_and_marked(engine, service):
    (outcome,) = run(engine, service, {"key": KEY})
    (lead,) = rows(engine)
    assert outcome.ok
    assert outcome.reference == lead.reference
    assert (lead.status, lead.attempts, lead.last_code, lead.via) == ("sent", 1, "200", "event")
    assert lead.payload == {**WORDS, "phone": "", "service": ""}
    assert lead.sent_at is not None
    assert lead.lease_until is None
    (post,) = service.posts
    assert post["email"] == "jo@mail.example"
    assert post["message"].endswith(f"Reference: {lead.reference}")


def test_a_mistake_stores_and_sends_nothing(engine, service):
    (outcome,) = run(engine, service, {"key": KEY, "email": ""})
    assert [problem.message for problem in outcome.problems] == ["Email is required"]
    assert not outcome.ok
    assert rows(engine) == []
    assert service.posts == []


def test_an_unknown_form_is_refused(engine, service):
    with pytest.raises(KeyError):
        asyncio.run(desk_on(engine, service).submit("newsletter", WORDS))


@pytest.mark.parametrize("keys", [[KEY] * 5, [None] * 5, [KEY, OTHER_KEY, None, KEY, OTHER_KEY]])
def test_five_submits_at_once_are_one_lead(engine, service, keys):
    async def session():
        desk = desk_on(engine, service)
        service.gate.clear()
        submits = asyncio.gather(*(desk.submit("inquiry", {**WORDS, "key": key}) for key in keys))
        await until(lambda: service.posts)
        service.gate.set()
        return await submits

    outcomes = asyncio.run(session())
    assert all(outcome.ok for outcome in outcomes)
    assert len({outcome.reference for outcome in outcomes}) == 1
    assert len(rows(engine)) == len(service.posts) == 1


def test_two_processes_share_one_delivery(engine, service):
    async def session():
        here, there = desk_on(engine, service), desk_on(engine, service)
        service.gate.clear()
        first = asyncio.ensure_future(here.submit("inquiry", {**WORDS, "key": KEY}))
        await until(lambda: service.posts)
        second = asyncio.ensure_future(there.submit("inquiry", {**WORDS, "key": KEY}))
        await until(lambda: there.courier._tasks)
        service.gate.set()
        return await asyncio.gather(first, second)

    assert [outcome.ok for outcome in asyncio.run(session())] == [True, True]
    assert len(rows(engine)) == len(service.posts) == 1


def test_who_waits_for_a_delivery_learns_that_it_failed(engine, service):
    service.answer = lambda: httpx.Response(500)

    async def session():
        desk = desk_on(engine, service)
        service.gate.clear()
        submits = asyncio.gather(*(desk.submit("inquiry", {**WORDS, "key": KEY}) for _ in range(3)))
        await until(lambda: service.posts)
        service.gate.set()
        return await submits

    assert [outcome.ok for outcome in asyncio.run(session())] == [False] * 3
    assert len(service.posts) == 1
    assert [lead.status for lead in rows(engine)] == ["unsure"]


@pytest.mark.parametrize(("status", "left"), [(500, "unsure"), (503, "pending"), (404, "rejected"), (302, "rejected")])
def test_the_same_form_after_a_failure_is_sent_again(engine, service, status, left):
    service.answer = lambda: httpx.Response(status)
    (outcome,) = run(engine, service, {"key": KEY})
    assert (outcome.ok, outcome.problems) == (False, ())
    assert [lead.status for lead in rows(engine)] == [left]

    service.answer = lambda: httpx.Response(200, json={})
    (outcome,) = run(engine, service, {"key": KEY})
    assert outcome.ok
    (lead,) = rows(engine)
    assert (lead.status, lead.attempts) == ("sent", 2)
    assert len(service.posts) == 2


def test_a_refusal_in_the_body_is_no_success(engine, service):
    service.answer = lambda: httpx.Response(200, json={"error": "form over quota"})
    (outcome,) = run(engine, service, {"key": KEY})
    assert not outcome.ok
    assert [(lead.status, lead.last_code) for lead in rows(engine)] == [("rejected", "200")]


def test_a_lead_is_due_when_the_service_says_so(engine, service):
    service.answer = lambda: httpx.Response(429, headers={"Retry-After": "600"})
    run(engine, service, {"key": KEY})
    (lead,) = rows(engine)
    assert timedelta(minutes=9) < lead.next_attempt_at - datetime.now(UTC) <= timedelta(minutes=10)


def test_sent_before_is_success_without_a_second_post(engine, service):
    outcomes = run(engine, service, {"key": KEY}, {"key": KEY})
    age(engine, created_at=timedelta(days=2), sent_at=timedelta(days=2))
    outcomes += run(engine, service, {"key": KEY})  # a phone that resends two days later
    assert all(outcome.ok for outcome in outcomes)
    assert len(rows(engine)) == len(service.posts) == 1


def test_corrected_words_replace_those_that_were_not_sent(engine, service):
    service.answer = lambda: httpx.Response(503)
    run(engine, service, {"key": KEY})
    service.answer = lambda: httpx.Response(200, json={})
    run(engine, service, {"key": KEY, "message": "Both knees hurt"})
    (lead,) = rows(engine)
    assert lead.payload["message"] == "Both knees hurt"
    assert "Both knees hurt" in service.posts[-1]["message"]
    assert lead.status == "sent"


def test_other_words_under_a_sent_key_are_a_new_lead_once(engine, service):
    changed = {"key": KEY, "message": "And my back"}
    outcomes = run(engine, service, {"key": KEY}, changed, changed)
    age(engine, created_at=timedelta(hours=1), sent_at=timedelta(hours=1))
    outcomes += run(engine, service, changed)
    assert all(outcome.ok for outcome in outcomes)
    assert len(rows(engine)) == len(service.posts) == 2


def test_words_corrected_while_the_first_ones_are_being_sent_arrive_too(engine, service):
    async def session():
        desk = desk_on(engine, service)
        service.gate.clear()
        first = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY}))
        await until(lambda: service.posts)
        second = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY, "message": "And my back"}))
        await until(lambda: len(desk.courier._tasks) == 2)
        service.gate.set()
        return await asyncio.gather(first, second)

    assert all(outcome.ok for outcome in asyncio.run(session()))
    assert [post["message"].count("And my back") for post in service.posts] == [0, 1]
    assert [lead.status for lead in rows(engine)] == ["sent", "sent"]


@pytest.mark.parametrize(("ago", "leads"), [(9, 1), (11, 2)])
def test_equal_words_of_another_tab_are_one_lead_for_ten_minutes(engine, service, ago, leads):
    run(engine, service, {"key": KEY})
    age(engine, created_at=timedelta(minutes=ago), sent_at=timedelta(minutes=ago))
    (outcome,) = run(engine, service, {"key": OTHER_KEY})
    assert outcome.ok
    assert len(rows(engine)) == len(service.posts) == leads


@pytest.mark.parametrize("key", [None, "", "short", 7, ["x"], KEY.upper() + "0", "../" * 10])
def test_without_a_key_the_words_are_the_key_for_ten_minutes(engine, service, key):
    outcomes = run(engine, service, {"key": key}, {"key": key})
    assert len(rows(engine)) == len(service.posts) == 1
    age(engine, created_at=timedelta(days=30), sent_at=timedelta(days=30))
    outcomes += run(engine, service, {"key": key})  # asks once more, a month later
    assert all(outcome.ok for outcome in outcomes)
    assert len(rows(engine)) == len(service.posts) == 2


def test_a_lead_whose_process_died_before_the_post_is_sent_by_a_resend(engine, service):
    run(engine, service, {"key": KEY})
    with engine.begin() as connection:
        connection.execute(update(Lead).values(status="pending", attempts=0, sent_at=None))
    (outcome,) = run(engine, service, {"key": KEY})
    assert outcome.ok
    assert [lead.status for lead in rows(engine)] == ["sent"]


def test_a_lease_that_has_run_out_is_taken_over(engine, service):
    run(engine, service, {"key": KEY})
    with engine.begin() as connection:
        past = datetime.now(UTC) - timedelta(seconds=1)
        connection.execute(update(Lead).values(status="sending", sent_at=None, lease_until=past))
    (outcome,) = run(engine, service, {"key": KEY})
    assert outcome.ok
    assert [(lead.status, lead.attempts) for lead in rows(engine)] == [("sent", 2)]


@pytest.mark.parametrize("key", [KEY, None])
def test_without_a_form_service_leads_are_kept(engine, key):
    async def session():
        desk = LeadDesk(SETTINGS, Courier(engine, None))
        outcomes = [await desk.submit("inquiry", {**WORDS, "key": key}) for _ in range(2)]
        await desk.courier.aclose()
        return outcomes

    outcomes = asyncio.run(session())
    (lead,) = rows(engine)
    assert [(outcome.ok, outcome.reference) for outcome in outcomes] == [(True, lead.reference)] * 2
    assert (lead.status, lead.attempts, lead.next_attempt_at) == ("kept", 0, None)


def test_a_service_that_hangs_costs_the_visitor_no_more_than_the_deadline(engine, service):
    service.gate.clear()
    begun = time.monotonic()
    (outcome,) = run(engine, service, {"key": KEY}, deadline=0.4)
    assert not outcome.ok
    assert time.monotonic() - begun < 0.8
    assert [lead.status for lead in rows(engine)] == ["unsure"]


def test_a_locked_database_costs_no_more_than_the_deadline_and_holds_nobody_else_up(engine, service, tmp_path, caplog):
    lock = sqlite3.connect(tmp_path / "gym.db", isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")

    async def session():
        desk = desk_on(engine, service, deadline=0.4)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        submit = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY}))
        slowest = 0.0
        while not submit.done():
            before = loop.time()
            await asyncio.sleep(0.01)
            slowest = max(slowest, loop.time() - before)
        took = loop.time() - begun
        lock.execute("ROLLBACK")
        return submit.result(), took, slowest

    outcome, took, slowest = asyncio.run(session())
    lock.close()
    assert (outcome.ok, outcome.problems) == (False, ())
    assert took < 0.8
    assert slowest < 0.2
    assert service.posts == []
    assert "knee" not in caplog.text


def test_a_database_that_is_gone_is_an_error_that_names_no_visitor(tmp_path, service, caplog):
    caplog.set_level("DEBUG")
    nowhere = make_engine(f"sqlite:///{tmp_path / 'none' / 'gym.db'}")
    (outcome,) = run(nowhere, service, {"key": KEY})
    unprepared = make_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    (other,) = run(unprepared, service, {"key": KEY})
    assert (outcome.ok, other.ok) == (False, False)
    assert service.posts == []
    assert "OperationalError" in caplog.text
    assert "jo@" not in caplog.text
    assert "knee" not in caplog.text


def test_a_fault_that_nobody_thought_of_is_a_failure_that_names_no_visitor(engine, service, monkeypatch, caplog):
    def broken(*_, **__):
        raise ValueError("My knee hurts")

    monkeypatch.setattr("gym_site.leads.courier.compose", broken)
    (outcome,) = run(engine, service, {"key": KEY})
    assert (outcome.ok, outcome.problems) == (False, ())
    assert "ValueError" in caplog.text
    assert "knee" not in caplog.text
    monkeypatch.undo()
    age(engine, lease_until=timedelta(seconds=1))
    (outcome,) = run(engine, service, {"key": KEY})
    assert outcome.ok


def test_a_visitor_who_leaves_does_not_stop_the_lead(engine, service):
    async def session():
        desk = desk_on(engine, service)
        service.gate.clear()
        submit = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY}))
        await until(lambda: service.posts)
        submit.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submit
        service.gate.set()
        await desk.courier.aclose()

    asyncio.run(session())
    assert [lead.status for lead in rows(engine)] == ["sent"]


def test_a_server_that_stops_waits_for_its_own_deliveries_not_for_those_of_others(engine, service):
    """A process that was killed holds a lease for seconds; who sends the same form again waits for it."""

    async def session():
        desk = desk_on(engine, service)
        await desk.submit("inquiry", {**WORDS, "key": KEY})
        later = datetime.now(UTC) + timedelta(seconds=15)
        with engine.begin() as connection:
            connection.execute(update(Lead).values(status="sending", sent_at=None, lease_until=later))
        again = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY}))
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await desk.courier.aclose()
        return await again, time.monotonic() - begun

    outcome, took = asyncio.run(session())
    assert (outcome.ok, outcome.problems) == (False, ())
    assert took < 2


def test_a_server_that_stops_leaves_a_lead_unsure(engine, service):
    async def session():
        desk = desk_on(engine, service)
        service.gate.clear()
        submit = asyncio.ensure_future(desk.submit("inquiry", {**WORDS, "key": KEY}))
        await until(lambda: service.posts)
        return submit  # unfinished: asyncio.run cancels it, as a SIGTERM does

    assert asyncio.run(session()).cancelled()
    assert [(lead.status, lead.last_code) for lead in rows(engine)] == [("unsure", "CancelledError")]


def test_a_result_that_could_not_be_written_at_once_is_written_later(engine, service, monkeypatch):
    monkeypatch.setattr("gym_site.leads.courier.MARK_PAUSES", (0.01, 0.01))
    moved = threading.Event()

    def accept_and_move():
        with engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE lead RENAME TO away")
        moved.set()
        return httpx.Response(200, json={})

    service.answer = accept_and_move

    async def session():
        desk = desk_on(engine, service)
        mark_once = desk.courier._mark_once

        async def back_after_the_first_failure(*arguments):
            written = await mark_once(*arguments)
            if moved.is_set():
                moved.clear()
                with engine.begin() as connection:
                    connection.exec_driver_sql("ALTER TABLE away RENAME TO lead")
            return written

        monkeypatch.setattr(desk.courier, "_mark_once", back_after_the_first_failure)
        outcome = await desk.submit("inquiry", {**WORDS, "key": KEY})
        await desk.courier.aclose()
        return outcome

    assert asyncio.run(session()).ok
    assert [lead.status for lead in rows(engine)] == ["sent"]


def test_a_burst_of_visitors_gets_one_lead_each(engine, service):
    async def session():
        desk = desk_on(engine, service)
        return await asyncio.gather(
            *(desk.submit("inquiry", {**WORDS, "message": f"Visitor {n}", "key": f"{n:032x}"}) for n in range(60))
        )

    assert all(outcome.ok for outcome in asyncio.run(session()))
    assert len({lead.reference for lead in rows(engine)}) == 60
    assert len(service.posts) == 60
