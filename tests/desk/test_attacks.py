"""Whoever has no business at the desk: without a sign-in, from another page or host, with a removed person's session."""

import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from html import unescape

import pytest

from gym_site.desk import sign_in
from gym_site.desk.app import HEADERS
from gym_site.desk.people import IDLE, LINK_HOURS, Role
from gym_site.leads.status import Status
from gym_site.leads.workers import now
from tests.desk.conftest import ORIGIN, PASSWORD
from tests.parts import rows

PAGES = ["/", "/requests/AAAA-AA", "/address", "/hours", "/facts", "/facts/faq", "/state"]
ELSEWHERE = ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:1", "/\t/evil.example"]
POSTS = [
    "/requests", "/search", "/address", "/export", "/hours/days", "/facts/business_info", "/facts/faq/back",
    "/state/backup", "/state/test", "/sign-out",
]  # fmt: skip


@pytest.mark.parametrize("path", rows(PAGES, ["/"]))
def test_a_stranger_gets_no_page_but_the_sign_in(desk, path):
    desk.add(name="Secret Person")
    answer = desk.stranger().get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"].partition("?")[0]) == (303, "/sign-in")


@pytest.mark.parametrize("path", rows([*PAGES, "/sign-in", "/link", "/desk.css", "/desk.js", "/none"], ["/", "/none"]))
def test_each_answer_has_the_policy_and_is_not_kept(desk, path):
    for person in (desk.stranger(), desk.signed_in()):
        headers = person.get(path).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


FOREIGN = {  # origin of the page that posts
    "the public site, which is the same site": "https://gym.example",
    "another site": "https://evil.example",
    "another port": f"{ORIGIN}:8443",
    "without TLS": "http://desk.gym.example",
    "a host that begins so": f"{ORIGIN}.evil.example",
    "a sandboxed frame": "null",
    "none": "",
}


@pytest.mark.parametrize("origin", rows(FOREIGN, [next(iter(FOREIGN))]))
def test_a_form_of_another_page_changes_nothing(desk, origin):
    person, reference = desk.signed_in(), desk.add()
    fields = {"action": "done", "reference": reference}
    assert person.post("/requests", fields, origin=FOREIGN[origin]).status_code == 403
    assert desk.status(reference) == Status.KEPT
    assert person.get("/", follow_redirects=False).status_code == 200  # not even signed out


@pytest.mark.parametrize("path", rows(POSTS, ["/requests"]))
@pytest.mark.parametrize("token", ["", "of another session"])
def test_a_form_without_the_sessions_token_changes_nothing(desk, path, token):
    person, reference = desk.signed_in(), desk.add()
    other = desk.signed_in("Other").token if token == "of another session" else token
    fields = {"action": "done", "reference": reference, "sure": "1", "token": other}
    assert person.post(path, fields).status_code == 403
    assert desk.status(reference) == Status.KEPT


HOSTS = ["evil.example", "gym.example", "desk.gym.example:3900", "localhost", "127.0.0.1:80"]


@pytest.mark.parametrize("host", rows(HOSTS, HOSTS[:1]))
def test_another_hosts_name_gets_nothing(desk, host):
    answer = desk.stranger(f"https://{host}").get("/sign-in")
    assert (answer.status_code, "<form" in answer.text) == (421, False)


@pytest.mark.parametrize(
    ("origin", "prefix"), [(ORIGIN, "__Host-"), ("http://localhost:{port}", "")], ids=["its own host", "a tunnel"]
)
def test_the_session_is_a_cookie_that_no_script_and_no_other_site_gets(desk, origin, prefix):
    secret, origin = desk.people.add("Sam", Role.REQUESTS, now()), origin.format(port=desk.desk.port)
    chosen = {"secret": secret, "password": PASSWORD, "again": PASSWORD}
    answer = desk.stranger(origin).post("/link", chosen, origin=origin)
    cookies = answer.headers.get_list("set-cookie")
    assert [re.match(r"(.+?)=[\w-]{43};", cookie)[1] for cookie in cookies] == [f"{prefix}desk", f"{prefix}desk-known"]
    for cookie in cookies:
        assert all(part in cookie for part in ("HttpOnly", "Path=/;", "SameSite=strict"))
        assert ("Secure" in cookie, "Domain" in cookie) == (bool(prefix), False)


FOR_ALL = {  # what people with the lesser role get, too
    "GET /", "POST /search", "GET /requests/{reference}", "POST /requests", "GET /hours", "GET /hours/days", "POST /hours/days",
    "GET /making", "GET /state", "GET /desk.css", "GET /desk.js", "GET /favicon.ico", "GET /sign-in", "POST /sign-in",
    "GET /link", "POST /link", "POST /sign-out",
}  # fmt: skip


