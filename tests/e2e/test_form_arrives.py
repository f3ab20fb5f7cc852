"""Forms reach the gym word for word and once, by every way there is, and the visitor sees the result.

Without scripts or a websocket, a form is posted and answered by a page. If nothing can be sent, visitors are told so,
keep their entries and see the phone number (spec sections 7 and 8).
"""

import re
import time
from threading import Event

import pytest
from playwright.sync_api import expect

from gym_site.content.business import tel
from tests.browsing import HYDRATED, connected, poll, until
from tests.forms import ABOUT, CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM, IN_FORM, SETTINGS
from tests.parts import rows
from tests.site import FORM_PATH

EMAIL = "Please enter a valid email address"
# What a visitor has: a form is sent by websocket or as a post, by the page or by the browser.
WAYS = {
    "websocket": {},
    "no websocket": {"server": "no websocket"},
    "no JavaScript": {"java_script_enabled": False},
    "scripts never arrive": {"scripts": False},
}
ASKED_FOR = {"selectedTrainer": IN_FORM[-1]} if IN_FORM else {}
# The form and its page, entries that replace the default ones, the message's subject, and the values in the message
# that the form does not show.
ARRIVES = {
    "consultation": (
        (CONSULTATION_FORM, "/"),
        {"healthConditions": "Knee & <b>back</b>"} | ASKED_FOR,
        "New Consultation Request from Zoë O'Neil-Ray",
        {"Health concerns": "Knee & back"},  # markup is removed, special characters are kept
    ),
    "inquiry": (
        (INQUIRY_FORM, "/"),
        {"name": "<Jo> & Co", "message": "Is <b>R&D</b> open?\nAnd the sauna?"},
        f"Inquiry about {ABOUT.label}",
        {"Message": "Is <b>R&D</b> open?\n    And the sauna?"},
    ),
    "service": (
        (SERVICE_FORM, GYM.routes.url_for(SERVICE_KEY)),
        {"fitnessGoals": "Run & <b>smile</b>", "currentFitnessLevel": "very-active", "medicalConditions": "",
         "availability": "Evenings", "additionalNotes": ""},
        f"Consultation Request - {GYM.services_known[SERVICE_KEY].label}",
        {"Fitness goals": "Run & smile", "Medical conditions": "None specified", "Notes": "None",
         "Service": GYM.services_known[SERVICE_KEY].label},
    ),
}  # fmt: skip
JOURNEYS = {f"{form}, {way}": (form, way) for way in WAYS for form in ARRIVES}
OFTEN = [
    "consultation, websocket",
    "consultation, no websocket",
    "service, no JavaScript",
]
KEPT = "({ session: Object.keys(sessionStorage).sort(), local: { ...localStorage }, cookies: document.cookie })"
# Records every change of a button's text and state.
WATCH_BUTTON = """button => {
    window.states = [];
    new MutationObserver(() => states.push([button.textContent, button.disabled]))
        .observe(button, { attributes: true, characterData: true, childList: true, subtree: true });
}"""
THRICE = """form => {
    form.requestSubmit();
    form.querySelector("[type=submit]").click();
    form.querySelector("[type=submit]").click();
}"""


def is_answered(visitor: Visitor, reference: str) -> None:
    """Wait for the success page and check its text."""
    expect(visitor.page).to_have_url(re.compile(f"/forms/{visitor.form.name}/sent[?]request=[0-9a-f]+$"))
    expect(visitor.page.locator("h1")).to_have_text(visitor.form.success[0])
    expect(visitor.page.locator("[role=status]")).to_have_text(visitor.form.success[1])
    expect(visitor.page.locator(".answer li")).to_have_text(visitor.form.content.next_steps)
    expect(visitor.page.locator(".answer")).to_contain_text(f"Your reference: {reference}.")


