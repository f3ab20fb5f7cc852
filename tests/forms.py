"""Filling in the site's forms as a visitor does, and reading what the page says to it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from playwright.sync_api import Page

from gym_site.content.business import BUSINESS

SELECTS = {"selectedTrainer", "fitnessGoals", "currentFitnessLevel", "workoutExperience", "preferredTime", "service"}

CONSULTATION = {
    "name": "Zoë O'Neil-Ray",
    "email": "zoe@mail.example",
    "phone": "+1 (604) 555-0100",
    "age": "34",
    "selectedTrainer": "",
    "fitnessGoals": "strength",
    "currentFitnessLevel": "moderately-active",
    "workoutExperience": "novice",
    "healthConditions": "An old knee",
    "availableDays": "Monday, Saturday",
    "preferredTime": "early-morning",
    "additionalInfo": "",
}
INQUIRY = {
    "name": "Jo Chan",
    "email": "jo@mail.example",
    "phone": "604-555-0100",
    "service": "physiotherapy",
    "message": "",
}


@dataclass(frozen=True)
class Form:
    """One form of the home page: its name, valid entries, the field for a test's own words, and what it says."""

    name: str
    entries: dict[str, str]
    free: str
    busy: str
    success: tuple[str, str]
    failure: str


CONSULTATION_FORM = Form(
    "consultation",
    CONSULTATION,
    "additionalInfo",
    "Submitting...",
    ("Consultation Request Sent!", "We'll get back to you within 24 hours to schedule your consultation."),
    f"There was an issue sending your request. Please try again or contact us directly at {BUSINESS.email}.",
)
INQUIRY_FORM = Form(
    "inquiry",
    INQUIRY,
    "message",
    "Sending...",
    ("Message sent successfully!", "We'll get back to you within 24 hours."),
    f"There was an issue sending your message. Please try again or contact us directly at {BUSINESS.email}.",
)
FORMS = [CONSULTATION_FORM, INQUIRY_FORM]


class Visitor:
    """Somebody at one form of a page. ``mark`` is in their words alone: equal words would count as one request."""

    def __init__(self, page: Page, form: Form) -> None:
        self.page, self.form = page, form
        self.mark = uuid4().hex
        self.entries = form.entries | {form.free: f"Hello {self.mark}"}
        # On the page and on the answer page the form has the same address, and ids for its fields.
        self.button = page.locator(f"form[action$='/forms/{form.name}'] button.button")

    def control(self, field: str):
        """Return a field's control; its id is the same on the answer page."""
        return self.page.locator(f"#{self.form.name}-{field}")

    def fill(self, **changes: str) -> Visitor:
        """Fill in every field, with these changes."""
        self.entries |= changes
        for field, value in self.entries.items():
            self.change(field, value)
        return self

    def change(self, field: str, value: str) -> None:
        """Change one field."""
        if field in SELECTS:
            self.control(field).select_option(value)
        else:
            self.control(field).fill(value)

    def send(self) -> Visitor:
        """Click the button."""
        self.button.click()
        return self

    def now(self) -> dict[str, str]:
        """Return what stands in the form."""
        return {field: self.control(field).input_value() for field in self.entries}

    def label(self, field: str) -> str:
        """Return a field's label."""
        return self.page.locator(f"label[for={self.form.name}-{field}]").inner_text().removesuffix("*").strip()

    def chosen(self, field: str) -> str:
        """Return what a visitor reads in a field: an option's words, or what was typed."""
        control = self.control(field)
        return control.locator("option:checked").inner_text() if field in SELECTS else control.input_value()

    def toast(self, kind: str) -> list[str]:
        """Wait for a notice and return its title and text."""
        notice = self.page.locator(f".toast-{kind}")
        notice.wait_for()
        return [notice.locator("strong").inner_text(), notice.locator("p").inner_text()]

    @property
    def unreachable(self):
        """What this form says when nothing reaches the server."""
        return self.page.locator(f"form[action$='/forms/{self.form.name}'] .unreachable p")

    @property
    def problems(self):
        """The list of problems above this form, on the page or on the answer page."""
        return self.page.locator(f"form[action$='/forms/{self.form.name}'] .error-summary, .answer > .error-summary")

    def told(self) -> list[str]:
        """Wait for the list of problems and return its lines."""
        self.problems.wait_for()
        return self.problems.locator("li").all_inner_texts()
