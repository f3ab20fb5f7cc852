"""Forms arrive complete and exactly once without JavaScript, without a websocket or before scripts load.

If nothing can be sent, visitors are told so, keep their entries and see the phone number.
"""

import re
import time

import pytest
from playwright.sync_api import expect

from gym_site.content.business import BUSINESS, tel
from gym_site.routes import url_for
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, FORMS, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor

pytestmark = pytest.mark.without_pictures

# The missing capability, and a form and its page.
LACKING = {
    "no JavaScript": ({"java_script_enabled": False}, CONSULTATION_FORM, "/"),
    "no websocket": ({"server": "no websocket"}, INQUIRY_FORM, "/"),
    "scripts never arrive": ({"scripts": False}, SERVICE_FORM, url_for(SERVICE_KEY)),
}


def is_answered(visitor, service):
    """Wait for the success page and check its text."""
    expect(visitor.page).to_have_url(re.compile(f"/forms/{visitor.form.name}/sent[?]request=[0-9a-f]+$"))
    expect(visitor.page.locator("h1")).to_have_text(visitor.form.success[0])
    expect(visitor.page.locator("[role=status]")).to_have_text(visitor.form.success[1])
    expect(visitor.page.locator(".answer li")).to_have_text(visitor.form.content.next_steps)
    reference = service.posts()[-1]["body"]["message"].split()[-1]
    expect(visitor.page.locator(".answer")).to_contain_text(f"Your reference: {reference}.")


@pytest.mark.parametrize(("lacking", "form", "path"), LACKING.values(), ids=LACKING)
def test_without_scripts_or_websocket_a_form_is_posted_and_answered(open_page, service, site, lacking, form, path):
    visitor = Visitor(open_page(path, **lacking), form).fill().send()
    is_answered(visitor, service)
    assert len(service.posts()) == 1
    assert site.leads(visitor.mark) == [("sent", "post")]
    visitor.page.reload()  # reloads the answer page without posting again
    assert len(service.posts()) == 1
    visitor.page.get_by_role("link", name=visitor.form.content.answer_back).click()
    expect(visitor.page).to_have_url(f"{site.url}/")


def test_entries_survive_errors_and_can_be_corrected_without_scripts(open_page, service, site):
    visitor = Visitor(open_page(java_script_enabled=False), CONSULTATION_FORM)
    visitor.fill(email="zoe@", healthConditions='Knee\n"<b>& back').send()
    message = "Please enter a valid email address"
    visitor.is_listed(message)
    expect(visitor.page.locator(".answer > .eyebrow")).to_have_text(visitor.form.content.invalid_title)
    allowed = visitor.form.content.field("email").allowed
    expect(visitor.page.locator("#consultation-email-error")).to_have_text(f"{message} {allowed}")
    assert visitor.now() == visitor.entries
    expect(visitor.control("healthConditions")).to_be_visible()
    assert service.posts() == []
    service.answers(status=500)
    visitor.change("email", "zoe@mail.example")
    visitor.send()
    expect(visitor.page.locator("h1")).to_have_text("Error")
    expect(visitor.problems).to_have_text(visitor.form.failure)
    assert visitor.now() == visitor.entries | {"email": "zoe@mail.example"}
    service.answers()
    visitor.send()
    is_answered(visitor, service)
    chosen = visitor.entries["preferredTime"]
    assert f": {chosen}\n" not in service.posts()[-1]["body"]["message"]  # staff see the option's label
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]  # the retry is the same request


def test_a_blocked_websocket_does_not_delay_a_form(open_page, service):
    page = open_page(server="no websocket", prepare=lambda page: page.clock.install())
    visitor = Visitor(page, CONSULTATION_FORM).fill()
    page.clock.pause_at(time.time() + 3600)
    visitor.send()
    expect(visitor.button).to_be_disabled()
    page.clock.run_for(100)  # milliseconds; an open websocket would get 3 seconds
    is_answered(visitor, service)


LOST = {
    "the form": (lambda sent: ".submit" in sent, lambda _: False),
    "every word of the answer": (lambda _: False, lambda got: "received" in got or "answered" in got),
    "the end of the answer": (lambda _: False, lambda got: "answered" in got),
}


@pytest.mark.parametrize(("sent", "got"), LOST.values(), ids=LOST)
def test_a_form_is_posted_if_the_open_websocket_carries_nothing(open_page, service, site, sent, got):
    """As behind some proxies or after a lost wireless link: the connection is open but carries nothing."""

    def swallow(page):
        page.clock.install()

        def to_page(socket, frame):
            page.watch.received.append(str(frame))
            if "is_hydrated" in str(frame) or not got(str(frame)):
                socket.send(frame)

        def route(socket):
            server = socket.connect_to_server()
            socket.on_message(lambda frame: None if sent(str(frame)) else server.send(frame))
            server.on_message(lambda frame: to_page(socket, frame))

        page.route_web_socket(re.compile(".*"), route)

    page = open_page(prepare=swallow)
    visitor = Visitor(page, INQUIRY_FORM).fill()
    connected(page)
    visitor.send()
    page.wait_for_timeout(300)  # the server's responses are being dropped
    assert "sent" not in page.url
    page.clock.fast_forward(13_000)
    is_answered(visitor, service)
    assert len(service.posts()) == 1
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]


# The state of the server, and a script that runs before the page's own.
NOBODY = {
    "nobody listens": ("away", "delete AbortSignal.timeout"),  # as in Safari below 16
    "a proxy says 502": ("broken gateway", ""),
    "the request can't be made": ("no websocket", "window.fetch = () => { throw new TypeError('no') };"),
}


@pytest.mark.parametrize(
    ("server", "first", "form"),
    [(*nobody, form) for nobody, form in zip(NOBODY.values(), [*FORMS, INQUIRY_FORM], strict=True)], ids=NOBODY,
)  # fmt: skip
def test_without_a_server_a_form_keeps_entries_and_shows_the_phone_number(opener, static_host, form, server, first):
    visitor = Visitor(opener.open(static_host, server=server, first=first), form).fill().send()
    expect(visitor.element.get_by_role("alert")).to_contain_text(BUSINESS.phone)
    assert visitor.unreachable.get_by_role("link").get_attribute("href") == tel(BUSINESS.phone)
    assert visitor.page.url == f"{static_host}/"
    assert visitor.now() == visitor.entries
    expect(visitor.button).to_be_enabled()
