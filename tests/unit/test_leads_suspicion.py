"""What looks like a bot's is stored and not forwarded, and says nothing of that to whoever sent it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import time
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex.app import EventNamespace
from reflex.config import get_config
from sqlmodel import Session, col, select

from gym_site.content.business import BUSINESS
from gym_site.db.tables import Lead
from gym_site.leads import suspicion
from gym_site.leads.courier import Courier
from gym_site.leads.gateway import Gateway
from gym_site.leads.pipeline import LeadDesk
from gym_site.leads.suspicion import Suspicion
from gym_site.server.forms import form_posts
from gym_site.settings import load_settings

SETTINGS = load_settings({})
WORDS = {"name": "Jo Lee", "email": "jo@mail.example", "message": "My knee hurts"}
THREE_LINKS = "http://a.example, https://www.b.example and www.c.example"
HERE = "203.0.113.7"


class Clock:
    """Stands in for the clock that signs and for the one that the limits go by."""

    def __init__(self, monkeypatch):
        self.now = time.time()
        monkeypatch.setattr(suspicion, "_milliseconds", lambda: round(self.now * 1000))
        monkeypatch.setattr("limits.storage.memory.time", SimpleNamespace(time=lambda: self.now))


@pytest.fixture
def clock(monkeypatch):
    return Clock(monkeypatch)


class Site:
    """A desk with its database and a form service that answers as told and remembers what it got."""

    def __init__(self, engine, **settings):
        self.engine = engine
        self.posts = []
        self.status = 200
        gateway = Gateway(
            "https://forms.example/f/1", "https://gym.example", transport=httpx.MockTransport(self._answer)
        )
        self.desk = LeadDesk(replace(SETTINGS, **settings), Courier(engine, gateway))
        self._number = 0

    def _answer(self, request):
        self.posts.append(json.loads(request.content))
        return httpx.Response(self.status, json={})

    def send(self, *, address=HERE, **raw):
        """Send one form with a key and words of its own unless told otherwise."""
        self._number += 1
        own = {"key": f"{self._number:032x}", "message": f"Question {self._number}"}
        return asyncio.run(self.desk.submit("inquiry", {**WORDS, **own, **raw}, via="event", address=address))

    def statuses(self):
        with Session(self.engine) as session:
            return [lead.status for lead in session.exec(select(Lead).order_by(col(Lead.created_at)))]


@pytest.fixture
def site(engine):
    return Site(engine)


def reasons(caplog):
    return [one.args[-1] for one in caplog.records if one.levelno == logging.WARNING and "quarantined" in one.msg]


# What lies in the form itself


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({"website": "https://spam.example"}, "honeypot"),
        ({"website": ["x"]}, "honeypot"),
        ({"message": THREE_LINKS}, "links"),
        ({"message": "[url=HTTP://a.example]a[/url] " * 3}, "links"),
    ],
)
def test_a_suspect_is_stored_told_success_and_not_forwarded(site, caplog, raw, reason):
    outcome = site.send(**raw)
    assert outcome.ok
    with Session(site.engine) as session:
        (lead,) = session.exec(select(Lead))
    assert (lead.status, lead.attempts, lead.next_attempt_at, lead.sent_at) == ("quarantined", 0, None, None)
    assert lead.payload["message"] == raw.get("message", "Question 1")
    assert outcome.reference == lead.reference
    assert site.posts == []
    assert reasons(caplog) == [reason]
    assert lead.reference in caplog.text


@pytest.mark.parametrize(
    "raw",
    [
        {"website": ""},
        {"website": "  "},
        {"website": None},
        {"message": "http://a.example and https://www.b.example"},
        {"message": "Awww... a.example b.example c.example, jo@www"},
    ],
)
def test_what_people_write_is_forwarded(site, raw):
    assert site.send(**raw).ok
    assert site.statuses() == ["sent"]


def test_a_mistake_of_a_suspect_is_a_mistake(site):
    assert site.send(website="x", email="").problems
    assert site.statuses() == []


def test_without_a_form_service_a_suspect_is_told_apart_from_what_is_kept(engine):
    desk = LeadDesk(SETTINGS, Courier(engine, None))
    for raw in (WORDS, WORDS, {**WORDS, "message": THREE_LINKS}):  # no key of the page's
        assert asyncio.run(desk.submit("inquiry", raw)).ok
    with Session(engine) as session:
        assert sorted(lead.status for lead in session.exec(select(Lead))) == ["kept", "quarantined"]


def test_logs_name_nobody(site, caplog):
    caplog.set_level("DEBUG")
    site.send(message=f"My knee {THREE_LINKS}", website="https://spam.example")
    for _ in range(6):
        site.send(message=f"My knee {time.monotonic_ns()}")
    assert reasons(caplog) == ["honeypot", "address"]
    for word in ("Jo", "jo@", "knee", "example", HERE):
        assert word not in " ".join(one.getMessage() for one in caplog.records if one.name.startswith("gym_site"))


# The same form again


def test_a_repeat_of_a_suspect_is_told_the_same_once_more(site, caplog):
    key = "a" * 32
    first = site.send(key=key, website="x", message="Hello")
    again = site.send(key=key, message="Hello")  # the field emptied: a bot learns nothing from it
    assert (again.ok, again.reference) == (True, first.reference)
    assert site.statuses() == ["quarantined"]
    assert site.posts == []
    assert len(reasons(caplog)) == 1


def test_a_lead_that_was_accepted_is_not_judged_again(engine, clock):
    site = Site(engine, limit_per_address=1)
    key = "a" * 32
    site.status = 503
    assert not site.send(key=key, message="Hello").ok
    site.status = 200
    assert site.send(key=key, message="Hello", website="x").ok  # the very same words
    assert site.statuses() == ["sent"]


def test_a_correction_counts_as_the_lead_it_corrects(engine, clock):
    site = Site(engine, limit_per_address=1)
    key = "a" * 32
    site.status = 503
    assert not site.send(key=key, message="Helo").ok
    site.status = 200
    assert site.send(key=key, message="Hello").ok
    assert site.statuses() == ["sent"]
    assert site.send(key=key, message="And my back").ok  # under a key that was sent: a lead of its own
    assert site.statuses() == ["sent", "quarantined"]
    assert len(site.posts) == 2


def test_suspect_words_do_not_replace_accepted_ones(site):
    key = "a" * 32
    site.status = 503
    assert not site.send(key=key, message="Hello").ok
    site.status = 200
    for _ in range(2):
        assert site.send(key=key, message=THREE_LINKS).ok
    assert sorted(site.statuses()) == ["pending", "quarantined"]
    assert len(site.posts) == 1


# The signed time


def test_a_form_filled_in_faster_than_people_can_is_quarantined(site, clock, caplog):
    opened = site.desk.opened()
    clock.now += 1.9
    assert site.send(opened=opened).ok
    clock.now += 0.1
    assert site.send(opened=opened).ok
    assert site.statuses() == ["quarantined", "sent"]
    assert reasons(caplog) == ["fast"]


def test_an_old_time_serves_a_second_request(site, clock):
    opened = site.desk.opened()
    clock.now += 86400
    assert [site.send(opened=opened).ok, site.send(opened=opened).ok] == [True, True]
    assert site.statuses() == ["sent", "sent"]


def test_a_time_that_this_process_did_not_sign_is_no_reason(site, clock):
    own = site.desk.opened()
    moment, _, signature = own.partition(".")
    foreign = Suspicion(SETTINGS).opened()
    strange = [None, "", ".", moment, f"{moment}.", f"{int(moment) + 1}.{signature}", f"{own}.", f" {own}", foreign]
    for opened in (*strange, "é.é", "\ud800", 7, [own], {"a": own}, "9" * 9000):
        assert Suspicion(SETTINGS).of({"opened": opened}, WORDS) == ""
        assert site.desk._suspicion.of({"opened": opened}, WORDS) == ""
    assert site.desk._suspicion.of({"opened": own}, WORDS) == "fast"


@given(st.text() | st.from_regex(r"\d{1,30}\.[0-9a-f]{64}"))
def test_no_guess_is_a_reason(opened):
    assert Suspicion(replace(SETTINGS, min_fill_seconds=10**9)).of({"opened": opened}, {}) == ""


# The limits


def test_an_address_has_five_leads_in_ten_minutes_and_twenty_a_day(site, clock, caplog):
    def burst():
        assert all(site.send().ok for _ in range(6))

    burst()
    assert site.statuses() == ["sent"] * 5 + ["quarantined"]
    clock.now += 599
    site.send()
    assert site.statuses()[6:] == ["quarantined"]
    site.send(address="203.0.113.8")
    assert site.statuses()[7:] == ["sent"]
    for _ in range(3):
        clock.now += 601
        burst()
    assert site.statuses()[8:] == ["sent"] * 5 + ["quarantined"] + (["sent"] * 5 + ["quarantined"]) * 2
    clock.now += 601
    burst()  # the twenty are used up
    assert site.statuses()[26:] == ["quarantined"] * 6
    clock.now += 86400
    burst()
    assert site.statuses()[32:] == ["sent"] * 5 + ["quarantined"]
    assert set(reasons(caplog)) == {"address"}
    assert len(site.posts) == site.statuses().count("sent")


def test_all_addresses_together_have_sixty_an_hour(engine, clock, caplog):
    site = Site(engine, limit_total=3)
    for number in range(5):
        site.send(address=f"203.0.113.{number}")
    assert site.statuses() == ["sent"] * 3 + ["quarantined"] * 2
    assert reasons(caplog) == ["total"] * 2
    clock.now += 3601
    site.send()
    assert site.statuses()[5:] == ["sent"]
    assert SETTINGS.limit_total == 60


def test_zero_lifts_each(engine, clock):
    site = Site(engine, limit_per_address=0, limit_total=0, min_fill_seconds=0)
    timed = Suspicion(SETTINGS)
    assert site.desk.opened() == ""
    for _ in range(70):
        assert site.desk._suspicion.of({"opened": timed.opened()}, WORDS) == ""
        assert site.desk._suspicion.limit(HERE) == ""
        site.desk._suspicion.count(HERE)

    total_only = Suspicion(replace(SETTINGS, limit_per_address=0, limit_total=30))
    for _ in range(30):
        assert total_only.limit(HERE) == ""
        total_only.count(HERE)
    assert total_only.limit(HERE) == "total"


def test_only_accepted_leads_count(engine, clock):
    site = Site(engine, limit_per_address=2)
    for raw in ({"website": "x"}, {"message": THREE_LINKS}, {"email": ""}):
        site.send(**raw)
    first = {"key": "a" * 32, "message": "Hello"}
    for _ in range(4):
        assert site.send(**first).ok
    assert site.statuses() == ["quarantined", "quarantined", "sent"]
    for _ in range(2):
        site.send()
    assert site.statuses()[3:] == ["sent", "quarantined"]
    clock.now += 601
    site.send()
    assert site.statuses()[5:] == ["sent"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
    ],
)
def test_what_counts_as_one_address(one, other, same):
    watch = Suspicion(replace(SETTINGS, limit_per_address=1))
    watch.count(one)
    assert watch.limit(other) == ("address" if same else "")


@pytest.mark.parametrize("nowhere", ["", "unknown", "testclient", "0.0.0.0", "::", "203.0.113.7:4711"])
def test_what_is_no_address_has_a_limit_with_all_others_only(nowhere):
    watch = Suspicion(replace(SETTINGS, limit_per_address=1, limit_total=3))
    for _ in range(3):
        assert watch.limit(nowhere) == ""
        watch.count(nowhere)
    assert watch.limit(nowhere) == "total"


@contextmanager
def redis_that(answers):
    """Give the address of a Redis that is not there, or of one that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"redis://:secret@127.0.0.1:{server.getsockname()[1]}/0"
        if answers == "silently":
            yield address
    if answers == "not at all":
        yield address


