"""A form arrives without JavaScript, without a websocket and before any script has loaded, once and whole.

And where nothing can arrive, the visitor learns it, keeps every word and has the telephone number.
"""

from __future__ import annotations

import re

import pytest

from gym_site.content.business import BUSINESS
from tests.forms import CONSULTATION_FORM, FORMS, INQUIRY_FORM, Visitor

WAYS = {
    "no JavaScript": {"java_script_enabled": False},
    "no websocket": {"server": "no websocket"},
    "scripts never arrive": {"scripts": False},
}
PHONE = BUSINESS.phone


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def come(request, open_page, service):
    """Return a visitor who has no websocket."""
    return lambda form=CONSULTATION_FORM: Visitor(open_page(**request.param), form)


def answered(visitor):
    """Wait for the answer page of a success and return its words."""
    visitor.page.wait_for_url(re.compile(f"/forms/{visitor.form.name}/sent$"))
    return visitor.page.locator("h1").inner_text(), visitor.page.locator("[role=status]").inner_text()


def test_a_form_is_posted_and_answered(come, service, site, form):
    visitor = come(form).fill().send()
    title, text = answered(visitor)
    assert (title.casefold(), text) == (form.success[0].casefold(), form.success[1])
    assert len(service.posts()) == 1
    assert site.leads(visitor.mark) == [("sent", "post")]
    visitor.page.reload()  # the answer again, not the post
    assert len(service.posts()) == 1
    visitor.page.get_by_role("link", name="Back to the website").click()
    visitor.page.wait_for_url(f"{site.url}/")


def test_an_invalid_form_keeps_its_entries_and_can_be_corrected(come, service, site):
    visitor = come().fill(email="zoe@", healthConditions='Knee\n"<b>& back', selectedTrainer="").send()
    assert visitor.told() == ["Please enter a valid email address"]
    assert visitor.page.locator(".answer > .eyebrow").inner_text().casefold() == "form validation failed"
    assert visitor.page.locator("#consultation-email-error").inner_text() == "Please enter a valid email address"
    assert visitor.now() == visitor.entries
    assert service.posts() == []
    visitor.change("email", "zoe@mail.example")
    visitor.send()
    answered(visitor)
    assert len(service.posts()) == 1
    assert "early-morning" not in service.posts()[0]["body"]["message"]  # staff read labels, whichever way it came
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]


def test_a_failure_keeps_the_entries_and_a_second_try_is_the_same_request(come, service, site, form):
    service.answers(status=500)
    visitor = come(form).fill().send()
    visitor.problems.wait_for()
    assert visitor.page.locator("h1").inner_text().casefold() == "error"
    assert visitor.problems.inner_text() == form.failure
    assert visitor.now() == visitor.entries
    service.answers()
    visitor.send()
    answered(visitor)
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]


def test_both_ways_bring_the_same_words(come, visit, service):
    """A textarea's line break is CRLF in a post and LF in an event."""
    words = 'Zoë, "quotes", R&D <3\n\n  second line'
    bodies = []
    for visitor in (visit(), come()):
        visitor.fill(healthConditions=words).send()
        visitor.page.locator(".toast-success, [role=status].lead").wait_for()
        bodies.append(service.posts()[-1]["body"])
    first, second = ([line for line in body["message"].splitlines() if not line.startswith(("Ref", "Anything"))]
                     for body in bodies)  # fmt: skip
    assert first == second
    assert len(service.posts()) == 2


def test_a_blocked_websocket_costs_no_time(open_page, service):
    visitor = Visitor(open_page(server="no websocket"), CONSULTATION_FORM).fill()
    visitor.button.click()
    visitor.page.wait_for_url(re.compile("/sent$"), timeout=2500)  # a live one would be given 3 seconds


LOST = {
    "the form": (lambda sent: ".submit" in sent, lambda _: False),
    "every word of the answer": (lambda _: False, lambda got: "received" in got or "answered" in got),
    "the end of the answer": (lambda _: False, lambda got: "answered" in got),
}


@pytest.mark.parametrize(("sent", "got"), LOST.values(), ids=LOST)
def test_a_websocket_that_only_looks_alive_is_given_up(open_page, service, site, sent, got):
    """A proxy or a lost wireless link: the connection is open and carries nothing any more."""

    def swallow(page):
        page.clock.install()
        page.hydrated = False

        def to_page(socket, frame):
            page.hydrated = page.hydrated or 'is_hydrated_rx_state_":true' in str(frame)
            if "is_hydrated" in str(frame) or not got(str(frame)):
                socket.send(frame)

        def route(socket):
            server = socket.connect_to_server()
            socket.on_message(lambda frame: None if sent(str(frame)) else server.send(frame))
            server.on_message(lambda frame: to_page(socket, frame))

        page.route_web_socket(re.compile(".*"), route)

    page = open_page(prepare=swallow)
    while not page.hydrated:
        page.wait_for_timeout(20)
    visitor = Visitor(page, INQUIRY_FORM).fill().send()
    page.wait_for_timeout(300)  # the server's answers are on their way into nothing
    assert "sent" not in page.url
    page.clock.fast_forward(13_000)
    answered(visitor)
    assert len(service.posts()) == 1
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]


NOBODY = {"nobody listens": "away", "a proxy says 502": "broken gateway"}


@pytest.mark.parametrize("server", NOBODY.values(), ids=NOBODY)
def test_with_no_server_the_visitor_keeps_the_page_and_is_told_to_call(opener, static_host, form, server):
    visitor = Visitor(opener.open(static_host, server=server), form).fill().send()
    notice = visitor.unreachable
    notice.wait_for()
    assert PHONE in notice.inner_text()
    assert notice.get_by_role("link").get_attribute("href") == f"tel:+1{BUSINESS.phone.replace('-', '')}"
    assert visitor.page.url == f"{static_host}/"
    assert visitor.now() == visitor.entries
    assert visitor.button.is_enabled()


def test_once_the_server_is_back_the_same_click_works(opener, site, service):
    visitor = Visitor(opener.open(site.url, server="away"), INQUIRY_FORM).fill().send()
    visitor.unreachable.wait_for()
    visitor.page.unroute_all()
    visitor.send()
    answered(visitor)
    assert len(service.posts()) == 1


def test_the_telephone_number_stands_by_every_form_all_the_time(open_page):
    page = open_page()
    for form in FORMS:
        number = page.locator(f"form[action$='/forms/{form.name}']").get_by_role("link", name=PHONE)
        assert number.is_visible()
        assert number.get_attribute("href") == f"tel:+1{BUSINESS.phone.replace('-', '')}"
