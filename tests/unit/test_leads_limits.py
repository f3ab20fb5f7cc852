"""Spam and excess leads are quarantined up to a limit, and people still get through meanwhile."""

import socket
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from reflex.app import EventNamespace
from reflex.config import get_config
from starlette.requests import HTTPConnection

from gym_site.content.business import BUSINESS
from gym_site.db.queries import Records, change_business
from gym_site.leads import service as service_module
from gym_site.leads import store as store_module
from gym_site.leads.fields import spam_reason
from gym_site.leads.service import Outcome
from gym_site.network import UNREADABLE, network
from gym_site.server.address import visitor_address
from gym_site.server.forms import form_posts
from tests.leads import SETTINGS, WORDS, FakeFormService, Process, change, leads, put, statuses
from tests.site import ask

THREE_LINKS = "http://a.example, https://www.b.example and www.c.example"
HERE = "203.0.113.7"


@pytest.fixture
def clock(monkeypatch):
    """The clock used by the rate limits."""
    clock = SimpleNamespace(now=time.time())
    monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: clock.now))
    return clock


class Site(Process):
    """A process that receives one form after the other, each with its own text."""

    def __init__(self, engine, **settings):
        self.engine, self.far, self._number = engine, FakeFormService(), 0
        super().__init__(engine, self.far, **settings)

    def send(self, *, address=HERE, **raw):
        self._number += 1
        own = {"key": f"{self._number:032x}", "message": f"Question {self._number}"}
        return self.submit(address=address, **(own | raw))

    def statuses(self):
        return statuses(self.engine)


@pytest.fixture
def site(engine):
    return Site(engine)


# Signs of spam in the form


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"website": ["x"]}, "honeypot"), ({"message": THREE_LINKS}, "links"),
        ({"message": "[url=HTTP://a.example]a[/url] " * 3}, "links"),
    ],
)  # fmt: skip
def test_suspected_spam_is_quarantined_and_the_sender_sees_success(site, raw, reason):
    assert site.send(**raw).ok
    (lead,) = leads(site.engine)
    assert (lead.status, lead.reason, lead.attempts, lead.next_attempt_at) == ("quarantined", reason, 0, None)
    assert lead.payload["message"] == raw.get("message", "Question 1")
    assert site.far.messages == []


@pytest.mark.parametrize(
    "raw",
    [
        {"website": "  "}, {"website": None}, {"message": "http://a.example and https://www.b.example"},
        {"message": "Awww... a.example b.example c.example, jo@www"},
    ],
)  # fmt: skip
def test_normal_messages_are_not_spam(raw):
    assert spam_reason(raw, {"message": str(raw.get("message", ""))}) == ""


def test_leads_are_kept_and_spam_quarantined_without_a_form_service(engine):
    site = Process(engine, None)
    for message in ("Hello", "Hello", THREE_LINKS):
        assert site.submit(message=message).ok
    assert [(lead.status, lead.attempts, lead.next_attempt_at) for lead in leads(engine)] == [
        ("kept", 0, None), ("quarantined", 0, None)
    ]  # fmt: skip


def test_suspected_spam_sent_again_gets_the_same_response(site):
    for website in ("x", ""):  # a bot learns nothing by emptying the field
        assert site.send(key="a" * 32, website=website, message="Hello").ok
    assert (site.statuses(), site.far.messages) == (["quarantined"], [])


# The limits


def test_an_address_may_send_five_leads_in_ten_minutes_and_twenty_a_day(site, clock):
    def burst():
        assert all(site.send().ok for _ in range(6))

    burst()
    assert site.statuses() == ["sent"] * 5 + ["quarantined"]
    assert leads(site.engine)[-1].reason == "address"
    clock.now += 599
    site.send(address=f"::ffff:{HERE}")
    assert site.statuses()[6:] == ["quarantined"]
    site.send(address="203.0.113.8")
    assert site.statuses()[7:] == ["sent"]
    for _ in range(3):
        clock.now += 601
        burst()
    assert site.statuses()[8:] == (["sent"] * 5 + ["quarantined"]) * 3
    clock.now += 601
    burst()  # the daily limit of twenty is used up
    assert site.statuses()[26:] == ["quarantined"] * 6


