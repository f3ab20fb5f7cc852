"""Suspected spam is quarantined, excess forms wait or are refused, and people still get through meanwhile."""

import re
import socket
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from html import unescape
from itertools import pairwise
from types import SimpleNamespace

import pytest
from reflex.config import get_config

from gym_site.db.engine import make_engine
from gym_site.db.prepare import change_record
from gym_site.db.queries import Records
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.leads import service as service_module
from gym_site.leads import store as store_module
from gym_site.leads.service import Outcome
from gym_site.leads.spam import spam_reason
from gym_site.server.form_posts import form_posts
from tests.gym import CURRENT, GYM, RECORDS, SITE
from tests.leads import NOW, SETTINGS, WORDS, FakeFormService, Process, change, leads, statuses
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


def test_a_sender_may_send_twenty_forms_a_day_and_others_are_unaffected(site, clock):
    """Suspected spam counts too; a repeated form doesn't."""
    outcomes = [site.send(website="x" * (number % 2), key="a" * 32) for number in range(25)]
    assert [outcome.ok for outcome in outcomes] == [True] * 20 + [False] * 5
    assert set(outcomes[20:]) == {Outcome(ok=False, refused=True)}
    assert site.statuses() == ["sent", "quarantined"] * 10
    assert site.send(key="a" * 32, message="Question 1").ok
    assert site.send(address=f"::ffff:{HERE}").refused
    for number in range(5):
        assert site.send(address=f"198.51.100.{number}").ok
    assert site.statuses()[20:] == ["sent"] * 5
    clock.now += 86401
    assert site.send().ok


def test_a_hundred_networks_of_one_customer_delay_nobody_else(site):
    flood = [site.send(address=f"2001:db8:1:{number:x}::1") for number in range(25)]
    assert sum(outcome.ok for outcome in flood) == 20
    for number in range(5):
        assert site.send(address=f"2001:db8:{number + 2:x}::1").ok
    assert site.statuses() == ["sent"] * 25


def test_after_a_flood_from_many_senders_everybody_is_sent_in_turn_without_a_person(engine, clock):
    site = Site(engine, limit_total=6)
    for number in range(10):
        assert site.send(address=f"203.0.113.{number}").ok
    assert site.send(address="203.0.113.0").refused  # while others wait, one form each
    assert site.send(address="203.0.113.1", website="x").ok  # it takes no turn
    own = {"address": "198.51.100.1", "key": "b" * 32, "message": "A real question"}
    assert site.send(**own).ok
    for _ in range(2):
        assert site.send(**own).ok  # once more, which doesn't jump the queue
    assert Counter(site.statuses()) == {"sent": 6, "pending": 5, "quarantined": 1}
    waiting = sorted(lead.next_attempt_at for lead in leads(site.engine) if lead.status == "pending")
    pauses = {(after - before).total_seconds() for before, after in pairwise(waiting)}
    assert pauses == {600}
    assert 590 < (waiting[0] - datetime.now(UTC)).total_seconds() <= 600
    clock.now += 3601
    assert site.send(address="198.51.100.2").ok  # in the next hour too, while others wait
    assert site.statuses().count("pending") == 6
    site.redeliver()
    assert site.statuses().count("sent") == 6  # no turn has come
    change(site.engine, next_attempt_at=timedelta(minutes=1))
    site.redeliver()
    assert Counter(site.statuses()) == {"sent": 12, "quarantined": 1}
    assert any("A real question" in message for message in site.far.messages)
    assert site.send(address="203.0.113.0").ok  # sent at once again
    assert site.statuses()[-1] == "sent"


def test_a_waiting_form_is_sent_by_command_alone_if_redelivery_is_off(engine, clock):
    site = Site(engine, limit_total=1, redeliver=False)
    for number in range(2):
        site.send(address=f"203.0.113.{number}")
    change(engine, next_attempt_at=timedelta(minutes=1))
    clock.now += 3601
    assert site.send(address="203.0.113.3").ok  # its turn has passed, so it delays nobody
    assert site.statuses() == ["sent", "pending", "sent"]


@pytest.mark.parametrize(("raw", "held"), [({"website": "x"}, "quarantined"), ({}, "pending")])
def test_only_so_many_forms_can_be_held(engine, monkeypatch, raw, held):
    monkeypatch.setattr(store_module, "MAX_HELD", 10)
    site = Site(engine, limit_total=1)
    assert site.send(address="198.51.100.1").ok
    outcomes = [site.send(**raw, address=f"203.0.113.{number}") for number in range(15)]
    assert [outcome.ok for outcome in outcomes] == [True] * 10 + [False] * 5
    assert set(outcomes[10:]) == {Outcome(ok=False, refused=True)}
    assert site.statuses() == ["sent"] + [held] * 10


def test_a_stored_form_may_be_sent_again_even_over_a_limit(engine):
    site = Site(engine, limit_per_address=1)
    site.far.status = 503
    site.send(message="Hello")
    assert site.send(message="Again").refused
    site.far.status = 200
    assert site.send(message="Hello", website="x").ok
    assert site.statuses() == ["sent"]


