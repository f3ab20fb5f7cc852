"""The three forms: their fields, the values that the fields accept, and their texts (spec sections 3, 4, 5 and 8).

Messages to staff show the labels of fields and options, not the fields' names and the options' values.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from gym_site.brand import BRAND
from gym_site.content.links import LinkKey, OutLink
from gym_site.content.trainers import TRAINERS
from gym_site.reading.content_type import Blanks, ContactText, ServiceKey, content_type, must
from gym_site.reading.load import load
from gym_site.routes import ROUTES, SERVICE_KEYS, url_for

FormKey = Literal["consultation", "service", "inquiry"]
FieldKind = Literal["line", "lines", "health", "name", "email", "phone", "age"]
LINES: tuple[FieldKind, ...] = ("lines", "health")  # the kinds with several lines
CHECKED: tuple[FieldKind, ...] = ("name", "email", "phone", "age")  # each has a rule in leads/fields.py
MIN_AGE, MAX_AGE = 12, 100
CHOICE_LIMIT = 50  # characters of an option's value
# Error messages for fields that have none of their own.
MISSING = "{label} is required"
CHOOSE = "Please choose one of the options"
TOO_LONG = "{label} must be at most {limit} characters"


@content_type
class Option:
    """One choice of a select. The browser shows ``label`` and sends ``value``; an empty ``value`` means no choice."""

    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    label: str


Options = Annotated[
    tuple[Option, ...],
    must(lambda options: all(option.value for option in options), "Each of the options needs a value"),
]


@content_type
class FormField:
    """A field: its texts, and the values that it accepts.

    ``kind`` decides validation, on-screen keyboard and autofill; browsers don't remember entries of the kind
    ``health``. A field with ``options`` is a select. Its ``placeholder`` is the label of the empty value; without a
    placeholder, the first option has the empty value.
    """

    name: str
    kind: FieldKind = "line"
    label: str
    placeholder: str = ""
    help: str = ""
    options: tuple[Option, ...] = ()
    limit: int  # maximum number of characters; a line break counts as one
    required: bool = False  # for the browser; the server refuses an empty value only if ``missing`` is set
    missing: str = ""  # the error message for an empty value
    invalid: str = ""  # the error message for a value that breaks the rule of the ``kind``
    allowed: str = ""  # a second sentence beside ``invalid`` at the field: the values that the rule accepts
    browser_checks: bool = False  # whether the browser checks the e-mail address by its own rule
    blank: str = "Not specified"  # replaces an empty value in the message to staff
    rows: int = 3  # the initial height, if the field has several lines
    hidden: bool = False  # filled in by the page

    def __post_init__(self) -> None:
        if (self.kind in CHECKED) != bool(self.invalid):
            raise ValueError(f"the kinds {', '.join(CHECKED)} need `invalid`; the other kinds can't have it")
        if self.options and self.kind != "line":
            raise ValueError(f"a field with options can't be of the kind {self.kind}")
        if self.browser_checks and self.kind != "email":
            raise ValueError("browser_checks is only for the kind email")
        if self.options and not self.placeholder and self.options[0].value and not self.hidden:
            raise ValueError("set a placeholder, or give the first option an empty value")
        if long := [option.value for option in self.options if len(option.value) > self.limit]:
            raise ValueError(f"the option {long[0]!r} has {len(long[0])} characters; the field accepts {self.limit}")


@content_type
class FormWords:
    """The texts of a form before and after sending.

    If ``more`` is set, it is the label under which the optional fields are folded. A sent form is replaced by
    ``sent_heading`` with the sender's ``{first_name}``, ``success_text``, ``next_steps`` and the gym's contact details;
    if there is a server, also by the request's ``{reference}``, as staff see it, in ``quote``.
    ``direct`` and ``not_sent`` are for a site without a server. ``answer_heading`` and ``answer_back`` are for the
    server's answer to a plain post; ``answer_invalid`` is the title of every list of problems.
    """

    title: str
    intro: str
    submit: str
    busy: str = "Submitting..."
    privacy: str
    success_title: str
    success_text: str
    failure_text: ContactText
    next_steps: tuple[str, ...]
    more: str = ""
    sent_heading: Annotated[str, Blanks("first_name")] = "Got it, {first_name}."
    quote: Annotated[str, Blanks("reference")] = "Your reference: {reference}. Quote it if you call us."
    next_title: str = "What happens next"
    sooner: ContactText = "Sooner than that? Call {phone}."
    calendar: OutLink | None = (
        OutLink(label="See the booking calendar", link=LinkKey.CALENDAR) if BRAND.has("booking") else None
    )
    again: str = "Send another"
    privacy_more: str = "About your privacy (new tab)"
    failure_title: str = "Error"
    invalid_title: str = "Form validation failed"
    unreachable: ContactText = (
        "We can't reach our server right now. What you wrote is still here: try again in a minute, or call {phone}."
    )
    direct: ContactText = "You can call or email instead: {phone}, {email}."  # below the form
    not_sent: ContactText = "This website has no way to send forms yet. Please call {phone} or email {email}."
    required_note: str = "Fields marked * are required."
    answer_heading: str = "Nearly there."  # the heading above a form with entries to correct
    answer_invalid: str = "Please check your entries"
    answer_back: str = "Back to the website"


@content_type
class ConsultationWords(FormWords):
    """The texts of the form for a free consultation."""

    submit: str = "Request my consultation"
    success_title: str = "Consultation Request Sent!"
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}."
    )
    more: str = "Add details (optional)"


@content_type
class ServiceWords(ConsultationWords):
    """The texts of the form on the services' pages. Those left empty are the same as for a consultation."""

    privacy: str = ""
    success_text: str = ""
    next_steps: tuple[str, ...] = ()
    # The specification has no full stop here.
    failure_text: ContactText = (
        "There was an issue sending your request. Please try again or contact us directly at {email}"
    )


