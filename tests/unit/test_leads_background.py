"""The background work on leads: redelivery, giving up and erasure."""

import asyncio
import json
import logging
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from unittest.mock import AsyncMock, Mock

import pytest
from sqlalchemy.exc import OperationalError

from gym_site.leads import background as background_module
from gym_site.leads.maintenance import ERASED_AFTER, QUARANTINE_DELETED_AFTER
from gym_site.leads.status import Status
from gym_site.leads.store import BACKOFF, JITTER
from gym_site.server.logs import JsonLines
from gym_site.server.watch import LATE
from tests.gym import GYM
from tests.leads import DAY, MINUTE, NOW, WORDS, Process, change, leads, put, statuses


def errors(caplog):
    return [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]


# Redelivery


@pytest.mark.parametrize(
    "columns",
    [{"status": Status.PENDING}, {"status": Status.UNSURE}, {"status": Status.PENDING, "next_attempt_at": None}],
    ids=["pending", "unsure", "without a next attempt"],
)
def test_a_due_lead_is_sent_once_and_keeps_its_reference(engine, site, far, columns):
    put(engine, attempts=1, **columns)
    for _ in range(3):
        site.redeliver()
    (lead,) = leads(engine)
    assert (lead.status, lead.attempts, lead.last_code) == ("sent", 2, "200")
    assert [message.splitlines()[-1] for message in far.messages] == [f"Reference: {lead.reference}"]


def test_leads_that_are_not_due_are_not_changed(engine, site, far):
    put(engine, Status.PENDING, next_attempt_at=NOW + DAY)
    put(engine, Status.SENDING, lease_until=NOW + DAY, next_attempt_at=None)
    for status in ("sent", "rejected", "quarantined", "kept", "done"):
        put(engine, status)
    put(engine, "erased", payload=None)
    before = statuses(engine)
    site.redeliver()
    assert statuses(engine) == before
    assert far.messages == []


def test_resending_unsure_leads_can_be_turned_off(engine, far):
    put(engine, Status.UNSURE, ago=4 * DAY, failing_since=NOW - 4 * DAY)
    put(engine, Status.PENDING)
    Process(engine, far, resend_unsure=False).redeliver()
    assert statuses(engine) == ["unsure", "sent"]


def test_pauses_between_retries_grow_to_half_an_hour_with_jitter(engine, site, far):
    far.status = 500
    put(engine, Status.PENDING)
    since = set()
    for expected in (*BACKOFF, BACKOFF[-1]):
        change(engine, next_attempt_at=MINUTE)
        site.redeliver()
        since.add(leads(engine)[0].failing_since)
        pause = leads(engine)[0].next_attempt_at - datetime.now(UTC)
        assert expected * (1 - JITTER) - MINUTE / 2 < pause < expected * (1 + JITTER)
    assert BACKOFF[-1] == 30 * MINUTE
    assert len(since) == 1  # the three days until a lead is given up begin with the first failure


@pytest.mark.parametrize(("after", "least", "most"), [("120", 119, 120), ("5", 47, 72)])
def test_retry_after_can_lengthen_a_pause_but_never_shorten_it(engine, site, far, after, least, most):
    far.status, far.headers = 503, {"Retry-After": after}
    site.submit()
    assert least < (leads(engine)[0].next_attempt_at - datetime.now(UTC)).total_seconds() <= most


def test_redelivery_stops_after_one_batch_if_the_form_service_is_down(engine, site, far):
    far.status = None
    put(engine, Status.PENDING, count=30)
    site.redeliver()
    assert len(far.messages) == 8
    far.status = 200
    change(engine, next_attempt_at=MINUTE)
    site.redeliver()
    assert statuses(engine) == ["sent"] * 30


def test_after_three_days_of_failures_a_lead_is_given_up_and_logged(engine, site, far, caplog):
    put(engine, Status.PENDING, ago=9 * DAY, failing_since=NOW - 3 * DAY)
    put(engine, Status.PENDING, ago=4 * DAY)  # not failed yet: resent by staff
    site.redeliver()
    given_up, resent = leads(engine)
    assert (given_up.status, given_up.payload) == ("rejected", WORDS)
    assert resent.status == "sent"
    assert [line for line in errors(caplog) if given_up.reference in line]


@pytest.mark.parametrize(("ago", "found"), [(MINUTE, ("sent", 1)), (0 * MINUTE, ("sending", 0))])
def test_a_lead_that_a_command_is_sending_is_redelivered_only_if_that_was_killed(engine, site, far, ago, found):
    put(engine, Status.QUARANTINED, next_attempt_at=None)
    (waiting,) = site.maintenance.waiting([Status.QUARANTINED])
    assert site.store.claim(waiting, datetime.now(UTC) - ago)  # a minute ago: killed since then
    site.redeliver()
    assert (*statuses(engine), len(far.messages)) == found


def test_a_delivery_that_fails_unexpectedly_is_unsure_and_its_batch_goes_on(engine, site, far, caplog):
    put(engine, Status.PENDING, form="gone", reference="GGGG-22", next_attempt_at=NOW - DAY)
    put(engine, Status.PENDING, count=20)
    site.redeliver()
    (lead,) = [lead for lead in leads(engine) if lead.form == "gone"]
    assert (lead.status, lead.last_code, lead.attempts) == ("unsure", "KeyError", 1)
    assert lead.next_attempt_at > NOW
    assert lead.failing_since is not None
    assert statuses(engine).count("sent") == 20
    (line,) = [json.loads(JsonLines().format(record)) for record in caplog.records if record.exc_info]
    assert "GGGG-22" in line["message"]
    assert any(place.startswith("gym_site/leads/gateway.py:") for place in line["places"])


