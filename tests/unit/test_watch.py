"""Messages to staff: of each trouble once and of its end, the daily summary, and where they go."""

import asyncio
import json
import socket
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from datetime import time as clock_time
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from gym_site import brand
from gym_site.leads.messenger import Messenger
from gym_site.leads.status import Status
from gym_site.leads.troubles import Troubles
from gym_site.server import watch as watch_module
from gym_site.server.logs import JsonLines
from gym_site.server.watch import Watch
from gym_site.settings import load_settings, site_command
from tests.gym import GYM
from tests.leads import DAY, HOST, MINUTE, NOW, SETTINGS, WORDS, FakeFormService, Process, change, health_of, put
from tests.mail_server import CLOSE, END

WEBHOOK = "https://alerts.example/gym"
NUMBERS = {"came": 6, "sent": 2, "undelivered": 3, "rejected": 1, "quarantined": 1, "kept": 0}
LINES = [
    "6 requests arrived in the last 24 hours; 2 sent.",
    "Waiting to be sent now: 3. Refused: 1. In quarantine: 1. Kept for you to read: 0.",
    f"To list the requests: {site_command()} leads",
]
SUMMARY = " requests arrived in the last 24 hours"


class Staff:
    """A server process whose messages go to a webhook, and its clock, which stands still."""

    def __init__(self, engine, webhook, **settings):
        chosen = replace(SETTINGS, **{"alerts": (WEBHOOK,), **settings})
        self.process, self.webhook = Process(engine, None), webhook
        self.clock: Any = Mock(return_value=NOW.astimezone(timezone(timedelta(hours=-8))))
        process, messenger = self.process, Messenger(chosen, httpx.MockTransport(webhook))
        self.health = health_of(process)
        self.parts = self.health, messenger, process.workers, process.maintenance, Troubles(engine)
        self.watch = Watch(*self.parts, lambda: self.clock())

    def looks(self, times=1, *, every=MINUTE):
        """Let the watch look; return the texts that it sent meanwhile."""
        before = len(self.webhook.posts)
        for _ in range(times):
            self.clock.return_value += every
            self.process.run(self.watch.look())
        return [post["text"].removeprefix(f"{HOST}: ") for post in self.webhook.posts[before:]]


@pytest.fixture
def staff(engine, webhook):
    return Staff(engine, webhook)


def test_a_trouble_is_told_once_and_its_end_and_again_if_it_returns(staff, caplog):
    stalled = "The background work has made no progress for 11 minutes: restart the site."
    assert staff.looks(2) == []
    staff.process.background.turned -= 700
    assert staff.looks(1) == []  # it may be over in a minute
    staff.process.background.turned += 700
    assert staff.looks(2) == []
    for _ in range(2):
        staff.process.background.turned -= 700
        assert staff.looks(30) == [stalled]
        staff.process.background.turned += 700
        assert staff.looks(30) == [f"This is over: {stalled}"]
    post = staff.webhook.posts[0]
    assert (post["background"], post["database"], post["rejected"]) == (0, 1, 0)
    assert caplog.messages.count(stalled) == 2


@pytest.mark.parametrize(
    ("status", "ago", "says"),
    [
        (Status.REJECTED, MINUTE, "1 request was refused by the form service: {} leads list --status rejected"),
        (Status.PENDING, 61 * MINUTE, "1 request is undelivered, one for over an hour: {} leads"),
    ],
)
def test_requests_that_need_a_person_are_told_once_by_one_of_several_processes(engine, webhook, status, ago, says):
    processes = [Staff(engine, webhook) for _ in range(3)]
    put(engine, status, ago=ago)
    texts = [text for _ in range(5) for one in processes for text in one.looks()]
    assert texts == [says.format(site_command())]
    restarted = Staff(engine, webhook)
    restarted.clock.return_value = processes[0].clock()
    assert restarted.looks(3) == []
    change(engine, status=Status.SENT, sent_at=MINUTE)
    assert [text for one in processes for text in one.looks(2)] == [f"This is over: {texts[0]}"]