def test_the_lesser_role_gets_the_requests_the_hours_and_the_state_alone(desk):
    kim = desk.signed_in("Kim", Role.REQUESTS)
    routes = {f"{method} {route.path}" for route in desk.app._app.routes for method in route.methods - {"HEAD"}}
    assert len(routes - FOR_ALL) > 20
    for route in routes - FOR_ALL:
        method, path = re.sub("{.*?}", "1", route).split()
        answer = kim.get(path) if method == "GET" else kim.post(path)
        assert (answer.status_code, "for people with the role “everything”" in answer.text) == (403, True), route


def test_a_link_works_once_and_for_a_day(desk):
    secret = desk.people.add("Sam", Role.REQUESTS, now())
    chosen = {"secret": secret, "password": PASSWORD, "again": PASSWORD}
    assert desk.stranger().post("/link", {**chosen, "password": "short", "again": "short"}).status_code == 422
    assert desk.stranger().post("/link", {**chosen, "again": "another one"}).status_code == 422
    assert desk.stranger().post("/link", chosen).status_code == 303
    assert desk.stranger().post("/link", chosen).status_code == 422
    old = desk.people.add("Old", Role.REQUESTS, now() - LINK_HOURS - timedelta(seconds=1))
    assert desk.stranger().post("/link", {**chosen, "secret": old}).status_code == 422
    assert desk.stranger().post("/link", {**chosen, "secret": ""}).status_code == 422


ENDED = {
    "removed": lambda desk, _: desk.people.remove("sam"),
    "added again": lambda desk, _: desk.people.add("SAM", Role.EVERYTHING, now()),
    "signed out": lambda _, person: person.post("/sign-out"),
}


@pytest.mark.parametrize("how", ENDED)
def test_a_session_ends_at_once(desk, how):
    person, reference = desk.signed_in("Sam"), desk.add()
    kept = dict(person.client.cookies)
    ENDED[how](desk, person)
    person.client.cookies.update(kept)
    assert person.get("/", follow_redirects=False).status_code == 303
    assert person.post("/requests", {"action": "done", "reference": reference}).status_code == 403
    assert desk.status(reference) == Status.KEPT


def test_a_session_ends_after_twelve_idle_hours_which_a_page_left_open_does_not_extend(desk, monkeypatch):
    person, begun = desk.signed_in(), now()
    for hours, headers, status in ((6, {}, 200), (17, {"Desk-Refresh": "1"}, 200), (18.5, {}, 303)):
        monkeypatch.setattr("gym_site.desk.app.now", lambda hours=hours: begun + timedelta(hours=hours))
        assert person.get("/", headers=headers, follow_redirects=False).status_code == status
    assert timedelta(hours=12) == IDLE


def test_nobody_signs_in_with_a_password_that_was_reset_or_a_name_that_was_removed_meanwhile(desk):
    desk.signed_in("Sam")
    person = desk.people.with_password("Sam", PASSWORD)
    desk.people.add("Sam", Role.REQUESTS, now())
    assert desk.people.begin_session(person, now()) is None
    desk.signed_in("Sam")
    person = desk.people.with_password("Sam", PASSWORD)
    desk.people.remove("Sam")
    other = desk.signed_in("Ada")
    assert desk.people.begin_session(person, now()) is None
    assert "Sign out Ada" in other.get("/").text


def test_a_new_link_keeps_the_role_unless_another_is_given(desk):
    for role, expected in ((None, Role.REQUESTS), (Role.EVERYTHING, Role.EVERYTHING), (None, Role.EVERYTHING)):
        desk.people.add("Sam", role, now())
        assert [person.role for person in desk.people.listed()] == [expected]


def test_a_new_sign_in_ends_the_browsers_former_session(desk):
    person = desk.signed_in("Sam")
    former = person.client.cookies["__Host-desk"]
    assert person.post("/sign-in", {"name": "Sam", "password": PASSWORD}).status_code == 303
    assert desk.people.visit(former, now()) is None


def test_people_who_share_a_computer_are_both_known_there(desk):
    ann, bo = desk.signed_in("Ann"), desk.signed_in("Bo")
    ann.client.cookies.set("__Host-desk", "")
    ann.post("/sign-in", {"name": "Bo", "password": PASSWORD})
    token = ann.client.cookies["__Host-desk-known"]
    assert [desk.people.knows(token, name) for name in ("Ann", "Bo")] == [True, True]
    assert not desk.people.knows(bo.client.cookies["__Host-desk-known"], "Ann")


@pytest.mark.long
def test_reading_goes_on_while_the_database_of_the_people_is_in_use(desk):
    desk.add()
    person = desk.signed_in()
    with closing(sqlite3.connect(desk.desk.folder / "desk.db", isolation_level=None)) as other:
        other.execute("UPDATE session SET used_at = datetime(used_at, '-1 hour')")
        other.execute("BEGIN IMMEDIATE")
        assert "Ann Okafor" in person.get("/").text