def test_reaching_the_hourly_limit_for_all_addresses_together_is_logged(engine, clock, caplog):
    def told():
        return sum("GYM_LIMIT_TOTAL is reached" in record.getMessage() for record in caplog.records)

    site = Site(engine, limit_total=3, limit_per_address=1)
    for address in ("", "", "203.0.113.3", "203.0.113.4", "203.0.113.5"):
        site.send(address=address)
    assert site.statuses() == ["sent"] * 3 + ["quarantined"] * 2
    assert leads(engine)[-1].reason == "total"
    assert told() == 1
    clock.now += 3601
    site.send()
    assert site.statuses()[5:] == ["sent"]
    assert told() == 1
    for address in ("", "", "", ""):
        site.send(address=address)
    assert told() == 2
    assert SETTINGS.limit_total == 60


def test_spam_from_an_address_is_refused_after_twenty_leads_a_day(site, clock):
    assert all(site.send(website="x").ok for _ in range(20))
    for _ in range(3):
        assert site.send(website="x") == Outcome(ok=False, refused=True)
    assert len(site.statuses()) == 20
    assert site.send().ok  # people at the same address still get through
    assert site.send(address="203.0.113.8", website="x").ok
    clock.now += 86400
    assert site.send(website="x").ok


def test_a_full_quarantine_accepts_only_the_first_lead_of_each_address(engine, clock, monkeypatch):
    monkeypatch.setattr(store_module, "MAX_QUARANTINED", 10)
    site = Site(engine, limit_total=1)
    junk = [site.send(website="x", address=f"203.0.113.{number % 5}") for number in range(15)]
    assert [outcome.ok for outcome in junk] == [True] * 10 + [False] * 5
    assert {outcome.refused for outcome in junk[10:]} == {True}
    assert site.send(address="203.0.113.98").ok  # below the total limit
    assert site.send(address="203.0.113.99").ok  # over it
    assert site.send(address="203.0.113.99").refused
    assert site.statuses() == ["quarantined"] * 10 + ["sent", "quarantined"]
    clock.now += 86401
    assert site.send(website="x", address="203.0.113.1").ok


def test_a_stored_form_may_be_sent_again_even_over_a_limit(engine, clock):
    site = Site(engine, limit_per_address=1)
    site.far.status = 503
    for number in range(5):
        site.send(message=f"Hello {number}")
    assert site.send(message="Again").refused
    site.far.status = 200
    assert site.send(message="Hello 0", website="x").ok
    assert site.statuses() == ["sent"] + ["quarantined"] * 4


def test_zero_turns_a_limit_off(engine):
    site = Site(engine, limit_per_address=0, limit_total=0)
    assert all(site.send(website="x").ok for _ in range(22))
    for _ in range(70):
        assert site.limits.exceeded(HERE) == ""
        site.limits.count(HERE)


def test_only_accepted_leads_count_towards_a_limit(engine, clock):
    site = Site(engine, limit_per_address=2)
    for raw in ({"website": "x"}, {"message": THREE_LINKS}):
        site.send(**raw)
    for _ in range(4):
        assert site.send(key="a" * 32, message="Hello").ok
    for _ in range(2):
        site.send()
    assert site.statuses() == ["quarantined", "quarantined", "sent", "sent", "quarantined"]


def test_leads_over_a_limit_are_sent_when_the_rate_is_normal_again(engine, clock):
    site = Site(engine, limit_total=3)
    for number in range(5):
        site.send(address=f"203.0.113.{number}")
    site.send(address="203.0.113.9", website="x")
    change(engine, created_at=timedelta(minutes=11))

    def a_minute_later():
        site.run(site.background.maintain())
        site.redeliver()

    a_minute_later()
    assert site.statuses().count("sent") == 3  # the hour is still full
    clock.now += 3601
    for sent in (4, 5, 5):  # one per minute; the bot's lead stays in quarantine
        a_minute_later()
        assert site.statuses().count("sent") == sent
    assert [lead.reason for lead in leads(engine) if lead.status == "quarantined"] == ["honeypot"]


def test_leads_stay_in_quarantine_after_a_flood_until_staff_decide(engine):
    put(engine, "quarantined", count=31, reason="total", ago=timedelta(minutes=11), next_attempt_at=None)
    site = Site(engine)
    site.run(site.background.maintain())
    assert set(statuses(engine)) == {"quarantined"}
    assert site.maintenance.done(leads(engine)[0].reference, datetime.now(UTC))
    site.run(site.background.maintain())
    assert Counter(statuses(engine)) == {"quarantined": 29, "done": 1, "pending": 1}