@content_type
class ServiceOption:
    """The inquiry form's words for a service, if not its label. ``value`` is sent in place of the service's key."""

    service: ServiceKey
    value: Annotated[str, Field(max_length=CHOICE_LIMIT)] = ""
    label: str = ""


@content_type
class InquiryWords(FormWords):
    """The texts of the form for an inquiry. A visitor chooses one of the ``topics`` or a service."""

    submit: str = "Send my message"
    busy: str = "Sending..."
    success_title: str = "Message sent successfully!"
    failure_text: ContactText = (
        "There was an issue sending your message. Please try again or contact us directly at {email}."
    )
    services: tuple[ServiceOption, ...] = ()
    topics: Options = ()

    def __post_init__(self) -> None:
        keys = [option.service for option in self.services]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise ValueError(f"services names {twice[0]!r} twice")


@content_type
class Forms:
    """The file ``forms.toml``. ``promise`` is shown below each form, and says when the gym answers."""

    promise: str
    consultation: ConsultationWords
    service: ServiceWords
    inquiry: InquiryWords
    goals: Annotated[Options, Field(min_length=1)]
    times: Annotated[Options, Field(min_length=1)]
    trainer_preferences: Options = ()
    activity_levels: Annotated[Options, Field(min_length=1)] = (
        Option(value="sedentary", label="Sedentary (little or no exercise)"),
        Option(value="lightly-active", label="Lightly active (1-3 days/week)"),
        Option(value="moderately-active", label="Moderately active (3-5 days/week)"),
        Option(value="very-active", label="Very active (6-7 days/week)"),
        Option(value="extremely-active", label="Extremely active (twice a day or intense)"),
    )
    experience: Annotated[Options, Field(min_length=1)] = (
        Option(value="beginner", label="Beginner (0-6 months)"),
        Option(value="novice", label="Novice (6 months-2 years)"),
        Option(value="intermediate", label="Intermediate (2-5 years)"),
        Option(value="advanced", label="Advanced (5+ years)"),
    )