@pytest.mark.parametrize(("answers", "error"), [("not at all", "ConnectionError"), ("silently", "TimeoutError")])
def test_a_redis_that_is_away_is_no_reason_and_holds_nobody_up(engine, caplog, answers, error):
    with redis_that(answers) as address:
        site = Site(engine, redis_url=address, limit_per_address=1, limit_total=1)
        begun = time.monotonic()
        for _ in range(4):
            assert site.send().ok
        assert time.monotonic() - begun < 2
    assert site.statuses() == ["sent"] * 4
    assert [one.args for one in caplog.records if "Redis" in one.msg] == [(error,)]
    assert "secret" not in caplog.text


# What the server passes on


class Client:
    """Asks the server's part for plain posts, in this process."""

    def __init__(self, site):
        app = form_posts(site.desk, BUSINESS, SETTINGS)
        self._transport = httpx.ASGITransport(app, client=(HERE, 4711))

    def ask(self, method, path, **rest):
        async def asking():
            async with httpx.AsyncClient(transport=self._transport, base_url="http://gym.example") as client:
                return await client.request(method, f"/forms/{path}", **rest)

        return asyncio.run(asking())

    def get(self, path):
        return self.ask("GET", path)

    def post(self, raw, **rest):
        return self.ask("POST", "inquiry", data=raw, **rest)


