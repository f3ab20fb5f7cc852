"""The server answers with every problem of a form at once: above the form, at the field and in a notice.

This includes entries that the browser would reject itself. Nothing is stored or lost (spec sections 4, 5 and 8).
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browsing import HYDRATED, connected, until
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor
from tests.gym import GYM
from tests.parts import rows

NAME, NAME_SIGNS = "Name is required", "Name contains invalid characters"
EMAIL, PHONE = "Please enter a valid email address", "Please enter a valid phone number"
AGE = "Age must be a number from 12 to 100"
REQUIRED = [NAME, "Email is required", "Phone is required", "Primary goal is required", "Activity level is required",
            "Fitness experience is required"]  # fmt: skip
PLACES = {"home": CONSULTATION_FORM, "consultation": CONSULTATION_FORM, SERVICE_KEY: SERVICE_FORM}
NO_NUMBER = "1e"  # in a number's field, a script sees an empty value
# Invalid entries, and all messages. Every rule with all its values is in tests/unit/test_leads_words.py.
REFUSED = {
    "home": [
        ({"age": NO_NUMBER, "email": "zoe@mail..example"}, [EMAIL, AGE]),
        ({"name": "<b></b>"}, [NAME]),
        ({"phone": "", "name": "R2-D2"}, [NAME_SIGNS, "Phone is required"]),
    ],
    "consultation": [({"age": "101", "name": ""}, [NAME, AGE]), ({"age": "12.5"}, [AGE])],
    SERVICE_KEY: [
        ({"email": "zoe@mail.example,"}, [EMAIL]),
        (
            {"email": "zoe", "name": "R2-D2", "phone": "1", "fitnessGoals": ""},
            [NAME_SIGNS, EMAIL, PHONE, "Fitness goals are required"],
        ),
    ],
}
HOW = {"websocket": {}, "no websocket": {"server": "no websocket"}, "no scripts": {"scripts": False}}
WAYS = {f"{place}, {how}": (place, how) for place in PLACES for how in HOW}


@pytest.mark.parametrize("way", rows(WAYS, ["home, websocket", f"{SERVICE_KEY}, no scripts"]))
def test_all_problems_are_listed_at_the_first_try_and_no_entry_is_lost(open_page, service, site, way):
    place, how = WAYS[way]
    page = open_page(GYM.routes.url_for(place), **HOW[how])
    if how == "websocket":
        connected(page)
    visitor = Visitor(page, PLACES[place]).fill()
    for changes, messages in REFUSED[place]:
        if how == "no scripts" and NO_NUMBER in changes.values():
            continue  # the browser sends no such form
        for field, value in changes.items():
            visitor.type(field, value)
        if how == "no scripts":  # else the browser's own bubble comes first
            visitor.element.evaluate("form => { form.noValidate = true; }")
        visitor.send()
        if how == "websocket":
            visitor.is_told(*messages)
            expect(visitor.button).to_be_enabled()
        else:
            visitor.is_listed(*messages)
            assert page.url.endswith(f"/forms/{visitor.form.name}")
        seen = {field: "" if value == NO_NUMBER else value for field, value in changes.items()}
        assert visitor.now() == visitor.entries | seen
        if how == "websocket":
            for field in changes:
                visitor.change(field, visitor.entries[field])
            expect(visitor.problems).to_have_count(0)
        else:
            page.go_back()
            until(page, HYDRATED if how == "no websocket" else "document.readyState === 'complete'")
            visitor.fill()
    assert service.posts() == site.leads(visitor.mark) == []


OLDER_FIREFOX = "delete Element.prototype.ariaInvalid"  # below 119
WATCH_LIST = """button => {
    const watch = new MutationObserver(() => { window.listed ??= document.querySelector(".error-summary") !== null; });
    watch.observe(button, { attributeFilter: ["disabled"] });
}"""


def test_the_list_of_errors_links_to_fields_and_goes_with_an_edit(visit, service):
    visitor = visit(first=OLDER_FIREFOX).send()
    visitor.is_told(*REQUIRED)
    visitor.problems.get_by_role("link", name=REQUIRED[2]).click()
    expect(visitor.control("phone")).to_be_focused()
    visitor.is_listed(*REQUIRED)  # focusing the field changes nothing

    visitor.fill(email="zoe@", age="").type("age", NO_NUMBER)
    details = visitor.element.locator("details")
    details.evaluate("one => { one.open = false; }")
    visitor.send().is_told(EMAIL, AGE)
    expect(visitor.control("age")).to_be_visible()  # an error opens the folded fields
    details.evaluate("one => { one.open = false; }")
    visitor.problems.get_by_role("link", name=AGE).click()
    expect(visitor.control("age")).to_be_focused()
    expect(visitor.problems.get_by_role("heading", name=visitor.form.content.answer_invalid)).to_be_visible()
    expect(visitor.element.locator("[aria-invalid=true]")).to_have_count(2)
    for field, message in (("email", EMAIL), ("age", AGE)):  # the age also has a help text
        expect(visitor.control(field)).to_have_accessible_description(re.compile(message))

    visitor.change("age", "34")
    expect(visitor.problems).to_have_count(0)
    expect(visitor.element.locator(".field-error span, [aria-invalid]")).to_have_count(0)
    expect(visitor.page.locator(".toast-destructive")).to_have_count(0)
    visitor.send().is_told(EMAIL)
    assert service.posts() == visitor.page.watch.posts == []
    visitor.button.evaluate(WATCH_LIST)
    visitor.control("email").evaluate("one => { one.value = 'zoe@mail.example'; }")  # without an event
    visitor.send().toast("success")
    assert visitor.page.evaluate("listed") is False  # while the form was being sent
    assert len(service.posts()) == 1


def test_an_inquiry_is_refused_only_for_what_the_browser_refuses(visit, service, site):
    visitor = visit(INQUIRY_FORM).fill(name="", email="zoe@")
    for field in ("name", "email"):
        visitor.send()
        expect(visitor.control(field)).to_be_focused()
        visitor.change("name", "Jo")
    expect(visitor.problems).to_have_count(0)
    assert visitor.page.watch.submits() == visitor.page.watch.posts == []
    visitor.fill(name=" R2-D2", email="zo\u00eb@mail.example", phone="ask for Bo").send().toast("success")
    visitor.element.get_by_role("button", name=visitor.form.content.again).click()
    visitor.fill(name=" ", email="zoe@mail").send().toast("success")
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent", "sent"]