@content_type
class Form(FormWords):
    """A form: its fields and texts.

    The server removes markup from a ``sanitised`` form, and checks it more strictly than browsers do. Any other form is
    checked by the browser alone (spec section 5).
    """

    key: FormKey
    page: str  # where the server redirects a visitor who opens the form's post URL
    heading: str  # the heading of the message to staff
    fields: tuple[FormField, ...]
    sanitised: bool = True
    promise: str

    def field(self, name: str) -> FormField:
        """Return the field ``name``. Raises `KeyError` if the form has no such field."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


def _form(words: FormWords, **others: Any) -> Form:
    """Return a form with these words and values. Findings about it are reported where its words are written."""
    texts: dict[str, Any] = {field.name: getattr(words, field.name) for field in fields(FormWords)}
    values: dict[str, Any] = texts | {"promise": _FILE.promise} | others
    made = Form(**values)
    object.__setattr__(made, "written_at", words.written_at)  # type: ignore[attr-defined]
    return made


_FILE = load(Forms, "forms.toml")
FITNESS_GOALS, FITNESS_LEVELS, WORKOUT_EXPERIENCE = _FILE.goals, _FILE.activity_levels, _FILE.experience
PREFERRED_TIMES = _FILE.times
SELECTABLE_TRAINERS = tuple(trainer.name for trainer in TRAINERS if trainer.in_form)

_RENAMED = {option.service: option for option in _FILE.inquiry.services}


def _inquiry_option(key: str) -> Option:
    label = BRAND.services[key].label
    if not (renamed := _RENAMED.get(key)):
        return Option(value=key, label=label)
    made = Option(value=renamed.value or key, label=renamed.label or label)
    object.__setattr__(made, "written_at", renamed.written_at)  # type: ignore[attr-defined]
    return made


INQUIRY_SERVICES: dict[str, Option] = {key: _inquiry_option(key) for key in SERVICE_KEYS}
"""The options for the service of an inquiry, by the service's key."""

_NAME = FormField(
    name="name",
    kind="name",
    label="Full name",
    placeholder="Your first and last name",
    limit=50,
    required=True,
    missing="Name is required",
    invalid="Name contains invalid characters",
    allowed="Use letters, spaces, hyphens and apostrophes, 50 at most.",
)
_EMAIL = FormField(
    name="email",
    kind="email",
    label="Email",
    placeholder="you@mail.example",
    limit=100,
    required=True,
    missing="Email is required",
    invalid="Please enter a valid email address",
    allowed="Write it like you@mail.example, without spaces.",
)
_AREA_CODE = re.sub(r"\D", "", BRAND.phone)[-10:-7]
_PHONE = FormField(
    name="phone",
    kind="phone",
    label="Phone",
    placeholder=f"{_AREA_CODE}-555-0100",
    help="With area code.",
    limit=20,
    required=True,
    invalid="Please enter a valid phone number",
    allowed="Use 10 digits or more, spaces, hyphens and parentheses. A plus may come first.",
)


def _choice(name: str, label: str, *options: Option) -> tuple[FormField, ...]:
    """Return a field for a choice that may be left open; no field if there is nothing to choose."""
    undecided = "No preference"
    field = FormField(
        name=name,
        label=label,
        options=(Option(label=undecided), *options),
        limit=CHOICE_LIMIT,
        blank=undecided,
    )
    return (field,) if options else ()


