"""What can't be sent is said in the words of the specification, three times: above the form, at the field, in a notice.

What a browser's own check refuses too. Nothing is sent, and nothing that was typed is lost (spec sections 4, 5 and 8).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from gym_site.routes import url_for
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, SERVICE_FORM, Visitor
from tests.markup import read

NAME, NAME_SIGNS = "Name is required", "Name contains invalid characters"
EMAIL, PHONE = "Please enter a valid email address", "Please enter a valid phone number"
AGE = "Age must be a number from 12 to 100"
PLACES = {"home": CONSULTATION_FORM, "consultation": CONSULTATION_FORM, "kickboxing-boxing": SERVICE_FORM}
# Every rule with all its values: tests/unit/test_leads_words.py.
REFUSED = [
    ({"name": "<b></b>"}, [NAME]),
    ({"phone": ""}, ["Phone is required"]),
    ({"name": "R2-D2", "email": "zoe@", "phone": "555-0100"}, [NAME_SIGNS, EMAIL, PHONE]),
]
# What a browser's own check refuses: the messages, and those that the page knows without asking the server.
BY_THE_BROWSER = {
    "home": [({"age": "11"}, [AGE], [AGE]), ({"age": "12.5", "email": "zoe@"}, [EMAIL, AGE], [AGE])],
    "consultation": [({"age": "101", "name": ""}, [NAME, AGE], [NAME, AGE])],
    "kickboxing-boxing": [
        ({"email": "zoe@"}, [EMAIL], [EMAIL]),
        ({"email": "zoe", "name": "R2-D2", "phone": "1"}, [NAME_SIGNS, EMAIL, PHONE], [EMAIL]),
    ],
}
REQUIRED = [NAME, "Email is required", "Phone is required", "Primary goal is required", "Activity level is required",
            "Fitness experience is required"]  # fmt: skip


def is_refused(visitor, changes, messages):
    """Check that a form with these changes is refused, and change it back."""
    for field, value in changes.items():
        visitor.change(field, value)
    visitor.send().is_told(*messages)
    assert visitor.now() == visitor.entries | changes
    expect(visitor.button).to_be_enabled()
    for field in changes:
        visitor.change(field, visitor.entries[field])
    expect(visitor.problems).to_have_count(0)


def test_an_entry_that_cant_be_sent_is_named(visit, service, site):
    visitor = visit().fill()
    for changes, messages in REFUSED:
        is_refused(visitor, changes, messages)
    assert service.posts() == visitor.page.watch.posts == site.leads(visitor.mark) == []


@pytest.mark.parametrize(
    ("place", "server"),
    [("home", "there"), ("consultation", "no websocket"), ("kickboxing-boxing", "there"),
     ("kickboxing-boxing", "no websocket")],
)  # fmt: skip
def test_the_browsers_own_words_are_never_read(open_page, service, place, server):
    page = open_page(url_for(place), server=server)
    if server == "there":
        connected(page)
    visitor = Visitor(page, PLACES[place]).fill()
    for changes, messages, known in BY_THE_BROWSER[place]:
        is_refused(visitor, changes, messages if server == "there" else known)
    assert service.posts() == page.watch.posts == []


def test_an_empty_form_names_what_is_required_and_a_line_leads_to_its_field(visit, service):
    visitor = visit().send()
    visitor.is_told(*REQUIRED)
    visitor.problems.get_by_role("link", name=REQUIRED[2]).click()
    expect(visitor.control("phone")).to_be_focused()
    visitor.is_listed(*REQUIRED)  # reading it is no change
    assert visitor.page.watch.submits() == service.posts() == []


def test_the_list_goes_with_the_next_change_and_the_correction_is_sent(visit, service):
    visitor = visit().fill(email="zoe@").send()
    visitor.is_told(EMAIL)
    expect(visitor.control("email")).to_have_attribute("aria-invalid", "true")
    visitor.control("email").press_sequentially("m")
    expect(visitor.problems).to_have_count(0)
    expect(visitor.element.locator(".field-error span")).to_have_count(0)
    expect(visitor.element.locator("[aria-invalid]")).to_have_count(0)
    expect(visitor.page.locator(".toast-destructive")).to_have_count(0)
    visitor.change("email", "zoe@mail.example")
    visitor.send().toast("success")
    assert len(service.posts()) == 1


def test_the_list_goes_when_the_form_is_sent_again(visit, service):
    visitor = visit().fill(email="zoe@").send()
    visitor.is_told(EMAIL)
    visitor.button.evaluate("""button => {
        const watch = new MutationObserver(() => { window.listed ??= document.querySelector(".error-summary") !== null; });
        watch.observe(button, { attributeFilter: ["disabled"] });
    }""")
    visitor.control("email").evaluate("one => { one.value = 'zoe@mail.example'; }")  # no event
    visitor.send().toast("success")
    assert visitor.page.evaluate("listed") is False  # while it was on its way


def test_an_age_that_is_no_number_is_named(visit, service):
    visitor = visit(path=url_for("consultation")).fill(age="")
    visitor.control("age").press_sequentially("1e")  # an empty value for every script
    details = visitor.element.locator("details")
    details.evaluate("one => { one.open = false; }")
    visitor.send().is_told(AGE)
    expect(visitor.control("age")).to_be_visible()  # a problem opens what it lies in
    details.evaluate("one => { one.open = false; }")
    visitor.problems.get_by_role("link", name=AGE).click()
    expect(visitor.control("age")).to_be_focused()
    assert service.posts() == []


def test_an_age_out_of_range_is_named_on_the_answer_page_too(open_page, service):
    page = open_page(url_for("consultation"), java_script_enabled=False)
    visitor = Visitor(page, CONSULTATION_FORM).fill(age="11")
    visitor.element.evaluate("form => { form.noValidate = true; }")  # a browser without a check of its own
    visitor.send().is_listed(AGE)
    assert service.posts() == []


def test_the_service_pages_alone_have_an_input_for_addresses(pages):
    types = {}
    for place, form in PLACES.items():
        document = read(pages / url_for(place).strip("/") / "index.html")
        types[place] = document.one("input", id=f"{form.name}-email").attrs.get("type")
    assert types == {"home": None, "consultation": None, "kickboxing-boxing": "email"}