def is_thanked(visitor: Visitor, reference: str) -> None:
    """Wait for the notice and the thanks in the form's place, and check their text."""
    visitor.toast("success", *visitor.form.success)
    expect(visitor.page.locator("[role=status] .toast-success")).to_have_count(1)
    assert visitor.page.evaluate("states") == [[visitor.form.content.busy, True], [visitor.form.content.submit, False]]
    visitor.page.locator(".toast-close").click()
    expect(visitor.sent.locator("h3")).to_have_text(f"Got it, {visitor.entries['name'].split()[0]}.")
    expect(visitor.sent).to_contain_text(visitor.form.success[1])
    expect(visitor.sent).to_contain_text(f"Your reference: {reference}.")
    expect(visitor.element.locator(":is(input, select, textarea):visible")).to_have_count(0)


def fails(visitor: Visitor, way: str) -> None:
    """Send the form, wait until the page or the answer page says that it failed, and check that its entries stay."""
    visitor.send()
    if way == "websocket":
        kind = visitor.form.failed
        visitor.toast(kind, "Error", visitor.form.failure)
        expect(visitor.page.locator(f"[role=alert] .toast-{kind}")).to_have_count(1)
        expect(visitor.button).to_be_enabled()
        visitor.page.locator(".toast-close").click()
        expect(visitor.page.locator(".toast")).to_have_count(0)
    else:
        expect(visitor.page.locator("h1")).to_have_text(visitor.form.content.failure_title)
        expect(visitor.problems).to_have_text(visitor.form.failure)
    assert visitor.now() == visitor.entries


@pytest.mark.parametrize("journey", rows(JOURNEYS, OFTEN))
def test_a_form_is_corrected_fails_is_sent_again_and_arrives_once(open_page, service, site, journey):
    key, way = JOURNEYS[journey]
    (form, path), typed, subject, tidied = ARRIVES[key]
    visitor = Visitor(page := open_page(path, **WAYS[way]), form)
    if way == "websocket":
        connected(page)
    email = f"{way.replace(' ', '-')}@{form.name}.example"  # equal forms would count as one request
    visitor.fill(**typed | {"email": "zoe@"})
    others = page.locator("form.lead-form").locator(f"input[name=name]:not(#{form.name}-name)").all()
    for other in others:
        other.fill("Somebody else")

    visitor.send()
    is_without_scripts = WAYS[way].keys() & {"scripts", "java_script_enabled"}
    if form is INQUIRY_FORM or (form is SERVICE_FORM and is_without_scripts):
        expect(visitor.control("email")).to_be_focused()  # the browser itself refuses it
    else:
        visitor.is_listed(EMAIL)
        allowed = form.content.field("email").allowed
        expect(page.locator(f"#{form.name}-email-error")).to_have_text(f"{EMAIL} {allowed}")
        assert page.locator(".error-summary").count() == 1  # no other form has errors
    assert visitor.now() == visitor.entries
    assert service.posts() == []
    if way == "no websocket" and form is not INQUIRY_FORM:
        page.go_back()
        visitor.comes_back()
    visitor.fill(email=email)
    shown = {visitor.label(field): visitor.chosen(field) for field in visitor.entries} | tidied
    assert all(shown.values())

    service.answers(status=503)
    fails(visitor, way)
    if way == "no websocket":
        page.go_back()
        visitor.comes_back()
        visitor.fill()
    else:
        fails(visitor, way)

    before = len(service.posts())
    service.answers()
    if way == "websocket":
        visitor.button.evaluate(WATCH_BUTTON)
        submits = len(page.watch.submits())
        visitor.element.evaluate(THRICE)
        visitor.sent.wait_for()
        assert len(page.watch.submits()) == submits + 1
    else:
        visitor.send()
        expect(page).to_have_url(re.compile(r"/sent\b"))
    assert site.leads(email) == [("sent", "event" if way == "websocket" else "post")]
    posts = [post["body"] for post in service.posts()]
    body = posts[-1]
    assert len(posts) == before + 1
    _, fields, reference = body["message"].split("\n\n")
    assert {post["message"].split("\n\n")[2] for post in posts} == {reference}  # so staff see one request
    assert re.fullmatch("Reference: [A-Z0-9-]+", reference)
    assert sorted(fields.splitlines()) == sorted("\n".join(map(": ".join, shown.items())).splitlines())
    assert list(body) == ["email", "subject", "message", "_replyto", "_subject"]
    assert body["email"] == body["_replyto"] == email
    assert body["subject"] == body["_subject"] == subject
    (request, *_) = service.posts()
    headers = request["headers"]
    assert (request["path"], headers["Content-Type"]) == (FORM_PATH, "application/json")
    assert (headers["Accept"], headers["Referer"]) == ("application/json", f"{SETTINGS.site_url}/")

    if way == "websocket":
        is_thanked(visitor, reference.split()[1])
        visitor.is_empty()
        assert page.watch.posts == []
        assert [other.input_value() for other in others] == ["Somebody else"] * len(others)
    else:
        is_answered(visitor, reference.split()[1])
    page.watch.received.clear()
    page.reload()  # neither posts again nor repeats a notice
    if way == "websocket":
        connected(page)
        assert page.locator(".toast").count() == 0
        visitor.is_empty()
    elif way == "no websocket":
        page.go_back()
        until(page, HYDRATED)
        visitor.is_empty()
    else:
        page.get_by_role("link", name=form.content.answer_back).click()
        expect(page).to_have_url(f"{site.url}/")
    assert len(service.posts()) == before + 1


