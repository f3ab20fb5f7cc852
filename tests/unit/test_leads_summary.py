"""The daily summary: sent by one process a day, by mail or webhook, with counts only."""

import json
from datetime import timedelta, timezone
from functools import partial

import httpx
import pytest

from gym_site.leads import summary as summary_module
from gym_site.leads.alerts import post_alert, site_command
from gym_site.leads.status import Status
from gym_site.leads.summary import DailySummary
from tests.leads import DAY, HOST, MINUTE, NOW, WORDS, Process, put
from tests.mail_server import CLOSE, END

NUMBERS = {"came": 6, "sent": 2, "undelivered": 3, "rejected": 1, "quarantined": 1, "kept": 0}
LINES = [
    "6 requests came in the last 24 hours, and 2 went out.",
    "Waiting to be sent now: 3. Refused: 1. In quarantine: 1. Kept for you to read: 0.",
    f"To see them: {site_command()} leads list",
]


@pytest.fixture
def webhook(monkeypatch):
    """Collects posts, and responds with the statuses in ``answers``, then with 200."""
    posts, answers = [], []

    def take(request):
        posts.append(json.loads(request.content))
        return httpx.Response(answers.pop(0) if answers else 200)

    monkeypatch.setattr(summary_module, "post_alert", partial(post_alert, transport=httpx.MockTransport(take)))
    return posts, answers


class Clock:
    """A stopped clock in a time zone west of Greenwich."""

    def __init__(self):
        self.time = NOW.astimezone(timezone(timedelta(hours=-8)))

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


def settings(clock, **addresses):
    """Return settings with a summary due in a minute or two."""
    return {"daily_summary": (clock.time + 2 * MINUTE).time().replace(second=0, microsecond=0), **addresses}


def summary(process, clock):
    parts = process.background
    return DailySummary(parts.settings, process.workers, process.maintenance, process.limits, clock)


def fill(engine):
    put(engine, Status.SENT, sent_at=NOW - MINUTE, count=2)
    put(engine, Status.SENT, ago=3 * DAY, sent_at=NOW - 2 * DAY)
    put(engine, Status.PENDING, ago=2 * DAY)
    for status in (Status.UNSURE, Status.SENDING, Status.REJECTED, Status.QUARANTINED):
        put(engine, status)


def test_the_mailbox_gets_daily_counts_without_visitor_data(engine, far, clock, mail_server):
    fill(engine)
    process = Process(
        engine, far, **settings(clock, form_endpoint=mail_server.address(), alert_webhook="https://a.example")
    )
    daily = summary(process, clock)
    process.run(daily.send_if_due())
    assert mail_server.mails == []
    clock.time += 2 * MINUTE
    process.run(daily.send_if_due())
    (mail,) = mail_server.mails
    assert mail["Subject"] == f"{HOST}: 6 requests in 24 hours"
    assert mail["To"] == "front@gym.example"
    assert mail.get_content().splitlines() == LINES
    assert not [word for word in WORDS.values() if word and word in mail.as_string()]


def test_without_a_mail_server_the_webhook_gets_the_summary(engine, far, clock, webhook):
    fill(engine)
    process = Process(engine, far, **settings(clock, alert_webhook="https://alerts.example/gym"))
    daily = summary(process, clock)
    clock.time += 2 * MINUTE
    process.run(daily.send_if_due())
    (post,) = webhook[0]
    assert post["text"].removeprefix(f"{HOST}: ").splitlines() == LINES
    assert {name: post[name] for name in NUMBERS} == NUMBERS


def test_one_summary_a_day_is_sent_despite_restarts_and_other_processes(engine, far, clock, webhook):
    process = Process(engine, far, **settings(clock, alert_webhook="https://alerts.example/gym"))
    several = [summary(process, clock) for _ in range(3)]
    for day in range(1, 4):
        clock.time += 2 * MINUTE
        for daily in (*several, *several, summary(process, clock)):
            process.run(daily.send_if_due())
        restarted = Process(engine, far, **vars(process.background.settings))  # without Redis it remembers nothing
        process.run(summary(restarted, clock).send_if_due())
        assert len(webhook[0]) == day
        clock.time += DAY - 2 * MINUTE


def test_a_summary_that_the_webhook_refused_is_sent_again(engine, far, clock, webhook, caplog):
    process = Process(engine, far, **settings(clock, alert_webhook="https://alerts.example/secret"))
    daily = summary(process, clock)
    webhook[1].append(500)
    for _ in range(5):
        clock.time += 2 * MINUTE
        process.run(daily.send_if_due())
    assert len(webhook[0]) == 2
    assert [record.getMessage() for record in caplog.records if "summary" in record.getMessage()] == [
        "The daily summary was not sent (500)"
    ]


@pytest.mark.parametrize(
    ("faults", "mails"), [([{"RCPT": "451 Later"}, {}], 1), ([{"RCPT": "550 No"}, {}], 0), ([{END: CLOSE}, {}], 1)]
)
def test_a_mail_is_retried_only_if_it_cannot_have_arrived(engine, far, clock, mail_server, faults, mails):
    process = Process(engine, far, **settings(clock, form_endpoint=mail_server.address()))
    daily = summary(process, clock)
    for fault in faults:
        clock.time += 2 * MINUTE
        mail_server.faults = fault
        process.run(daily.send_if_due())
    assert len(mail_server.mails) == mails


def test_the_background_work_sends_the_summary_only_if_configured(engine, far, clock, webhook):
    for asked in (settings(clock), {}):
        process = Process(engine, far, alert_webhook="https://alerts.example/gym", **asked)
        process.background.summary.clock = clock
        process.background.summary._set_due()
        clock.time += 2 * MINUTE
        process.run(process.background.maintain())
    assert len(webhook[0]) == 1