@pytest.fixture
def client(site):
    return Client(site)


def test_the_server_answers_a_signed_time_that_no_cache_keeps(client):
    answer = client.get("inquiry/opened")
    assert answer.status_code == 200
    assert re.fullmatch(r"\d+\.[0-9a-f]{64}", answer.text)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"].startswith("text/plain")
    assert client.get("newsletter/opened").status_code == 404


def test_without_a_least_time_the_server_answers_nothing(engine):
    site = Site(engine, min_fill_seconds=0)
    answer = Client(site).get("inquiry/opened")
    assert (answer.status_code, answer.text) == (204, "")


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, ["198.51.100.1"], "203.0.113.7"),
        (1, ["198.51.100.1, 198.51.100.2"], "198.51.100.2"),
        (2, ["198.51.100.1, 198.51.100.2"], "198.51.100.1"),
        (1, ["198.51.100.1", "198.51.100.2"], "198.51.100.2"),
        (3, ["198.51.100.1"], "203.0.113.7"),
        (1, [], "203.0.113.7"),
    ],
)
def test_a_post_comes_from_the_address_that_reflex_would_name(client, site, monkeypatch, hops, forwarded, address):
    seen = []

    async def submit(*_, address, **rest):
        seen.append(address)
        return await LeadDesk.submit(site.desk, *_, address=address, **rest)

    monkeypatch.setattr(site.desk, "submit", submit)
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", hops)
    headers = [("x-forwarded-for", one) for one in forwarded]
    client.post(WORDS, headers=headers)
    assert seen == [address]

    scope = {"client": ("203.0.113.7", 4711), "headers": [(name.encode(), value.encode()) for name, value in headers]}
    assert EventNamespace._build_static_router_data(None, "", {"asgi.scope": scope})["ip"] == address


def test_a_post_that_looks_like_a_bots_is_answered_like_any_other(client, site):
    answers = [client.post({**WORDS, "message": str(raw), **raw}) for raw in ({}, {"website": "x"})]
    assert [(answer.status_code, answer.headers["location"]) for answer in answers] == [
        (303, "/forms/inquiry/sent")
    ] * 2
    assert site.statuses() == ["sent", "quarantined"]


def test_a_correction_on_the_answer_page_carries_what_was_hidden(client):
    opened = client.get("inquiry/opened").text
    page = client.post({**WORDS, "email": "", "opened": opened, "website": '"><b>'}).text
    assert f'<input type="hidden" name="opened" value="{opened}">' in page
    assert '<input type="hidden" name="website" value="&quot;&gt;&lt;b&gt;">' in page
    assert "website" not in client.post({**WORDS, "email": ""}).text