CONSULTATION_FORM = _form(
    _FILE.consultation,
    key="consultation",
    page=url_for("consultation", "consultation"),
    heading="New consultation request",
    fields=(
        _NAME,
        _EMAIL,
        _PHONE,
        FormField(
            name="age",
            kind="age",
            label="Age",
            help=f"{MIN_AGE} to {MAX_AGE}.",
            limit=3,
            invalid=f"Age must be a number from {MIN_AGE} to {MAX_AGE}",
        ),
        *_choice(
            "selectedTrainer", "Preferred trainer", *(Option(value=name, label=name) for name in SELECTABLE_TRAINERS)
        ),
        FormField(
            name="fitnessGoals",
            label="Primary goal",
            placeholder="Choose your goal",
            options=FITNESS_GOALS,
            limit=CHOICE_LIMIT,
            required=True,
            missing="Primary goal is required",
        ),
        FormField(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FITNESS_LEVELS,
            limit=CHOICE_LIMIT,
            required=True,
            missing="Activity level is required",
        ),
        FormField(
            name="workoutExperience",
            label="Fitness experience",
            placeholder="How long have you trained?",
            options=WORKOUT_EXPERIENCE,
            limit=CHOICE_LIMIT,
            required=True,
            missing="Fitness experience is required",
        ),
        FormField(
            name="healthConditions",
            kind="health",
            label="Health concerns",
            placeholder="Injuries, surgery, pain, pregnancy",
            help="Up to 500 characters.",
            limit=500,
        ),
        FormField(
            name="availableDays", label="Days that suit you", placeholder="Monday, Wednesday, Saturday", limit=100
        ),
        FormField(
            name="preferredTime",
            label="Preferred time",
            placeholder="Any time",
            options=PREFERRED_TIMES,
            limit=CHOICE_LIMIT,
        ),
        FormField(
            name="additionalInfo",
            kind="lines",
            label="Anything else",
            placeholder="What should we know before we meet?",
            help="Up to 1,000 characters.",
            limit=1000,
            rows=4,
        ),
    ),
)

_SERVICE = _FILE.service
SERVICE_FORM = _form(
    _SERVICE,
    privacy=_SERVICE.privacy or _FILE.consultation.privacy,
    success_text=_SERVICE.success_text or _FILE.consultation.success_text,
    next_steps=_SERVICE.next_steps or _FILE.consultation.next_steps,
    key="service",
    page=url_for("home", "services"),
    heading="Consultation request from a service page",
    fields=(
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, missing="Phone is required"),
        *_choice("trainerPreference", "Trainer preference", *_FILE.trainer_preferences),
        FormField(
            name="fitnessGoals",
            kind="lines",
            label="Fitness goals",
            placeholder="What do you want to be able to do?",
            limit=1000,
            required=True,
            missing="Fitness goals are required",
        ),
        FormField(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FITNESS_LEVELS,
            limit=CHOICE_LIMIT,
        ),
        FormField(
            name="medicalConditions",
            kind="health",
            label="Medical conditions",
            placeholder="Injuries, surgery, pain, pregnancy",
            limit=500,
            blank="None specified",
            rows=2,
        ),
        FormField(
            name="availability", label="Availability", placeholder="Weekday evenings, Saturday mornings", limit=100
        ),
        FormField(
            name="additionalNotes",
            kind="lines",
            label="Notes",
            placeholder="Anything else we should know",
            limit=1000,
            blank="None",
        ),
        FormField(
            name="service",
            label="Service",
            options=tuple(Option(value=route.key, label=route.label) for route in ROUTES if route.key in SERVICE_KEYS),
            limit=CHOICE_LIMIT,
            required=True,
            missing=CHOOSE,
            hidden=True,
        ),
    ),
)

INQUIRY_FORM = _form(
    _FILE.inquiry,
    key="inquiry",
    page=url_for("home", "contact"),
    heading="Inquiry",
    sanitised=False,
    fields=(
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, help="", required=False),
        FormField(
            name="service",
            label="Service",
            placeholder="What is it about?",
            options=(*_FILE.inquiry.topics, *INQUIRY_SERVICES.values()),
            limit=CHOICE_LIMIT,
            blank="General inquiry",
        ),
        FormField(name="message", kind="lines", label="Message", placeholder="Your question", limit=1000, rows=6),
    ),
)

CLOSE = "Close"  # the label of a notice's button
HONEYPOT_LABEL = "Website"  # the label of the field that only a bot fills in
REFUSED: dict[int, str] = {403: "Not allowed", 404: "Not found"}  # titles of error pages, by HTTP status
NOT_UNDERSTOOD = "Not understood"  # the title for any other status
TRY_AGAIN = "Please try again in a minute, or call us:"

FORMS: dict[str, Form] = {
    "consultation": CONSULTATION_FORM,
    "service": SERVICE_FORM,
    "inquiry": INQUIRY_FORM,
}
