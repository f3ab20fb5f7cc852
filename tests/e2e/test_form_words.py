"""What a browser's own check refuses is said in our words too, with everything else that is to be corrected."""

from __future__ import annotations

import pytest

from gym_site.routes import url_for
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, Form, Visitor

EMAIL = "Please enter a valid email address"
AGE = "Age must be a number from 12 to 100"
SERVICE_FORM = Form(
    "service",
    {"name": "Ann Lee", "email": "ann@mail.example", "phone": "604-555-0101", "fitnessGoals": "Run 10 km"},
    "additionalNotes",
    "Submitting...",
    CONSULTATION_FORM.success,
    CONSULTATION_FORM.failure,
)
PLACES = {"home": CONSULTATION_FORM, "consultation": CONSULTATION_FORM, "kickboxing-boxing": SERVICE_FORM}
REFUSED = [
    ("home", {"age": "11"}, [AGE]),
    ("home", {"age": "12.5", "email": "zoe@"}, [EMAIL, AGE]),
    ("consultation", {"age": "101"}, [AGE]),
    ("consultation", {"age": "101", "name": ""}, ["Name is required", AGE]),
    ("kickboxing-boxing", {"email": "zoe@"}, [EMAIL]),
    ("kickboxing-boxing", {"email": "zoe"}, [EMAIL]),
    ("kickboxing-boxing", {"email": "zoe", "name": ""}, ["Name is required", EMAIL]),
    ("kickboxing-boxing", {"email": "zoe", "name": "R2-D2", "phone": "1"},
     ["Name contains invalid characters", EMAIL, "Please enter a valid phone number"]),
]  # fmt: skip


class ServiceVisitor(Visitor):
    """Somebody at a service page's form, where goals are written and not chosen."""

    def change(self, field: str, value: str) -> None:
        self.control(field).fill(value)


def is_told(visitor: Visitor, messages: list[str]) -> None:
    """Check list, notice and fields."""
    assert visitor.told() == messages
    assert visitor.toast("destructive") == ["Form validation failed", ", ".join(messages)]
    at_fields = visitor.page.locator(f"form[action$='/forms/{visitor.form.name}'] .field-error span")
    assert at_fields.all_inner_texts() == messages
    assert visitor.problems.evaluate("one => one === document.activeElement")
    assert visitor.now() == visitor.entries


@pytest.mark.parametrize("server", ["there", "no websocket"])
@pytest.mark.parametrize("place", PLACES)
def test_the_browsers_own_words_are_never_read(open_page, service, place, server):
    page = open_page(url_for(place), server=server)
    if server == "there":
        connected(page)
    visitor = (ServiceVisitor if place == "kickboxing-boxing" else Visitor)(page, PLACES[place])
    for where, changes, messages in REFUSED:
        # Without a websocket the page says what it knows by itself; the rest is the answer page's.
        if where == place and (server == "there" or "phone" not in changes):
            visitor.fill(**PLACES[place].entries | changes).send()
            is_told(visitor, [one for one in messages if server == "there" or (one, place) != (EMAIL, "home")])
    assert service.posts() == []
    assert page.watch.posts == []


def test_an_age_that_is_no_number_is_named(open_page, service):
    page = open_page(url_for("consultation"))
    connected(page)
    visitor = Visitor(page, CONSULTATION_FORM).fill(age="")
    visitor.control("age").press_sequentially("1e")  # an empty value for every script
    visitor.send()
    is_told(visitor, [AGE])
    assert service.posts() == []


def test_an_age_out_of_range_is_named_on_the_answer_page_too(open_page, service):
    page = open_page(url_for("consultation"), java_script_enabled=False)
    visitor = Visitor(page, CONSULTATION_FORM).fill(age="11")
    page.locator("form").evaluate("form => form.noValidate = true")  # a browser without a check of its own
    visitor.send()
    assert visitor.told() == [AGE]
    assert service.posts() == []


def test_the_service_pages_alone_have_an_input_for_addresses(open_page):
    types = {}
    for place, form in PLACES.items():
        types[place] = open_page(url_for(place)).get_attribute(f"#{form.name}-email", "type")
    assert types == {"home": None, "consultation": None, "kickboxing-boxing": "email"}