@pytest.mark.parametrize(("answers", "error"), [(False, "ConnectionError"), (True, "TimeoutError")])
def test_forms_are_accepted_without_delay_if_redis_is_unavailable(engine, caplog, answers, error):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"redis://:secret@127.0.0.1:{server.getsockname()[1]}/0"
        if not answers:
            server.close()
        site = Site(engine, redis_url=address, limit_per_address=1, limit_total=2)
        assert all(site.send().ok for _ in range(4))  # each within the deadline
        assert site.send(website="x").ok
    assert site.statuses() == ["sent"] * 4 + ["quarantined"]
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
    counted = "honeypot, quarantined: 19; honeypot, refused: 3; links, quarantined: 1"
    assert lines == [
        f"Leads wait, are quarantined or were refused ({numbers})" for numbers in ("honeypot, quarantined: 1", counted)
    ]


# From the HTTP request to the limits


def asked(process, path, method="GET", **rest):
    app = form_posts(process.service, Records(process.engine, GYM.business), CURRENT)
    return ask(app, path, method, client=HERE, **rest)


def post(process, raw, **rest):
    return asked(process, "/forms/inquiry", "POST", data=WORDS | raw, **rest)


def quoted(process, path):
    """Return the references on an answer page."""
    answer = asked(process, path)
    assert (answer.status_code, SITE.forms["inquiry"].success_text in unescape(answer.text)) == (200, True)
    return re.findall("Your reference: (.*?)[.]", answer.text)


def test_the_answer_to_a_posted_form_has_its_reference_also_for_a_bot_or_if_it_is_posted_again(site):
    pages = []
    for raw in ({}, {"website": "x"}):
        answers = [post(site, {"message": str(raw), "key": "a" * 32, **raw}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        pages += {answer.headers["location"] for answer in answers}
    assert [re.sub("[0-9a-f]{32}$", "", page) for page in pages] == ["/forms/inquiry/sent?request="] * 2
    assert site.statuses() == ["sent", "quarantined"]
    for page, lead in zip(pages, leads(site.engine), strict=True):
        assert quoted(site, page) == [lead.reference]
        assert lead.reference not in page


@pytest.mark.parametrize("query", ["", "?request=", "?request=<b>", f"?request={'0' * 32}", "?request={reference}"])
def test_the_answer_page_of_an_unknown_request_has_no_reference(site, query):
    post(site, {})
    (lead,) = leads(site.engine)
    site.maintenance.erase(lead.reference, NOW)  # the reference is now also the key
    assert quoted(site, "/forms/inquiry/sent" + query.replace("{reference}", lead.reference)) == []


def test_the_answer_page_does_not_need_the_database(site, monkeypatch):
    monkeypatch.setattr(service_module, "LOOK_UP_SECONDS", 0.05)
    path = f"/forms/inquiry/sent?request={'0' * 32}"
    for fault in (lambda _: time.sleep(0.2), lambda _: make_engine("sqlite:////no/such/folder/gym.db").connect()):
        monkeypatch.setattr(site.store, "reference_of", fault)
        assert quoted(site, path) == []


def test_behind_a_proxy_each_visitor_has_a_limit_of_their_own(engine, monkeypatch):
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", 1)
    site = Site(engine, limit_per_address=1)
    visitors = ["198.51.100.1", "198.51.100.2", "198.51.100.1"]
    sent = [
        post(site, {"message": f"Number {at}"}, headers={"x-forwarded-for": visitor}).status_code
        for at, visitor in enumerate(visitors)
    ]
    assert sent == [303, 303, 429]


def test_a_429_page_has_the_phone_number_and_the_text_that_was_entered(engine):
    change_record(engine, RECORDS, BUSINESS_NAME, {"phone": "604-555-0199"})
    site = Site(engine, limit_per_address=1)
    post(site, {})
    answer = post(site, {"message": "Hello again"})
    assert answer.status_code == 429
    assert "604-555-0199" in answer.text
    assert "Hello again" in answer.text
    assert site.statuses() == ["sent"]


def test_a_cross_origin_post_is_refused_logged_with_the_reason_and_not_stored(site, caplog):
    app = form_posts(site.service, Records(site.engine, GYM.business), CURRENT)
    for _ in range(3):
        other = {"origin": "https://other.example"}
        assert ask(app, "/forms/inquiry", "POST", client=HERE, data=WORDS, headers=other).status_code == 403
    assert ask(app, "/forms/inquiry", "POST", json=WORDS).status_code == 415
    assert [line.split(" (logged")[0] for line in caplog.messages] == [
        f"A form was refused: 403, its page is not at {SETTINGS.site_url}, the address in GYM_SITE_URL",
        "A form was refused: 415, Unsupported Media Type",
    ]
    assert site.statuses() == []
    assert post(site, {}, headers={"origin": SETTINGS.site_url}).status_code == 303