@pytest.mark.parametrize("key", rows(["consultation", "inquiry"], ["inquiry"]))
def test_a_sent_form_can_be_filled_in_again(visit, service, key):
    (form, path), *_ = ARRIVES[key]
    visitor = visit(form, path).fill()
    page = visitor.page
    visitor.send().toast("success")
    height = visitor.element.bounding_box()["height"]
    visitor.sent.get_by_role("button", name=form.content.again).click()
    expect(visitor.control("name")).to_be_focused()
    assert visitor.element.bounding_box()["height"] == height  # nothing below the form has moved
    visitor.fill(**{form.free: f"Another one {visitor.mark}"}).send().toast("success")
    assert len(service.posts(visitor.mark)) == 2
    assert page.evaluate(KEPT) == {"session": ["token"], "local": {}, "cookies": ""}  # as the privacy page promises
    page.reload()
    until(page, HYDRATED)
    kept = ["react-router-scroll-positions", "token"]
    assert page.evaluate(KEPT) == {"session": kept, "local": {}, "cookies": ""}
    assert page.context.cookies() == page.watch.errors == []


@pytest.mark.long
def test_a_late_answer_to_an_earlier_attempt_changes_nothing(visit, service):
    goes_on = Event()
    service.answers(until=goes_on)
    visitor = visit(INQUIRY_FORM).fill().send()
    poll(visitor.page, service.posts, "the form service is asked")
    visitor.page.reload()
    connected(visitor.page)
    service.answers()
    visitor.fill(message="Another question").send().toast("success")
    shown = visitor.sent.inner_text()
    goes_on.set()
    visitor.page.wait_for_timeout(1000)
    assert visitor.sent.inner_text() == shown
    expect(visitor.page.locator(".toast-success")).to_have_count(1)


# Imitates Chromium 150, which blurs a button the moment it is disabled.
TAKES_FOCUS = """const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
    set.call(this, name, value);
    if (name !== "disabled") return;
    this.blur();
    window.taken = document.activeElement === document.body;
    document.querySelector(window.goOn)?.focus();
};"""
# Where the visitor goes on while the form is being sent, the form service's status, and what has focus afterwards.
FOCUSED = [
    ("#nothing", 503, "#consultation [type=submit]"),
    ("#inquiry-name", 503, "#inquiry-name"),
    ("main", 200, ".form-sent h3"),  # as by a second press on the disabled button
]


