"""What a visitor fills in reaches the gym, word for word (spec sections 7 and 8)."""

from __future__ import annotations

import re

import pytest

from tests.forms import CONSULTATION_FORM, INQUIRY_FORM
from tests.site import FORM_PATH


def lines_of(body):
    """Return the lines of the text that staff read, without heading and reference."""
    lines = body["message"].splitlines()
    assert lines[1] == lines[-2] == ""
    assert re.fullmatch("Reference: [A-Z0-9-]+", lines[-1])
    return lines[2:-2]


def test_a_consultation_request_arrives_field_by_field(visit, service):
    visitor = visit().fill(healthConditions="Knee & <b>back</b>", selectedTrainer="")
    visitor.control("selectedTrainer").select_option(index=3)
    trainer = visitor.chosen("selectedTrainer")
    labels = {field: visitor.label(field) for field in visitor.entries}
    shown = {field: visitor.chosen(field) for field in visitor.entries}
    visitor.send().toast("success")
    (post,) = service.posts()
    body = post["body"]
    assert (post["method"], post["path"]) == ("POST", FORM_PATH)
    assert post["headers"]["Content-Type"] == "application/json"
    assert list(body) == ["email", "subject", "message", "_replyto", "_subject"]
    assert body["email"] == body["_replyto"] == "zoe@mail.example"
    assert body["subject"] == body["_subject"] == "New Consultation Request from Zoë O'Neil-Ray"
    shown["healthConditions"] = "Knee & back"  # markup is gone, signs are as typed
    assert lines_of(body) == [f"{labels[field]}: {shown[field]}" for field in labels]
    assert f"Preferred trainer: {trainer}" in lines_of(body)
    assert "Activity level: Moderately active (3-5 days/week)" in lines_of(body)


def test_an_inquiry_arrives_as_it_was_written(visit, service):
    visitor = visit(INQUIRY_FORM).fill(name="<Jo> & Co", email="jo at work")
    words = f"Is <b>R&D</b> open? {visitor.mark}\nAnd the sauna?"
    visitor.change("message", words)
    labels = [visitor.label(field) for field in visitor.entries]
    visitor.send().toast("success")
    body = service.posts()[0]["body"]
    assert list(body) == ["email", "subject", "message", "_replyto", "_subject"]
    assert (body["email"], body["_replyto"]) == ("jo at work", "")  # nobody can answer to that
    assert body["subject"] == body["_subject"] == "Inquiry about Physiotherapy and kinesiology"
    assert lines_of(body) == [
        f"{labels[0]}: <Jo> & Co",
        f"{labels[1]}: jo at work",
        f"{labels[2]}: 604-555-0100",
        f"{labels[3]}: Physiotherapy and kinesiology",
        f"{labels[4]}: Is <b>R&D</b> open? {visitor.mark}",
        "    And the sauna?",
    ]


def test_an_inquiry_about_nothing_in_particular_has_a_subject_too(visit, service):
    visit(INQUIRY_FORM).fill(service="").send().toast("success")
    assert service.posts()[0]["body"]["subject"] == "General inquiry about our services"


def test_what_was_left_out_is_named_so(visit, service):
    visitor = visit().fill(age="", healthConditions="", availableDays="", preferredTime="").send()
    visitor.toast("success")
    said = lines_of(service.posts()[0]["body"])
    assert "Preferred trainer: No preference" in said
    assert {"Age: Not specified", "Health concerns: Not specified", "Preferred time: Not specified"} <= set(said)


def test_success_is_said_and_the_form_is_empty_again(visit, service, form, site):
    visitor = visit(form).fill().send()
    assert visitor.toast("success") == list(form.success)
    assert set(visitor.now().values()) == {""}
    assert visitor.button.is_enabled()
    assert visitor.page.watch.posts == []  # by the websocket: the page stays
    assert visitor.page.locator("[role=status] .toast-success").count() == 1
    assert site.leads(visitor.mark) == [("sent", "event")]


def test_the_button_says_that_the_form_is_being_sent(visit, service, form):
    service.answers(delay=0.7)
    visitor = visit(form).fill()
    idle = visitor.button.inner_text()
    visitor.send()
    assert visitor.button.inner_text() == form.busy
    assert visitor.button.is_disabled()
    visitor.toast("success")
    assert visitor.button.inner_text() == idle
    assert visitor.button.is_enabled()


def test_failure_is_said_entries_stay_and_a_second_try_is_the_same_request(visit, service, form, site):
    service.answers(status=500)
    visitor = visit(form).fill().send()
    assert visitor.toast("error") == ["Error", form.failure]
    assert visitor.page.locator("[role=alert] .toast-error").count() == 1
    assert visitor.now() == visitor.entries
    assert visitor.button.is_enabled()
    service.answers()
    visitor.send()
    assert visitor.toast("success") == list(form.success)
    assert [status for status, _ in site.leads(visitor.mark)] == ["sent"]
    first, second = [post["body"]["message"].splitlines()[-1] for post in service.posts()]
    assert first == second  # staff see that it is one request


def test_success_stays_to_be_read_by_those_who_want_less_motion(visit, service, form):
    visitor = visit(form, reduced_motion="reduce").fill().send()
    notice = visitor.page.locator(".toast-success")
    notice.wait_for(state="attached")
    visitor.page.wait_for_timeout(500)
    assert notice.is_visible()


def test_failing_twice_is_said_twice(visit, service, form):
    service.answers(status=503)
    visitor = visit(form).fill().send()
    visitor.toast("error")
    visitor.page.locator(".toast-error .toast-close").click()
    visitor.page.locator(".toast-error").wait_for(state="detached")
    visitor.send()
    assert visitor.toast("error") == ["Error", form.failure]
    assert visitor.now() == visitor.entries


def test_a_second_request_of_the_same_visitor_is_a_request_of_its_own(visit, service, form):
    visitor = visit(form).fill().send()
    visitor.toast("success")
    visitor.page.locator(".toast-close").click()
    visitor.fill(**{form.free: f"Another one {visitor.mark}"}).send()
    visitor.toast("success")
    assert len(service.posts()) == 2


IMPATIENT = {
    "double click": lambda visitor: visitor.button.dblclick(),
    "enter and click": lambda visitor: visitor.page.evaluate(
        """(name) => {
            const form = document.querySelector(`form[action$="/${name}"]`);
            form.requestSubmit();
            form.querySelector("button[type=submit]").click();
        }""",
        visitor.form.name,
    ),
    "enter twice": lambda visitor: [visitor.control("name").press("Enter") for _ in range(2)],
}


@pytest.mark.parametrize("act", IMPATIENT.values(), ids=IMPATIENT)
def test_impatience_sends_one_request(visit, service, site, act):
    service.answers(delay=0.4)
    visitor = visit(CONSULTATION_FORM).fill()
    act(visitor)
    visitor.toast("success")
    assert len(visitor.page.watch.submits()) == 1
    assert len(service.posts()) == 1
    assert len(site.leads(visitor.mark)) == 1


def test_two_forms_of_a_page_dont_mix(visit, service):
    visitor = visit(INQUIRY_FORM).fill()
    visitor.page.fill("#consultation-name", "Somebody else")
    visitor.send().toast("success")
    assert visitor.page.input_value("#consultation-name") == "Somebody else"
    assert "Somebody else" not in service.posts()[0]["body"]["message"]


def test_an_old_notice_doesnt_come_again_after_a_reload(visit, service):
    visitor = visit().fill().send()
    visitor.toast("success")
    visitor.page.reload()
    visitor.page.wait_for_timeout(300)  # time enough for the server to send the state that it still has
    assert visitor.page.locator(".toast").count() == 0