def test_leads_over_a_limit_wait_for_staff_if_no_form_service_is_set(engine):
    put(engine, "quarantined", reason="address", ago=timedelta(minutes=11), next_attempt_at=None)
    site = Process(engine, None)
    site.run(site.background.maintain())
    assert statuses(engine) == ["kept"]


def test_all_addresses_of_a_visitor_share_one_rate_limit():
    visitors = {
        "203.0.113.7": ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7:51234"],
        "2001:db8:1:2::/64": ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "[2001:db8:1:2::3]:443"],
        UNREADABLE: ["unknown", "_hidden", "testclient"],
        "": ["", "0.0.0.0", "::"],  # without an address only the total limit applies
    }
    for visitor, addresses in visitors.items():
        assert {network(address) for address in addresses} == {visitor}


@pytest.mark.parametrize(("answers", "error"), [(False, "ConnectionError"), (True, "TimeoutError")])
def test_forms_are_accepted_without_delay_if_redis_is_unavailable(engine, caplog, answers, error):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"redis://:secret@127.0.0.1:{server.getsockname()[1]}/0"
        if not answers:
            server.close()
        site = Site(engine, redis_url=address, limit_per_address=1, limit_total=2)
        assert all(site.send().ok for _ in range(4))  # each within the deadline
        for _ in range(15):
            site.send(website="x")
    assert site.statuses() == ["sent"] * 4 + ["quarantined"] * 15
    assert [record.args for record in caplog.records if "Redis" in record.msg] == [(error,)]
    assert "secret" not in caplog.text


def test_a_flood_of_forms_logs_one_line_a_minute_without_visitor_data(site, caplog, monkeypatch):
    caplog.set_level("DEBUG")
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(service_module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    for _ in range(23):
        site.send(message=f"My knee {time.monotonic_ns()}", website="https://spam.example")
    clock.now += 61
    site.send(message=f"My knee {THREE_LINKS}", address="203.0.113.9")
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("gym_site")]
    assert lines == [
        "Leads were quarantined or refused (honeypot, quarantined: 1)",
        "Leads were quarantined or refused (honeypot, quarantined: 19; honeypot, refused: 3; links, quarantined: 1)",
    ]


# From the HTTP request to the limits


def post(process, raw, **rest):
    app = form_posts(process.service, Records(process.engine, BUSINESS), SETTINGS)
    return ask(app, "/forms/inquiry", "POST", client=HERE, data=WORDS | raw, **rest)


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, ["198.51.100.1"], HERE), (1, [], HERE), (3, ["198.51.100.1"], HERE),
        (2, ["198.51.100.1, 198.51.100.2"], "198.51.100.1"), (1, ["198.51.100.1", "198.51.100.2"], "198.51.100.2"),
    ],
)  # fmt: skip
def test_the_address_of_a_visitor_is_the_one_that_reflex_finds(monkeypatch, hops, forwarded, address):
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", hops)
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (HERE, 4711), "headers": headers}
    assert visitor_address(HTTPConnection(scope)) == address
    assert EventNamespace._build_static_router_data(None, "", {"asgi.scope": scope})["ip"] == address


def test_a_form_posted_by_a_bot_gets_the_normal_response(site):
    answers = [post(site, {"message": str(raw), **raw}) for raw in ({}, {"website": "x"})]
    assert {(answer.status_code, answer.headers["location"]) for answer in answers} == {(303, "/forms/inquiry/sent")}
    assert site.statuses() == ["sent", "quarantined"]


def test_a_429_page_has_the_phone_number_and_the_text_that_was_entered(engine):
    change_business(engine, {"phone": "604-555-0199"})
    site = Site(engine, limit_per_address=1, limit_total=1)
    for number in range(5):
        post(site, {"message": f"Hello {number}", "website": "x"})
    answer = post(site, {"message": "Hello again", "website": "x"})
    assert answer.status_code == 429
    assert "604-555-0199" in answer.text
    assert "Hello again" in answer.text
    assert len(site.statuses()) == 4  # limited per address; the total limit would allow five


def test_a_cross_origin_post_is_refused_and_not_stored(site):
    assert post(site, {}, headers={"origin": "https://other.example"}).status_code == 403
    assert site.statuses() == []
    assert post(site, {}, headers={"origin": SETTINGS.site_url}).status_code == 303