def test_a_lead_is_given_up_after_3_unclear_responses(engine, site, far):
    far.body, far.headers = "<p>Thank you</p>", {"Content-Type": "text/html"}
    site.submit()
    for _ in range(5):
        change(engine, next_attempt_at=MINUTE)
        site.redeliver()
    (lead,) = leads(engine)
    assert (lead.status, lead.last_code, len(far.messages)) == ("rejected", "200", 3)


# The loop


def run_until(process, condition):
    async def work():
        running = process.background.start()
        while not condition():
            await asyncio.sleep(0.01)
        running.cancel()
        await process.dispatcher.aclose()

    asyncio.run(asyncio.wait_for(work(), 20))


def test_background_work_continues_after_errors_and_logs_no_visitor_data(engine, site, monkeypatch, caplog):
    put(engine, Status.PENDING)
    monkeypatch.setattr(background_module, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(site.maintenance, "expire", Mock(side_effect=[OperationalError("", {}, Exception()), None]))
    site.background.prepare = Mock(side_effect=[sqlite3.OperationalError("knee"), True])
    run_until(site, lambda: statuses(engine) == ["sent"])
    assert site.background.prepare.call_count == 2
    assert errors(caplog) == [
        "The background work can't use the database (OperationalError)",
        "A round of the background work failed (OperationalError)",
    ]


@pytest.mark.parametrize(("pause", "found"), [(background_module.TAKEN_OVER_AFTER, "sending"), (0, "sent")])
def test_a_database_error_delays_the_takeover_of_expired_claims(engine, site, monkeypatch, pause, found):
    put(engine, Status.SENDING, lease_until=NOW - MINUTE)
    put(engine, Status.PENDING)
    monkeypatch.setattr(background_module, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(background_module, "MAINTENANCE_ROUNDS", 1000)  # only in the first round
    monkeypatch.setattr(background_module, "TAKEN_OVER_AFTER", pause)
    site.background.maintain = AsyncMock(side_effect=OperationalError("", {}, Exception()))
    run_until(site, lambda: statuses(engine) == [found, "sent"])


def test_leads_are_erased_on_schedule_even_if_redelivery_is_off(engine, far):
    put(engine, Status.PENDING)
    put(engine, Status.SENT, sent_at=NOW - 8 * DAY)
    process = Process(engine, far, redeliver=False)
    process.background.turned -= 1000
    run_until(process, lambda: "erased" in statuses(engine))
    assert time.monotonic() - process.background.turned < 100  # the health check sees progress
    assert (statuses(engine), far.messages) == (["pending", "erased"], [])


# Erasure


def test_sent_leads_are_erased_after_a_week_and_spam_after_a_month(engine, site):
    for days, status in enumerate((Status.SENT, Status.DONE)):
        put(engine, status, sent_at=NOW - 7 * DAY, ago=(50 - days) * DAY)
    put(engine, Status.QUARANTINED, ago=30 * DAY, count=2)
    before = leads(engine)[:2]
    assert site.maintenance.erasable(NOW) == site.maintenance.erase_due(NOW) == 4
    for lead, after in zip(before, leads(engine), strict=True):
        assert (after.status, after.payload, after.payload_hash) == ("erased", None, "")
        assert after.key != lead.key
        assert after.erased_at is not None
        assert after.reference == lead.reference  # staff can still look it up


def test_no_lead_is_erased_early_or_before_its_delivery(engine, site):
    put(engine, Status.SENT, sent_at=NOW - 6 * DAY, ago=90 * DAY)
    put(engine, Status.DONE, sent_at=NOW - DAY, ago=90 * DAY)
    put(engine, Status.QUARANTINED, ago=29 * DAY)
    for status in ("pending", "unsure", "rejected", "kept"):
        put(engine, status, ago=400 * DAY)
    assert site.maintenance.erasable(NOW) == site.maintenance.erase_due(NOW) == 0
    assert all(lead.payload == WORDS for lead in leads(engine))


def test_erased_data_stays_in_database_files_only_while_a_reader_is_open(engine, site, tmp_path):
    def words_left():
        return any(b"unforgettable" in file.read_bytes() for file in tmp_path.iterdir())

    put(engine, Status.SENT, sent_at=NOW - 8 * DAY, payload={**WORDS, "message": "unforgettable words"})
    with closing(sqlite3.connect(tmp_path / "gym.db", isolation_level=None)) as reader:
        reader.execute("begin")
        reader.execute("select * from lead").fetchall()
        site.run(site.background.maintain())
        assert statuses(engine) == ["erased"]
        assert words_left()
        assert not site.maintenance.empty_journal()
    site.run(site.background.maintain())  # a minute later
    assert not words_left()


def test_the_privacy_page_states_the_same_retention_times_as_the_code():
    promised = " ".join(GYM.privacy.text.replace("**", "").split())
    assert f"are erased from this website's database after {ERASED_AFTER.days} days" in promised
    assert f"Our team is told after {'an hour' if LATE == 3600 else LATE}" in promised
    assert f"not forwarded, and erased after {QUARANTINE_DELETED_AFTER.days} days" in promised
