"""Invalid forms show the specified messages in three places: above the form, at the field and in a notice.

This includes entries that the browser would reject itself. Nothing is sent or lost (spec sections 4, 5 and 8).
"""

import re

import pytest
from playwright.sync_api import expect

from gym_site.routes import url_for
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, SERVICE_KEY, Visitor
from tests.parts import rows

NAME, NAME_SIGNS = "Name is required", "Name contains invalid characters"
EMAIL, PHONE = "Please enter a valid email address", "Please enter a valid phone number"
AGE = "Age must be a number from 12 to 100"
REQUIRED = [NAME, "Email is required", "Phone is required", "Primary goal is required", "Activity level is required",
            "Fitness experience is required"]  # fmt: skip
PLACES = {"home": CONSULTATION_FORM, "consultation": CONSULTATION_FORM, SERVICE_KEY: SERVICE_FORM}
# Invalid entries, and all messages. Every rule with all its values is in tests/unit/test_leads_words.py.
REFUSED = {
    "home": [
        ({"age": "12.5", "email": "zoe@mail..example"}, [EMAIL, AGE]),
        ({"name": "<b></b>"}, [NAME]),
        ({"phone": "", "name": "R2-D2"}, [NAME_SIGNS, "Phone is required"]),
    ],
    "consultation": [({"age": "101", "name": ""}, [NAME, AGE]), ({"age": "11"}, [AGE])],
    SERVICE_KEY: [
        ({"email": "zoe@mail.example,"}, [EMAIL]),
        (
            {"email": "zoe", "name": "R2-D2", "phone": "1", "fitnessGoals": ""},
            [NAME_SIGNS, EMAIL, PHONE, "Fitness goals are required"],
        ),
    ],
}
WAYS = {f"{place}, {server}": (place, server) for place in PLACES for server in ("there", "no websocket")}


@pytest.mark.parametrize("way", rows(WAYS, ["home, there", f"{SERVICE_KEY}, no websocket"]))
def test_invalid_entries_get_messages_of_the_site_not_of_the_browser(open_page, service, site, way):
    place, server = WAYS[way]
    page = open_page(url_for(place), server=server)
    if server == "there":
        connected(page)
    visitor = Visitor(page, PLACES[place]).fill()
    for changes, messages in REFUSED[place]:
        for field, value in changes.items():
            visitor.change(field, value)
        visitor.send().is_told(*messages)
        assert visitor.now() == visitor.entries | changes
        expect(visitor.button).to_be_enabled()
        for field in changes:
            visitor.change(field, visitor.entries[field])
        expect(visitor.problems).to_have_count(0)
    assert service.posts() == page.watch.posts == site.leads(visitor.mark) == []


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

    visitor.fill(email="zoe@", age="").control("age").press_sequentially("1e")  # scripts see an empty value
    details = visitor.element.locator("details")
    details.evaluate("one => { one.open = false; }")
    visitor.send().is_told(EMAIL, AGE)
    expect(visitor.control("age")).to_be_visible()  # an error opens the folded fields
    details.evaluate("one => { one.open = false; }")
    visitor.problems.get_by_role("link", name=AGE).click()
    expect(visitor.control("age")).to_be_focused()
    expect(visitor.problems.get_by_role("heading", name=visitor.form.content.answer_invalid)).to_be_visible()
    expect(visitor.element.locator("[aria-invalid=true]")).to_have_count(2)
    expect(visitor.control("email")).to_have_accessible_description(re.compile(EMAIL))

    visitor.change("age", "34")
    expect(visitor.problems).to_have_count(0)
    expect(visitor.element.locator(".field-error span, [aria-invalid]")).to_have_count(0)
    expect(visitor.page.locator(".toast-destructive")).to_have_count(0)
    visitor.send().is_told(EMAIL)
    assert visitor.page.watch.submits() == service.posts() == []
    visitor.button.evaluate(WATCH_LIST)
    visitor.control("email").evaluate("one => { one.value = 'zoe@mail.example'; }")  # without an event
    visitor.send().toast("success")
    assert visitor.page.evaluate("listed") is False  # while the form was being sent
    assert len(service.posts()) == 1


def test_an_inquiry_is_refused_only_for_what_the_browser_refuses(visit, service, site):
    visitor = visit(INQUIRY_FORM).fill(name="", email="zoe@").send()
    visitor.is_told(NAME, EMAIL)
    visitor.fill(name=" R2-D2", email="zo\u00eb@mail.example", phone="ask for Bo").send().toast("success")
    visitor.element.get_by_role("button", name=visitor.form.content.again).click()
    visitor.fill(name=" ", email="zoe@mail").send().toast("success")
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent", "sent"]