def test_200_spam_forms_in_an_hour_cause_no_alert_and_one_line_in_the_summary(engine, webhook):
    due = (NOW.astimezone(timezone(timedelta(hours=-8))) + 30 * MINUTE).time().replace(second=0, microsecond=0)
    staff = Staff(engine, webhook, daily_summary=due)
    put(engine, Status.QUARANTINED, count=200)
    (summary,) = staff.looks(60)
    assert "In quarantine: 200." in summary


def test_a_message_is_sent_again_until_the_webhook_accepts_it(engine, staff, webhook, caplog):
    put(engine, Status.REJECTED)
    for webhook.status in (None, 500, 200, 200):
        staff.looks()
    assert len(webhook.posts) == 3
    failures = [line.partition(" (not ")[2] for line in caplog.messages]
    assert failures == [f"delivered to alerts.example: {why})" for why in ("ConnectError", "500")] + [""]
    change(engine, status=Status.DONE, sent_at=MINUTE)
    for webhook.status in (500, 200, 200):
        staff.looks()
    assert len(webhook.posts) == 5


def test_the_server_keeps_checking_for_faults_after_a_check_has_failed(staff, monkeypatch, caplog):
    staff.process.background.turned -= 700
    report, failures = staff.health.report, [ValueError("Jo Lee")]

    async def failing():
        staff.clock.return_value += MINUTE
        if failures:
            raise failures.pop()
        return await report()

    monkeypatch.setattr(watch_module, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(staff.health, "report", failing)

    async def work():
        running = staff.watch.start()
        while not staff.webhook.posts:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(asyncio.wait_for(work(), 20))
    assert caplog.messages[0] == "The check for faults failed (ValueError)"
    assert "Jo Lee" not in "".join(map(JsonLines().format, caplog.records))


@pytest.mark.parametrize("abstract", [False, True])
def test_the_watch_answers_the_watchdog_of_systemd(tmp_path, monkeypatch, abstract):
    address = f"@{tmp_path}/notify" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + address[1:] if abstract else address)
        systemd.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", "150000000")
        watch_module.answer_watchdog()
        assert systemd.recv(100) == b"WATCHDOG=1"


# The daily summary


@pytest.fixture
def due():
    return (NOW.astimezone(timezone(timedelta(hours=-8))) + 2 * MINUTE).time().replace(second=0, microsecond=0)


def fill(engine):
    put(engine, Status.SENT, sent_at=NOW - MINUTE, count=2)
    put(engine, Status.SENT, ago=3 * DAY, sent_at=NOW - 2 * DAY)
    put(engine, Status.PENDING, ago=2 * DAY)
    for status in (Status.UNSURE, Status.SENDING, Status.REJECTED, Status.QUARANTINED):
        put(engine, status)


def test_webhooks_and_mailboxes_get_the_daily_summary_as_counts_without_visitor_data(engine, webhook, due, mail_server):
    fill(engine)
    ways = {"form_endpoint": mail_server.address(), "alerts": (WEBHOOK, "mailto:owner@gym.example")}
    staff = Staff(engine, webhook, daily_summary=due, **ways)
    staff.looks(3)
    (post,), (mail,) = (
        [one for one in webhook.posts if SUMMARY in one["text"]],
        [one for one in mail_server.mails if SUMMARY in one["Subject"]],
    )
    assert post["text"].removeprefix(f"{HOST}: ").splitlines()[:3] == LINES
    since = f"Still so since {staff.clock() - 2 * MINUTE:%Y-%m-%d %H:%M}: "  # the first look, by the gym's clock
    assert [line.startswith(since) for line in post["text"].splitlines()[3:]] == [True, True]
    assert {name: post[name] for name in NUMBERS} == NUMBERS
    assert mail["Subject"] == f"{HOST}: {LINES[0]}"
    assert mail["To"] == "owner@gym.example"
    assert mail.get_content().removeprefix(f"{HOST}: ").splitlines()[:3] == LINES
    assert not [word for word in WORDS.values() if word and word in mail.as_string() + json.dumps(webhook.posts)]


