"""Fills in the site's forms as a visitor does, and reads the page's messages."""

from dataclasses import dataclass
from typing import Literal, Self
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from gym_site.forms import form
from gym_site.forms.controls import controls
from tests.browsing import HYDRATED, poll, until
from tests.gym import GYM, IN_FORM, SITE

STORED = "Object.entries(sessionStorage).filter(([name]) => !/^(token|react-router)/.test(name))"
Kind = Literal["success", "error", "destructive"]

SERVICE_KEY = max(GYM.service_pages, key=lambda key: "&" in GYM.services_known[key].label)
"""A service whose page has a form; if possible with an ampersand in its name, which HTML escapes."""
ABOUT = SITE.forms["inquiry"].field("service").options[-len(GYM.routes.services)]
"""The service that an inquiry is about."""

CONSULTATION = {
    "name": "Zoë O'Neil-Ray",
    "email": "zoe@mail.example",
    "phone": "+1 (604) 555-0100",
    "age": "34",
    **({"selectedTrainer": ""} if IN_FORM else {}),
    "fitnessGoals": GYM.forms.goals[-1].value,
    "currentFitnessLevel": GYM.forms.activity_levels[-1].value,
    "workoutExperience": GYM.forms.experience[-1].value,
    "healthConditions": "An old knee",
    "availableDays": "Monday, Saturday",
    "preferredTime": GYM.forms.times[0].value,
    "additionalInfo": "",
}
INQUIRY = {
    "name": "Jo Chan",
    "email": "jo@mail.example",
    "phone": "604-555-0100",
    "service": ABOUT.value,
    "message": "",
}
SERVICE = {
    "name": "Ann Lee",
    "email": "ann@mail.example",
    "phone": "604-555-0101",
    **{
        field.name: field.options[-1].value
        for field in SITE.forms["service"].fields
        if field.name == "trainerPreference"
    },
    "fitnessGoals": "Run 10 km",
}


@dataclass(frozen=True)
class Form:
    """A form of the site: texts, valid entries, the free-text field, and the kind of its failure notice."""

    content: form.Form
    entries: dict[str, str]
    free: str
    failed: Kind = "error"

    @property
    def name(self) -> str:
        """The name used in URLs and ids."""
        return self.content.key

    @property
    def success(self) -> tuple[str, str]:
        """Title and text of the success notice."""
        return self.content.success_title, self.content.success_text

    @property
    def failure(self) -> str:
        """Text of the failure notice."""
        return self.content.failure_text.replace("{email}", GYM.business.email)

    def is_select(self, field: str) -> bool:
        return bool(self.content.field(field).options)


CONSULTATION_FORM = Form(SITE.forms["consultation"], CONSULTATION, "additionalInfo")
INQUIRY_FORM = Form(SITE.forms["inquiry"], INQUIRY, "message")
SERVICE_FORM = Form(SITE.forms["service"], SERVICE, "additionalNotes", "destructive")
FORMS = [CONSULTATION_FORM, INQUIRY_FORM]
"""The forms of the home page."""


class Visitor:
    """A visitor at one form. ``mark`` makes their text unique, as equal forms count as one request."""

    def __init__(self, page: Page, form: Form) -> None:
        self.page, self.form = page, form
        self.mark = uuid4().hex
        self.entries = form.entries | {form.free: f"Hello {self.mark}"}
        # The form has the same action and field ids on the page and on the answer page.
        self.element = page.locator(f"form[action$='/forms/{form.name}']")
        self.button = self.element.locator("button.button-ember")
        self.problems = self.element.locator(".error-summary").or_(page.locator(".answer > .error-summary"))
        self.sent = self.element.locator(".form-sent")
        self.unreachable = self.element.locator(".unreachable p")

    def control(self, field: str) -> Locator:
        """Return a field's control; its id is the same on the answer page."""
        return self.page.locator(f"#{self.form.name}-{field}")

    def fill(self, **changes: str) -> Self:
        """Fill in every field, with these changes; optional fields are unfolded first."""
        self.entries |= changes
        self.open()
        for field, value in self.entries.items():
            self.change(field, value)
        return self

    def open(self) -> Self:
        """Unfold the optional fields."""
        for closed in self.element.locator("details:not([open]) > summary").all():
            closed.click()
        return self

    def change(self, field: str, value: str) -> None:
        if self.form.is_select(field):
            self.control(field).select_option(value)
        else:
            self.control(field).fill(value)

    def type(self, field: str, value: str) -> None:
        """Change a field by keys: only so, a number's field takes a text that is no number."""
        self.change(field, "")
        self.control(field).press_sequentially(value)

    def send(self) -> Self:
        self.button.click()
        return self

    def short(self) -> dict[str, str]:
        """Return the entries without the texts of several lines, which a reload may lose."""
        long = {control.name for control in controls(self.form.content) if control.tag == "textarea"}
        return {name: value for name, value in self.entries.items() if name not in long}

    def stored(self) -> list[str]:
        """Return the entries that the tab's storage contains."""
        stored = str(self.page.evaluate(STORED))
        return [words for words in self.entries.values() if words and words in stored]

    def comes_back(self) -> None:
        """Wait for the page that the visitor has gone back to, and for its short entries."""
        until(self.page, HYDRATED)
        expect(self.control("name")).to_have_value(self.entries["name"])
        now = self.now()
        assert {name: now[name] for name in self.short()} == self.short()

    def is_empty(self) -> None:
        """Wait until neither the form, whose script comes late, nor the tab's storage has any entry."""
        poll(self.page, lambda: "".join(self.now().values()) == "", "the form is empty")
        assert self.stored() == []

    def now(self) -> dict[str, str]:
        return {field: self.control(field).input_value() for field in self.entries}

    def label(self, field: str) -> str:
        return self.page.locator(f"label[for={self.form.name}-{field}]").text_content().removesuffix("*").strip()

    def chosen(self, field: str) -> str:
        """Return a field's visible value: the label of an option, or the typed text."""
        control = self.control(field)
        is_select = self.form.is_select(field)
        return control.locator("option:checked").inner_text() if is_select else control.input_value()

    def toast(self, kind: Kind, *words: str) -> list[str]:
        """Wait for a notice, with these texts if given; return its title and text."""
        notice = self.page.locator(f".toast-{kind}")
        expect(notice).to_be_visible()
        if words:
            expect(notice.locator("strong, p")).to_have_text(words)
        return [notice.locator("strong").inner_text(), notice.locator("p").inner_text()]

    def is_listed(self, *messages: str) -> None:
        """Check the error list above the form, on the page or on the answer page."""
        expect(self.problems.locator("li")).to_have_text(messages)

    def is_told(self, *messages: str) -> None:
        """Check the errors in the list, at the fields and in a notice."""
        self.is_listed(*messages)
        expect(self.problems).to_be_focused()
        expect(self.element.locator(".field-error span")).to_have_text(messages)
        self.toast("destructive", self.form.content.invalid_title, ", ".join(messages))