def test_sending_a_form_moves_focus_unless_the_visitor_has_moved_it(visit, service):
    visitor = visit(first=TAKES_FOCUS).fill()
    page = visitor.page
    for gone_to, status, focused in FOCUSED:
        service.answers(status=status)
        page.evaluate(f"window.goOn = '{gone_to}'")
        visitor.button.focus()
        page.keyboard.press("Enter")
        visitor.toast("success" if status == 200 else "error")
        assert page.evaluate("taken")
        expect(page.locator(focused)).to_be_focused()
        page.locator(".toast-close").click()


@pytest.mark.long
def test_a_blocked_websocket_does_not_delay_a_form(open_page, service):
    page = open_page(server="no websocket", prepare=lambda page: page.clock.install())
    visitor = Visitor(page, CONSULTATION_FORM).fill()
    page.clock.pause_at(time.time() + 3600)
    visitor.send()
    expect(visitor.button).to_be_disabled()
    page.clock.run_for(100)  # milliseconds; an open websocket would get 3 seconds
    expect(page).to_have_url(re.compile(r"/sent\b"))


@pytest.mark.long
def test_a_visitor_who_goes_back_from_the_answer_can_send_the_form_again(open_page):
    def answer_nothing(page):
        page.route("**/forms/*", lambda _: None)

    visitor = Visitor(page := open_page(server="no websocket", prepare=answer_nothing), INQUIRY_FORM).fill().send()
    expect(visitor.button).to_be_disabled()
    page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )  # from the browser's memory
    expect(visitor.button).to_be_enabled()


LOST = {
    "the form": (lambda sent: ".submit" in sent, lambda _: False),
    "every word of the answer": (lambda _: False, lambda got: "received" in got or "answered" in got),
    "the end of the answer": (lambda _: False, lambda got: "answered" in got),
}


@pytest.mark.parametrize("lost", rows(LOST, ["the form"]))
def test_a_form_is_posted_if_the_open_websocket_carries_nothing(open_page, service, site, lost):
    """As behind some proxies or after a lost wireless link: the connection is open but carries nothing."""
    sent, got = LOST[lost]
    swallowed = Event()

    def swallow(page):
        page.clock.install()

        def to_server(server, frame):
            swallowed.set() if sent(str(frame)) else server.send(frame)

        def to_page(socket, frame):
            page.watch.received.append(str(frame))
            if "is_hydrated" in str(frame) or not got(str(frame)):
                socket.send(frame)
            else:
                swallowed.set()

        def route(socket):
            server = socket.connect_to_server()
            socket.on_message(lambda frame: to_server(server, frame))
            server.on_message(lambda frame: to_page(socket, frame))

        page.route_web_socket(re.compile(".*"), route)

    visitor = Visitor(page := open_page(prepare=swallow), INQUIRY_FORM).fill()
    connected(page)
    visitor.send()
    poll(page, swallowed.is_set, "something was lost")
    assert "sent" not in page.url
    page.clock.fast_forward(13_000)
    expect(page).to_have_url(re.compile(r"/sent\b"))
    assert len(service.posts()) == 1
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]


# The state of the server, a script that runs before the page's own, and a form.
NOBODY = {
    "nobody listens": ("away", "delete AbortSignal.timeout", CONSULTATION_FORM),  # as in Safari below 16
    "a proxy says 502": ("broken gateway", "", INQUIRY_FORM),
    "the request can't be made": ("no websocket", "window.fetch = () => { throw new TypeError('no') };", INQUIRY_FORM),
}


@pytest.mark.parametrize("nobody", rows(NOBODY, ["a proxy says 502"]))
def test_without_a_server_a_form_keeps_entries_and_shows_the_phone_number(opener, static_host, nobody):
    server, first, form = NOBODY[nobody]
    visitor = Visitor(opener.open(static_host, server=server, first=first), form).fill().send()
    expect(visitor.element.get_by_role("alert")).to_contain_text(GYM.business.phone)
    assert visitor.unreachable.get_by_role("link").get_attribute("href") == tel(GYM.business.phone)
    assert visitor.page.url == f"{static_host}/"
    assert visitor.now() == visitor.entries
    expect(visitor.button).to_be_enabled()
