"""Forms reach the gym word for word, and the visitor sees the result (spec sections 7 and 8)."""

import re

import pytest
from playwright.sync_api import expect

from gym_site.brand import BRAND
from gym_site.content.trainers import SELECTABLE_TRAINERS
from gym_site.routes import url_for
from tests.browsing import connected
from tests.forms import ABOUT, CONSULTATION_FORM, FORMS, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY
from tests.site import FORM_PATH

pytestmark = pytest.mark.without_pictures

# Records every change of a button's text and state.
WATCH_BUTTON = """button => {
    window.states = [];
    new MutationObserver(() => states.push([button.textContent, button.disabled]))
        .observe(button, { attributes: true, characterData: true, childList: true, subtree: true });
}"""
# Imitates Chromium 150, which blurs a button the moment it is disabled.
TAKES_FOCUS = """const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
    set.call(this, name, value);
    if (name === "disabled") { this.blur(); window.taken = document.activeElement === document.body; goOn(); }
};"""
GO_ON = "const goOn = () => document.querySelector('{}')?.focus();"


ASKED_FOR = {"selectedTrainer": SELECTABLE_TRAINERS[-1]} if SELECTABLE_TRAINERS else {}
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
        (SERVICE_FORM, url_for(SERVICE_KEY)),
        {"fitnessGoals": "Run & <b>smile</b>", "currentFitnessLevel": "very-active", "medicalConditions": "",
         "availability": "Evenings", "additionalNotes": ""},
        f"Consultation Request - {BRAND.services[SERVICE_KEY].label}",
        {"Fitness goals": "Run & smile", "Medical conditions": "None specified", "Notes": "None",
         "Service": BRAND.services[SERVICE_KEY].label},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("place", "typed", "subject", "tidied"), ARRIVES.values(), ids=ARRIVES)
def test_every_field_arrives_with_the_label_that_visitors_see(visit, service, place, typed, subject, tidied):
    visitor = visit(*place).fill(**typed)
    shown = {visitor.label(field): visitor.chosen(field) for field in visitor.entries} | tidied
    assert all(shown.values())
    visitor.send().toast("success", *visitor.form.success)
    (post,) = service.posts()
    body = post["body"]
    assert (post["method"], post["path"]) == ("POST", FORM_PATH)
    assert post["headers"]["Content-Type"] == "application/json"
    assert list(body) == ["email", "subject", "message", "_replyto", "_subject"]
    assert body["email"] == body["_replyto"] == visitor.entries["email"]
    assert body["subject"] == body["_subject"] == subject
    _, fields, reference = body["message"].split("\n\n")
    assert sorted(fields.splitlines()) == sorted("\n".join(map(": ".join, shown.items())).splitlines())
    assert re.fullmatch("Reference: [A-Z0-9-]+", reference)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_after_success_the_form_is_cleared_and_can_be_sent_again(visit, service, form, site):
    visitor = visit(form).fill()
    idle = visitor.button.inner_text()
    visitor.button.evaluate(WATCH_BUTTON)
    visitor.send().toast("success", *form.success)
    expect(visitor.page.locator("[role=status] .toast-success")).to_have_count(1)
    expect(visitor.button).to_be_enabled()
    assert visitor.page.evaluate("states") == [[form.content.busy, True], [idle, False]]
    assert set(visitor.now().values()) == {""}
    assert visitor.page.watch.posts == []  # sent by websocket, so the page stays
    assert site.leads(visitor.mark) == [("sent", "event")]
    visitor.page.locator(".toast-close").click()
    expect(visitor.sent.locator("h3")).to_have_text(f"Got it, {visitor.entries['name'].split()[0]}.")
    expect(visitor.sent).to_contain_text(form.content.success_text)
    reference = service.posts(visitor.mark)[-1]["body"]["message"].split()[-1]
    expect(visitor.sent).to_contain_text(f"Your reference: {reference}.")
    expect(visitor.element.locator(":is(input, select, textarea):visible")).to_have_count(0)
    height = visitor.element.bounding_box()["height"]
    visitor.sent.get_by_role("button", name=form.content.again).click()
    expect(visitor.control("name")).to_be_focused()
    assert visitor.element.bounding_box()["height"] == height  # nothing below the form has moved
    visitor.fill(**{form.free: f"Another one {visitor.mark}"}).send().toast("success")
    assert len(service.posts(visitor.mark)) == 2
    assert visitor.page.watch.errors == []