def test_one_daily_summary_is_sent_despite_restarts_and_other_processes(engine, webhook, due):
    several = [Staff(engine, webhook, daily_summary=due) for _ in range(3)]
    for day in range(1, 4):
        restarted = Staff(engine, webhook, daily_summary=due)
        restarted.clock.return_value = several[0].clock()
        for one in (*several, restarted, *several):
            one.looks(3)
        assert len(webhook.posts) == day
        for one in several:
            one.clock.return_value += DAY - 6 * MINUTE


@pytest.mark.parametrize("day", ["2026-03-07", "2026-10-31"])
def test_the_summary_comes_at_the_same_time_on_the_day_on_which_clocks_change(engine, webhook, monkeypatch, day):
    there = GYM.brand.model_copy(update={"time_zone": "America/New_York"})
    moment = there.time(datetime.fromisoformat(f"{day}T08:00:30")).astimezone(UTC)
    monkeypatch.setattr(brand, "datetime", Mock(now=lambda _: moment))
    staff = Staff(engine, webhook, daily_summary=clock_time(8))
    watch = Watch(*staff.parts, there.now)
    sent = []
    for _ in range(50):
        before = len(webhook.posts)
        staff.process.run(watch.look())
        sent += [f"{there.now():%H:%M}"] * (len(webhook.posts) - before)
        moment += timedelta(hours=1)
    assert sent == ["08:00", "08:00"]


@pytest.mark.parametrize(
    ("faults", "mails"), [([{"RCPT": "451 Later"}, {}], 1), ([{"RCPT": "550 No"}, {}], 0), ([{END: CLOSE}, {}], 1)]
)
def test_a_summary_is_mailed_again_only_if_it_cannot_have_arrived(engine, webhook, due, mail_server, faults, mails):
    staff = Staff(engine, webhook, daily_summary=due, alerts=(), form_endpoint=mail_server.address())
    staff.looks()
    for mail_server.faults in faults:
        staff.looks()
    assert len(mail_server.mails) == mails


# Recipients


@pytest.mark.parametrize(
    ("webhook", "kind", "reads"),
    [
        ("https://hooks.slack.com/services/T/B/x", "application/json", lambda body: json.loads(body)["text"]),
        ("https://discord.com/api/webhooks/1/x", "application/json", lambda body: json.loads(body)["content"]),
        ("https://chat.googleapis.com/v1/spaces/x", "application/json", lambda body: json.loads(body).popitem()[1]),
        ("https://ntfy.sh/gym", None, bytes.decode),
        (
            "https://x.westus.logic.azure.com/workflows/x",
            "application/json",
            lambda body: json.loads(body)["attachments"][0]["content"]["body"][0]["text"],
        ),
        ("https://mail.example/send", "application/json", lambda body: json.loads(body)["message"]),
    ],
    ids=["Slack", "Discord", "Google Chat", "ntfy", "Teams", "another"],
)
def test_a_message_has_the_format_that_the_chat_service_expects(webhook, kind, reads):
    posts = []
    transport = httpx.MockTransport(lambda request: posts.append(request) or httpx.Response(200))
    settings = load_settings({"GYM_ALERTS": webhook, "GYM_SITE_URL": "https://gym.example"})
    asyncio.run(Messenger(settings, transport).send("One\nTwo", {"rejected": 1}))
    (request,) = posts
    assert request.headers.get("content-type") == kind
    assert reads(request.content) == "gym.example: One\nTwo"
    if "google" in webhook:
        assert list(json.loads(request.content)) == ["text"]


def test_a_recipient_that_fails_keeps_the_others_from_no_message_and_is_logged(engine, mail_server, caplog):
    webhook = FakeFormService()
    webhook.status = 404
    staff = Staff(engine, webhook, alerts=(WEBHOOK, mail_server.address(to="owner@gym.example")), form_endpoint=None)
    put(engine, Status.REJECTED)
    staff.looks(4)
    assert (len(webhook.posts), [mail["To"] for mail in mail_server.mails]) == (1, ["owner@gym.example"])
    assert "(not delivered to alerts.example: 404)" in caplog.text
