"""What can't be sent is said in the words of the specification, three times: above the form, at the field, in a notice.

Nothing is sent, and nothing that was typed is lost (spec sections 4, 5 and 8).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsing import Opener, connected
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, Visitor

INVALID = [
    ("name", "", "Name is required"),
    ("name", "   ", "Name is required"),
    ("name", "<b></b>", "Name is required"),
    ("name", "R2-D2", "Name contains invalid characters"),
    ("name", "Jo; drop table", "Name contains invalid characters"),
    ("email", "", "Email is required"),
    ("email", "zoe@", "Please enter a valid email address"),
    ("email", "zoe o@mail.example", "Please enter a valid email address"),
    ("phone", "555-0100", "Please enter a valid phone number"),
    ("phone", "call me maybe", "Please enter a valid phone number"),
    ("phone", "", "Phone is required"),
    ("fitnessGoals", "", "Primary goal is required"),
    ("currentFitnessLevel", "", "Activity level is required"),
    ("workoutExperience", "", "Fitness experience is required"),
]


def at_the_field(visitor, field):
    """Return what stands at a field, and whether screen readers are told that it is invalid."""
    said = visitor.page.locator(f"#{visitor.form.name}-{field}-error").inner_text()
    return said, visitor.control(field).get_attribute("aria-invalid")


def focus_is_in(visitor):
    return visitor.page.evaluate("document.activeElement.className")


@pytest.fixture(scope="module")
def one_page(browser, site):
    """One page for the table above: somebody who gets everything wrong, one after the other."""
    opener = Opener(browser)
    page = opener.open(site.url)
    connected(page)
    yield page
    opener.close()


@pytest.mark.parametrize(("field", "value", "message"), INVALID)
def test_an_entry_that_cant_be_sent_is_named(one_page, service, site, field, value, message):
    visitor = Visitor(one_page, CONSULTATION_FORM).fill(**{field: value}).send()
    assert visitor.told() == [message]
    assert at_the_field(visitor, field) == (message, "true")
    assert visitor.toast("destructive") == ["Form validation failed", message]
    assert visitor.now() == visitor.entries
    visitor.problems.and_(visitor.page.locator(":focus")).wait_for()
    assert visitor.button.is_enabled()
    assert service.posts() == []
    assert site.leads(visitor.mark) == []
    assert visitor.page.watch.posts == []


def test_the_list_goes_with_the_next_change_and_the_correction_is_sent(visit, service):
    visitor = visit().fill(email="zoe@").send()
    visitor.told()
    visitor.control("email").press_sequentially("m")
    visitor.problems.wait_for(state="detached")
    assert at_the_field(visitor, "email") == ("", None)
    visitor.page.locator(".toast-destructive").wait_for(state="detached")
    visitor.change("email", "zoe@mail.example")
    visitor.send().toast("success")
    assert len(service.posts()) == 1


def test_the_list_goes_when_the_form_is_sent_again(visit, service):
    visitor = visit().fill(email="zoe@").send()
    visitor.told()
    service.answers(delay=5)
    visitor.page.evaluate("document.querySelector('#consultation-email').value = 'zoe@mail.example'")  # no event
    visitor.send()
    expect(visitor.problems).to_have_count(0)
    expect(visitor.button).to_be_disabled()  # it is still on its way
    visitor.toast("success")


def test_every_problem_is_listed_in_the_order_of_the_form(visit, service):
    visitor = visit().fill(name="R2-D2", email="zoe@", phone="1").send()
    messages = ["Name contains invalid characters", "Please enter a valid email address",
                "Please enter a valid phone number"]  # fmt: skip
    assert visitor.told() == messages
    assert visitor.toast("destructive") == ["Form validation failed", ", ".join(messages)]


def test_an_empty_form_names_what_is_required(visit, service):
    visitor = visit().send()
    messages = ["Name is required", "Email is required", "Phone is required", "Primary goal is required",
                "Activity level is required", "Fitness experience is required"]  # fmt: skip
    assert visitor.told() == messages
    assert visitor.toast("destructive") == ["Form validation failed", ", ".join(messages)]
    assert focus_is_in(visitor) == "error-summary"
    assert visitor.page.watch.submits() == []


def test_an_empty_inquiry_needs_a_name_and_an_address(visit, service):
    visitor = visit(INQUIRY_FORM).send()
    assert visitor.told() == ["Name is required", "Email is required"]
    assert [at_the_field(visitor, field)[0] for field in ("name", "email")] == visitor.told()
    assert service.posts() == []


def test_a_line_of_the_list_leads_to_its_field(visit, service):
    visitor = visit().fill(phone="1").send()
    visitor.told()
    visitor.problems.get_by_role("link").click()
    visitor.control("phone").and_(visitor.page.locator(":focus")).wait_for()
    assert visitor.told() == ["Please enter a valid phone number"]  # reading it is no change


@pytest.mark.parametrize("age", ["11", "101", "12.5"])
def test_an_age_out_of_range_is_not_sent(visit, service, age):
    visitor = visit().fill(age=age).send()
    assert len(visitor.told()) == 1
    assert at_the_field(visitor, "age") == (visitor.told()[0], "true")
    assert service.posts() == []


def test_no_more_can_be_typed_than_is_taken(visit, service):
    page = visit(CONSULTATION_FORM).page
    for field, limit in {"name": 50, "email": 100, "phone": 20, "availableDays": 100, "healthConditions": 500,
                         "additionalInfo": 1000}.items():  # fmt: skip
        assert page.locator(f"#consultation-{field}").get_attribute("maxlength") == str(limit)


def test_problems_of_one_form_are_not_shown_at_the_other(visit, service):
    visitor = visit(INQUIRY_FORM).send()
    visitor.told()
    assert visitor.page.locator("#consultation .error-summary, #consultation [aria-invalid]").count() == 0