def test_after_a_failure_the_entries_stay_and_retries_keep_the_reference(visit, service, site):
    for visitor in (visit(), visit(INQUIRY_FORM), visit(SERVICE_FORM, url_for(SERVICE_KEY))):
        kind = visitor.form.failed
        service.answers(status=503)
        visitor.fill()
        for _ in range(2):
            visitor.send().toast(kind, "Error", visitor.form.failure)
            expect(visitor.page.locator(f"[role=alert] .toast-{kind}")).to_have_count(1)
            expect(visitor.button).to_be_enabled()
            assert visitor.now() == visitor.entries
            visitor.page.locator(".toast-close").click()
            expect(visitor.page.locator(".toast")).to_have_count(0)
        service.answers()
        visitor.send().toast("success", *visitor.form.success)
        assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]
        references = [post["body"]["message"].splitlines()[-1] for post in service.posts(visitor.mark)]
        assert len(references) == 3
        assert len(set(references)) == 1  # so staff see one request


def test_repeated_clicks_on_the_send_button_make_one_request(visit, service, site):
    service.answers(delay=1)
    visitor = visit().fill()
    visitor.element.evaluate("""form => {
        form.requestSubmit();
        form.querySelector("[type=submit]").click();
        form.querySelector("[type=submit]").click();
    }""")
    visitor.toast("success")
    assert len(visitor.page.watch.submits()) == 1
    assert len(service.posts()) == 1
    assert len(site.leads(visitor.mark)) == 1


@pytest.mark.parametrize(("status", "kind"), [(200, "success"), (503, "error")])
def test_the_result_of_a_form_appears_even_on_another_page(visit, service, status, kind):
    service.answers(delay=2, status=status)
    visitor = visit().fill().send()
    visitor.page.locator(f"footer a[href='{url_for('faq')}']").click()
    expect(visitor.page).to_have_url(re.compile(url_for("faq")))
    expect(visitor.element).to_have_count(0)
    visitor.toast(kind)


def test_two_forms_stay_separate_and_a_reload_repeats_no_notice(visit, service):
    visitor = visit(INQUIRY_FORM)
    page = visitor.page
    page.fill("#consultation-name", "Somebody else")
    visitor.send().is_told("Name is required", "Email is required")
    assert page.locator("#consultation .error-summary, #consultation [aria-invalid]").count() == 0
    visitor.fill().send().toast("success")
    assert page.input_value("#consultation-name") == "Somebody else"
    assert "Somebody else" not in service.posts()[0]["body"]["message"]
    page.watch.received.clear()
    page.reload()
    connected(page)  # the server has sent its old state
    assert page.locator(".toast").count() == 0


@pytest.mark.parametrize(
    ("gone_to", "status", "focused"),
    [("", 200, ".form-sent h3"), ("", 503, "#consultation [type=submit]"), ("#inquiry-name", 200, "#inquiry-name")],
    ids=["sent", "failed", "gone on"],
)
def test_sending_a_form_moves_focus_unless_the_visitor_has_moved_it(visit, service, gone_to, status, focused):
    service.answers(status=status)
    visitor = visit(first=TAKES_FOCUS + GO_ON.format(gone_to or "#nothing")).fill()
    visitor.button.focus()
    visitor.page.keyboard.press("Enter")
    visitor.toast("success" if status == 200 else "error")
    assert visitor.page.evaluate("taken")
    expect(visitor.page.locator(focused)).to_be_focused()