@pytest.mark.parametrize("path", ["/sign-in", "/link", "/"])
def test_a_head_request_is_answered(desk, path):
    person = desk.stranger()
    assert person.loop.call(partial(person.client.head, path)).status_code in (200, 303)


def test_a_picture_or_script_of_another_page_gets_nothing(desk):
    person = desk.signed_in()
    for site, mode, status in (
        ("same-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("none", "navigate", 200),
    ):
        assert person.get("/", headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}).status_code == status


def wrong(person, name: str, **more):
    return person.post("/sign-in", {"name": name, "password": "wrong"}, **more)


def test_an_unknown_name_answers_like_a_wrong_password(desk):
    desk.signed_in("Sam")
    known, unknown = (wrong(desk.stranger(), name).text.replace(name, "") for name in ("Sam", "Nobody"))
    assert known == unknown
    assert "The name or the password is wrong." in known


@pytest.mark.long
def test_a_name_is_slowed_for_strangers_and_never_locked(desk, monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr(sign_in.asyncio, "sleep", _noting(pauses))
    person = desk.signed_in("Sam")
    for number in range(12):
        wrong(desk.stranger(), f"{' ' * number}sAm ", headers={"X-Desk-Client": f"192.0.{number}.1"})
    assert pauses == [max(0, number - sign_in.FREE) for number in range(12)]
    person.client.cookies.delete("__Host-desk")  # signed in before in this browser
    assert person.post("/sign-in", {"name": "Sam", "password": PASSWORD}).status_code == 303
    assert len(pauses) == 12
    elsewhere = {"X-Desk-Client": "198.51.100.1"}
    there = desk.stranger().post("/sign-in", {"name": "sam", "password": PASSWORD}, headers=elsewhere)
    assert there.status_code == 303  # slowed, not locked


def _noting(pauses: list[float]):
    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    return sleep


def test_an_address_has_a_number_of_tries(desk, monkeypatch):
    monkeypatch.setattr(desk.people, "with_password", lambda *_: None)  # a check takes 50 ms
    monkeypatch.setattr(sign_in.asyncio, "sleep", _noting([]))
    statuses = [wrong(desk.stranger(), f"name {number}").status_code for number in range(21)]
    assert statuses == [403] * 20 + [429]


@pytest.mark.parametrize("there", rows(ELSEWHERE, ELSEWHERE[1:2]))
def test_an_action_and_a_sign_in_lead_to_the_desk_alone(desk, there):
    person, reference = desk.signed_in(), desk.add()
    acted = person.post("/requests", {"action": "done", "reference": reference, "back": there})
    signed_in = person.post("/sign-in", {"name": "Sam", "password": PASSWORD}, params={"next": there})
    assert [answer.headers["location"] for answer in (acted, signed_in)] == ["/", "/"]


def test_a_stranger_may_send_little(desk):
    assert wrong(desk.stranger(), "x" * 5000).status_code == 413


def test_a_sign_in_leads_where_the_person_was_going(desk):
    first = desk.stranger().get("/?state=waiting&form=service", follow_redirects=False)
    shown = desk.stranger().get(first.headers["location"]).text
    action = unescape(re.search('action="(/sign-in.*?)"', shown)[1])
    desk.signed_in("Sam")
    answer = desk.stranger().post(action, {"name": "Sam", "password": PASSWORD})
    assert answer.headers["location"] == "/?state=waiting&form=service"


HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>{{7919*7919}}${7919*7919}'


@pytest.mark.parametrize("name", rows(["name", "email", "phone", "message", "service", "unknown"], ["message"]))
def test_markup_of_a_visitor_stays_text(desk, name):
    reference = desk.add(**{name: HOSTILE})
    person = desk.signed_in()
    for path in ("/", f"/requests/{reference}", person.post("/search", {"q": "script"}).headers["location"]):
        shown = person.get(path).text
        assert "<script>alert" not in shown
        assert "<img" not in shown
        assert "62710561" not in shown


BODIES = {
    "too long": (b"a=" + b"x" * 300_000, 413, "application/x-www-form-urlencoded"),
    "too many fields": (b"a=1&" * 3000, 400, "application/x-www-form-urlencoded"),
    "not UTF-8": (b"a=\xff\xfe", 400, "application/x-www-form-urlencoded"),
    "JSON": (b"{}", 415, "application/json"),
    "a file": (b"--x", 415, "multipart/form-data; boundary=x"),
}


@pytest.mark.parametrize("body", rows(BODIES, ["too long"]))
def test_a_malformed_body_is_refused(desk, body):
    content, status, kind = BODIES[body]
    answer = desk.signed_in().post("/requests", content=content, headers={"Content-Type": kind})
    assert answer.status_code == status
