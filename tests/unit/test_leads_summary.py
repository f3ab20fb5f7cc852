"""The daily summary: only one process sends it each day, by mail or webhook, and it contains only counts."""

import time
from datetime import UTC, datetime, timedelta, timezone
from datetime import time as clock_time
from unittest.mock import Mock

import pytest

from gym_site.leads.alerts import site_command
from gym_site.leads.status import Status
from gym_site.leads.summary import DailySummary
from tests.leads import DAY, HOST, MINUTE, NOW, WORDS, Process, put
from tests.mail_server import CLOSE, END

WEBHOOK = "https://alerts.example/gym"
NUMBERS = {"came": 6, "sent": 2, "undelivered": 3, "rejected": 1, "quarantined": 1, "kept": 0}
LINES = [
    "6 requests arrived in the last 24 hours; 2 sent.",
    "Waiting to be sent now: 3. Refused: 1. In quarantine: 1. Kept for you to read: 0.",
    f"To list the requests: {site_command()} leads",
]


@pytest.fixture
def clock():
    """A stopped clock in a time zone west of Greenwich."""
    return Mock(return_value=NOW.astimezone(timezone(timedelta(hours=-8))))


@pytest.fixture
def process(engine, far, clock):
    """Return a process with these settings and a summary due in a minute or two."""
    due = (clock() + 2 * MINUTE).time().replace(second=0, microsecond=0)
    return lambda **settings: Process(engine, far, **{"daily_summary": due, **settings})


def sender(process, clock):
    """Return a function that sends the summary of a process if it is due."""
    settings = process.background.settings
    daily = DailySummary(settings, process.workers, process.maintenance, process.limits, clock)
    return lambda: process.run(daily.send_if_due())


def fill(engine):
    put(engine, Status.SENT, sent_at=NOW - MINUTE, count=2)
    put(engine, Status.SENT, ago=3 * DAY, sent_at=NOW - 2 * DAY)
    put(engine, Status.PENDING, ago=2 * DAY)
    for status in (Status.UNSURE, Status.SENDING, Status.REJECTED, Status.QUARANTINED):
        put(engine, status)


def test_the_daily_summary_is_mailed_as_counts_without_visitor_data(engine, process, clock, mail_server):
    fill(engine)
    send_if_due = sender(process(form_endpoint=mail_server.address(), alert_webhook=WEBHOOK), clock)
    send_if_due()
    assert mail_server.mails == []
    clock.return_value += 2 * MINUTE
    send_if_due()
    (mail,) = mail_server.mails
    assert mail["Subject"] == f"{HOST}: 6 requests in 24 hours"
    assert mail["To"] == "front@gym.example"
    assert mail.get_content().splitlines() == LINES
    assert not [word for word in WORDS.values() if word and word in mail.as_string()]


def test_without_a_mail_server_the_daily_summary_goes_to_the_webhook(engine, process, clock, webhook):
    fill(engine)
    send_if_due = sender(process(alert_webhook=WEBHOOK), clock)
    clock.return_value += 2 * MINUTE
    send_if_due()
    (post,) = webhook.posts
    assert post["text"].removeprefix(f"{HOST}: ").splitlines() == LINES
    assert {name: post[name] for name in NUMBERS} == NUMBERS


def test_one_daily_summary_is_sent_despite_restarts_and_other_processes(process, clock, webhook):
    one = process(alert_webhook=WEBHOOK)
    several = [sender(one, clock) for _ in range(3)]
    for day in range(1, 4):
        clock.return_value += 2 * MINUTE
        restarted = process(alert_webhook=WEBHOOK)  # without Redis it remembers nothing
        for send_if_due in (*several, *several, sender(one, clock), sender(restarted, clock)):
            send_if_due()
        assert len(webhook.posts) == day
        clock.return_value += DAY - 2 * MINUTE


@pytest.mark.parametrize("day", ["2026-03-07", "2026-10-31"])
def test_the_summary_comes_at_the_same_time_on_the_day_on_which_clocks_change(process, webhook, monkeypatch, day):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/Vancouver")
        time.tzset()
        moment = datetime.fromisoformat(f"{day}T08:00:30").astimezone(UTC)
        send_if_due = sender(process(alert_webhook=WEBHOOK, daily_summary=clock_time(8)), lambda: moment.astimezone())
        sent = []
        for _ in range(50):
            moment += timedelta(hours=1)
            before = len(webhook.posts)
            send_if_due()
            sent += [f"{moment.astimezone():%H:%M}"] * (len(webhook.posts) - before)
    time.tzset()
    assert sent == ["08:00", "08:00"]


def test_a_summary_that_the_webhook_refused_is_sent_again(process, clock, webhook, caplog):
    send_if_due = sender(process(alert_webhook=WEBHOOK), clock)
    for webhook.status in (500, 200, 200):
        clock.return_value += 2 * MINUTE
        send_if_due()
    assert len(webhook.posts) == 2
    assert [line for line in caplog.messages if "summary" in line] == [
        "The daily summary was not sent (500) and will be retried"
    ]


@pytest.mark.parametrize(
    ("faults", "mails"), [([{"RCPT": "451 Later"}, {}], 1), ([{"RCPT": "550 No"}, {}], 0), ([{END: CLOSE}, {}], 1)]
)
def test_a_summary_is_mailed_again_only_if_it_cannot_have_arrived(process, clock, mail_server, faults, mails):
    send_if_due = sender(process(form_endpoint=mail_server.address()), clock)
    for fault in faults:
        clock.return_value += 2 * MINUTE
        mail_server.faults = fault
        send_if_due()
    assert len(mail_server.mails) == mails


def test_the_background_work_sends_the_summary_only_if_configured(process, clock, webhook):
    for one in (process(alert_webhook=WEBHOOK), process(alert_webhook=WEBHOOK, daily_summary=None)):
        one.background.summary.clock = clock
        one.background.summary._set_due()
        clock.return_value += 2 * MINUTE
        one.run(one.background.maintain())
    assert len(webhook.posts) == 1
