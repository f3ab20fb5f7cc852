"""Leads that nobody waits for any more: sent again in time, given up aloud, erased on schedule, and staff told."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import update
from sqlmodel import Session, col, select

from gym_site.db.tables import Lead
from gym_site.leads import outbox as outbox_module
from gym_site.leads.alerts import Alerts
from gym_site.leads.courier import Courier
from gym_site.leads.gateway import Delivery, Gateway
from gym_site.leads.outbox import Outbox
from gym_site.leads.status import Status
from gym_site.leads.store import BACKOFF, JITTER
from gym_site.leads.upkeep import Alert, Upkeep
from gym_site.settings import load_settings

SETTINGS = load_settings({"GYM_ALERT_WEBHOOK": "https://alerts.example/gym"})
WORDS = {"name": "Jo Lee", "email": "jo@mail.example", "phone": "", "service": "", "message": "My knee hurts"}
NOW = datetime.now(UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class Service:
    """A form service in this process: answers by ``status`` and remembers the messages it got."""

    def __init__(self):
        self.messages = []
        self.status = 200

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        self.messages.append(json.loads(request.content)["message"])
        await asyncio.sleep(0)
        if self.status is None:
            raise httpx.ConnectError("refused")
        return httpx.Response(self.status, json={})


@pytest.fixture
def service():
    return Service()


@pytest.fixture
def upkeep(engine):
    return Upkeep(engine)


def outbox_on(engine, service, **settings) -> Outbox:
    gateway = Gateway("https://forms.example/f/1", "https://gym.example", transport=httpx.MockTransport(service))
    return Outbox(replace(SETTINGS, **settings), Courier(engine, gateway), Upkeep(engine))


def put(engine, status: Status, *, count: int = 1, ago: timedelta = MINUTE, **columns) -> None:
    """Store leads that came in a while ago; what is to be sent again is due."""
    with Session(engine) as session:
        for _ in range(count):
            key = uuid4().hex
            values = {
                "key": key, "payload_hash": key, "form": "inquiry", "reference": key[:7], "payload": dict(WORDS),
                "status": status, "created_at": NOW - ago, "next_attempt_at": NOW - timedelta(seconds=1),
            }  # fmt: skip
            session.add(Lead(**values | columns))
        session.commit()


def leads(engine):
    with Session(engine) as session:
        return list(session.exec(select(Lead).order_by(col(Lead.created_at))))


def statuses(engine):
    return [lead.status for lead in leads(engine)]


def work(outbox, *, rounds=1):
    """Let the outbox do its rounds."""

    async def rounds_of():
        for _ in range(rounds):
            await outbox.redeliver()
        while outbox._courier._tasks:
            await asyncio.sleep(0)

    asyncio.run(rounds_of())


@pytest.mark.parametrize("status", [Status.PENDING, Status.UNSURE])
def test_what_is_due_is_sent_once_with_the_same_reference(engine, service, status):
    put(engine, status, attempts=1)
    work(outbox_on(engine, service), rounds=3)
    (lead,) = leads(engine)
    assert (lead.status, lead.attempts, lead.last_code) == ("sent", 2, "200")
    assert [message.splitlines()[-1] for message in service.messages] == [f"Reference: {lead.reference}"]


@pytest.mark.parametrize(
    ("status", "columns"),
    [
        (Status.PENDING, {"next_attempt_at": NOW + DAY}),
        (Status.SENDING, {"lease_until": NOW + DAY, "next_attempt_at": None}),
        *((status, {}) for status in ("sent", "rejected", "quarantined", "kept", "done")),
        ("erased", {"payload": None}),
    ],
)
def test_nothing_else_is_touched(engine, service, status, columns):
    put(engine, status, **columns)
    work(outbox_on(engine, service))
    assert statuses(engine) == [status]
    assert service.messages == []


def test_what_a_dead_process_was_sending_is_sent_again(engine, service, upkeep):
    put(engine, Status.SENDING, attempts=1, lease_until=NOW - timedelta(seconds=1))
    assert upkeep.expire(NOW) == 1
    (lead,) = leads(engine)
    assert (lead.status, lead.last_code, lead.lease_until) == ("unsure", "LeaseExpired", None)
    work(outbox_on(engine, service))
    assert statuses(engine) == ["sent"]
    assert len(service.messages) == 1


def test_an_owner_can_keep_unsure_leads_for_a_person(engine, service):
    put(engine, Status.UNSURE)
    put(engine, Status.UNSURE, ago=4 * DAY)
    put(engine, Status.PENDING)
    work(outbox_on(engine, service, resend_unsure=False))
    assert statuses(engine) == ["unsure", "unsure", "sent"]


def test_two_processes_send_a_lead_once(engine, service):
    put(engine, Status.PENDING, count=20)

    async def both():
        one, other = outbox_on(engine, service), outbox_on(engine, service)
        await asyncio.gather(one.redeliver(), other.redeliver())

    asyncio.run(both())
    assert statuses(engine) == ["sent"] * 20
    assert len(service.messages) == 20


def test_each_pause_is_longer_than_the_one_before_and_never_quite_the_same(engine, service):
    service.status = 500
    put(engine, Status.PENDING)
    for expected in (*BACKOFF, BACKOFF[-1]):
        with engine.begin() as connection:
            connection.execute(update(Lead).values(next_attempt_at=NOW - MINUTE))
        work(outbox_on(engine, service))
        (lead,) = leads(engine)
        pause = lead.next_attempt_at - datetime.now(UTC)
        assert expected * (1 - JITTER) - MINUTE / 2 < pause < expected * (1 + JITTER)
    assert len(service.messages) == len(BACKOFF) + 1


def test_after_three_days_a_lead_is_given_up_aloud(engine, service, caplog):
    put(engine, Status.PENDING, ago=3 * DAY, alert_level=1)
    work(outbox_on(engine, service))
    (lead,) = leads(engine)
    assert (lead.status, lead.payload) == ("rejected", WORDS)
    assert service.messages == []
    (said,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert lead.reference in said.getMessage()


def test_while_the_form_service_is_away_one_lead_a_round_asks_for_it(engine, service):
    service.status = None
    put(engine, Status.PENDING, count=50)
    outbox = outbox_on(engine, service)
    work(outbox, rounds=3)
    assert len(service.messages) == 3


def test_once_it_is_back_everything_that_waits_goes_at_once(engine, service):
    put(engine, Status.PENDING, count=30, attempts=3, next_attempt_at=NOW + 12 * 60 * MINUTE, last_code="ConnectError")
    put(engine, Status.PENDING)
    work(outbox_on(engine, service))
    assert statuses(engine) == ["sent"] * 31


@pytest.mark.parametrize("columns", [{"last_code": "429", "attempts": 1}, {"last_code": "500", "attempts": 7}])
def test_but_not_what_was_asked_to_wait_or_always_fails(engine, service, columns):
    put(engine, Status.UNSURE, next_attempt_at=NOW + DAY, **columns)
    put(engine, Status.PENDING)
    work(outbox_on(engine, service))
    assert statuses(engine) == ["unsure", "sent"]


def test_a_lead_that_came_through_by_itself_shows_that_the_service_is_back(engine, service):
    service.status = None
    put(engine, Status.PENDING, count=5)
    outbox = outbox_on(engine, service)
    work(outbox)
    service.status = 200
    outbox._courier.delivered += 1  # a visitor's
    work(outbox)
    assert statuses(engine) == ["sent"] * 5


def test_the_work_goes_on_after_a_fault(engine, service, monkeypatch, caplog):
    put(engine, Status.PENDING)
    monkeypatch.setattr(outbox_module, "EVERY", 0.01)
    outbox = outbox_on(engine, service)
    faults = [ValueError("Jo Lee"), RuntimeError("knee")]

    async def failing():
        if faults:
            raise faults.pop()

    monkeypatch.setattr(outbox, "keep_house", failing)
    monkeypatch.setattr(outbox_module, "HOUSEKEEPING_EVERY", 0.0)

    async def until_sent():
        running = asyncio.create_task(outbox.run())
        while statuses(engine) != ["sent"]:
            await asyncio.sleep(0.01)
        running.cancel()
        await outbox._courier.aclose()

    asyncio.run(asyncio.wait_for(until_sent(), 5))
    assert "Jo Lee" not in caplog.text
    assert "knee" not in caplog.text
    assert "A round of the outbox failed (RuntimeError)" in caplog.text


def test_no_redelivery_where_the_owner_wants_none_but_the_house_is_kept(engine, service):
    put(engine, Status.PENDING)
    put(engine, Status.SENT, sent_at=NOW - 8 * DAY)
    outbox = outbox_on(engine, service, redeliver=False, alert_webhook=None)

    async def one_round():
        running = asyncio.create_task(outbox.run())
        while "erased" not in statuses(engine):
            await asyncio.sleep(0.01)
        running.cancel()
        await outbox._courier.aclose()

    asyncio.run(asyncio.wait_for(one_round(), 5))
    assert statuses(engine) == ["pending", "erased"]
    assert service.messages == []


ERASED = {
    "sent a week ago": (Status.SENT, {"sent_at": NOW - 7 * DAY}),
    "done a week ago": (Status.DONE, {"sent_at": NOW - 7 * DAY}),
    "quarantined a month ago": (Status.QUARANTINED, {"ago": 30 * DAY}),
}
NOT_YET = {
    "sent six days ago": (Status.SENT, {"sent_at": NOW - 6 * DAY, "ago": 90 * DAY}),
    "done yesterday": (Status.DONE, {"sent_at": NOW - DAY, "ago": 90 * DAY}),
    "quarantined last week": (Status.QUARANTINED, {"ago": 8 * DAY}),
    **{f"{status}, however old": (status, {"ago": 400 * DAY}) for status in ("pending", "unsure", "rejected", "kept")},
}


@pytest.mark.parametrize(("status", "columns"), ERASED.values(), ids=ERASED)
def test_words_are_erased_with_everything_made_of_them(engine, upkeep, status, columns):
    put(engine, status, **columns)
    (before,) = leads(engine)
    assert upkeep.erasable(NOW) == upkeep.erase_due(NOW) == 1
    (after,) = leads(engine)
    assert (after.status, after.payload, after.payload_hash) == ("erased", None, "")
    assert after.key != before.key
    assert after.erased_at is not None
    assert after.reference == before.reference  # staff can still say what became of it
    assert upkeep.erase_due(NOW) == 0


@pytest.mark.parametrize(("status", "columns"), NOT_YET.values(), ids=NOT_YET)
def test_nothing_is_erased_too_early_or_before_it_was_delivered(engine, upkeep, status, columns):
    put(engine, status, **columns)
    assert upkeep.erasable(NOW) == upkeep.erase_due(NOW) == 0
    assert leads(engine)[0].payload == WORDS


def test_erased_words_are_nowhere_in_the_database_files(engine, upkeep, tmp_path):
    put(engine, Status.SENT, sent_at=NOW - 8 * DAY, payload={**WORDS, "message": "unforgettable words"})
    upkeep.erase_due(NOW)
    assert all(b"unforgettable" not in file.read_bytes() for file in tmp_path.iterdir())


def test_staff_hear_of_each_thing_once(engine, upkeep):
    put(engine, Status.REJECTED)
    put(engine, Status.QUARANTINED, count=2)
    put(engine, Status.PENDING, ago=DAY)
    put(engine, Status.UNSURE, ago=DAY / 2)
    put(engine, Status.SENT, ago=9 * DAY)
    assert upkeep.alert(NOW) == Alert(rejected=1, quarantined=2, undelivered=1)
    assert not upkeep.alert(NOW)


def test_an_old_undelivered_lead_is_named_again_after_a_week_and_three(engine, upkeep):
    put(engine, Status.REJECTED, ago=timedelta())
    told = [day for day in range(40) if upkeep.alert(NOW + day * DAY + MINUTE)]
    assert told == [0, 7, 21]


def test_a_lead_refused_again_is_told_again(engine, upkeep, service):
    put(engine, Status.REJECTED)
    assert upkeep.alert(NOW)
    put(engine, Status.SENDING, attempts=1, alert_level=1)
    sending = next(lead for lead in leads(engine) if lead.status == "sending")
    row = outbox_on(engine, service)._courier.store.look(sending.id)
    outbox_on(engine, service)._courier.store.mark(row, Delivery(Status.REJECTED, "404"), NOW)
    assert upkeep.alert(NOW) == Alert(rejected=1)


@pytest.mark.parametrize("answer", [200, 500, None], ids=["taken", "refused", "unreachable"])
def test_an_alert_is_a_loud_line_and_a_post_of_bare_numbers(caplog, answer):
    posts = []

    def webhook(request):
        posts.append(json.loads(request.content))
        if answer is None:
            raise httpx.ConnectError("refused")
        return httpx.Response(answer)

    alerts = Alerts(SETTINGS, httpx.MockTransport(webhook))
    asyncio.run(alerts.send(Alert(rejected=1, undelivered=3)))
    assert posts == [{"rejected": 1, "quarantined": 0, "undelivered": 3}]
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "1 rejected, 0 quarantined, 3 undelivered" in said[0]
    assert len(said) == (1 if answer == 200 else 2)


def test_without_an_address_an_alert_is_a_line_alone(caplog):
    asyncio.run(Alerts(load_settings({})).send(Alert(quarantined=2)))
    assert "2 quarantined" in caplog.text
