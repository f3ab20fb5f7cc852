"""The three forms: their texts, their fields, and the values that the fields accept (spec sections 3, 4, 5 and 8).

Messages to staff show the labels of fields and options, not the fields' names and the options' values.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Literal

from gym_site.brand import BRAND
from gym_site.content.business import RESPONSE_PROMISE
from gym_site.content.links import LinkKey, OutLink
from gym_site.content.parts import either, only
from gym_site.content.record import Blanks, ContactText, record
from gym_site.content.trainers import TRAINERS
from gym_site.routes import ROUTES, SERVICE_KEYS, url_for

FormKey = Literal["consultation", "service", "inquiry"]
FieldKind = Literal["line", "lines", "health", "name", "email", "phone", "age"]
LINES: tuple[FieldKind, ...] = ("lines", "health")  # the kinds with several lines
CHECKED: tuple[FieldKind, ...] = ("name", "email", "phone", "age")  # each has a rule in leads/fields.py
MIN_AGE, MAX_AGE = 12, 100
# Error messages for fields that have none of their own.
MISSING = "{label} is required"
CHOOSE = "Please choose one of the options"
TOO_LONG = "{label} must be at most {limit} characters"


@record
class Option:
    """One choice of a select. The browser shows ``label`` and sends ``value``; an empty ``value`` means no choice."""

    value: str = ""
    label: str


@record
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


@record
class Form:
    """A form, and its texts before and after sending.

    The server removes markup from a ``sanitised`` form, and checks it more strictly than browsers do. Any other form is
    checked by the browser alone (spec section 5).
    If ``more`` is set, it is the label under which the optional fields are folded. A sent form is replaced by
    ``sent_heading`` with the sender's ``{first_name}``, ``success_text``, ``next_steps`` and the gym's contact details.
    ``direct`` and ``not_sent`` are for a site without a server. ``answer_heading`` and ``answer_back`` are for the
    server's answer to a plain post; ``answer_invalid`` is the title of every list of problems.
    """

    key: FormKey
    page: str  # where the server redirects a visitor who opens the form's post URL
    heading: str  # the heading of the message to staff
    title: str
    intro: str
    fields: tuple[FormField, ...]
    sanitised: bool = True
    submit: str
    busy: str
    promise: str
    privacy: str
    success_title: str
    success_text: str
    failure_text: ContactText
    next_steps: tuple[str, ...]
    more: str = ""
    sent_heading: Annotated[str, Blanks("first_name")] = "Got it, {first_name}."
    next_title: str = "What happens next"
    sooner: ContactText = "Sooner than that? Call {phone}."
    calendar: OutLink | None = either("booking", OutLink(label="See the booking calendar", link=LinkKey.CALENDAR), None)
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

    def field(self, name: str) -> FormField:
        """Return the field ``name``. Raises `KeyError` if the form has no such field."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


SELECTABLE_TRAINERS = tuple(trainer.name for trainer in TRAINERS if trainer.in_form)

FITNESS_GOALS: tuple[Option, ...] = (
    Option(value="weight-loss", label="Weight loss"),
    Option(value="muscle-gain", label="Muscle gain"),
    Option(value="strength", label="Strength"),
    Option(value="endurance", label="Endurance"),
    Option(value="toning", label="Toning"),
    Option(value="general-fitness", label="General fitness"),
    Option(value="sport-specific", label="Sport-specific training"),
    Option(value="rehabilitation", label="Rehabilitation"),
)

FITNESS_LEVELS: tuple[Option, ...] = (
    Option(value="sedentary", label="Sedentary (little or no exercise)"),
    Option(value="lightly-active", label="Lightly active (1-3 days/week)"),
    Option(value="moderately-active", label="Moderately active (3-5 days/week)"),
    Option(value="very-active", label="Very active (6-7 days/week)"),
    Option(value="extremely-active", label="Extremely active (twice a day or intense)"),
)

WORKOUT_EXPERIENCE: tuple[Option, ...] = (
    Option(value="beginner", label="Beginner (0-6 months)"),
    Option(value="novice", label="Novice (6 months-2 years)"),
    Option(value="intermediate", label="Intermediate (2-5 years)"),
    Option(value="advanced", label="Advanced (5+ years)"),
)

PREFERRED_TIMES: tuple[Option, ...] = (
    Option(value="early-morning", label="Early morning (6-8 AM)"),
    Option(value="morning", label="Morning (8-11 AM)"),
    Option(value="midday", label="Midday (11 AM-2 PM)"),
    Option(value="afternoon", label="Afternoon (2-5 PM)"),
    Option(value="evening", label="Evening (5-8 PM)"),
    Option(value="late-evening", label="Late evening (8+ PM)"),
)

TRAINER_PREFERENCES: tuple[Option, ...] = (
    Option(value="", label="No preference"),
    Option(value="male", label="A male trainer"),
    Option(value="female", label="A female trainer"),
)

_INQUIRY_SERVICES = {
    "personal-training": Option(value="personal-training", label="Personal training"),
    "group-fitness": Option(value="group-fitness", label="Group fitness"),
    "physiotherapy-kinesiology": Option(value="physiotherapy", label="Physiotherapy and kinesiology"),
    "athletic-performance": Option(value="athletic-performance", label="Athletic performance"),
    "kickboxing-boxing": Option(value="kickboxing-boxing", label="Kickboxing and boxing"),
    "prenatal-postnatal": Option(value="prenatal-training", label="Pre and post natal training"),
    "online-coaching": Option(value="online-coaching", label="Online coaching"),
}
INQUIRY_SERVICES: dict[str, Option] = {
    key: option for key, option in _INQUIRY_SERVICES.items() if key not in BRAND.services or BRAND.has(key)
}
"""The options for the service of an inquiry, by the service's key. The specification sets their values."""

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

_HEALTH_PRIVACY = (
    "We ask about your health so that your trainer can plan around it. You may leave it blank. Your request reaches "
    "our team through the form service we use."
)
_MORE = "Add details (optional)"
_NEXT_STEPS = (
    "We'll find a time that works for you.",
    "We'll talk, watch how you move, and suggest a first step.",
    "You decide. It commits you to nothing.",
)
_SUCCESS_TITLE = "Consultation Request Sent!"
_SUCCESS_TEXT = "We'll get back to you within 24 hours to schedule your consultation."

CONSULTATION_FORM = Form(
    key="consultation",
    page=url_for("consultation", "consultation"),
    heading="New consultation request",
    title="Your free consultation",
    intro="A few lines are enough. We'll take it from there.",
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
        *only(
            "trainers",
            FormField(
                name="selectedTrainer",
                label="Preferred trainer",
                options=(
                    Option(value="", label="No preference"),
                    *(Option(value=name, label=name) for name in SELECTABLE_TRAINERS),
                ),
                limit=50,
                blank="No preference",
            ),
        ),
        FormField(
            name="fitnessGoals",
            label="Primary goal",
            placeholder="Choose your goal",
            options=FITNESS_GOALS,
            limit=50,
            required=True,
            missing="Primary goal is required",
        ),
        FormField(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FITNESS_LEVELS,
            limit=50,
            required=True,
            missing="Activity level is required",
        ),
        FormField(
            name="workoutExperience",
            label="Fitness experience",
            placeholder="How long have you trained?",
            options=WORKOUT_EXPERIENCE,
            limit=50,
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
            name="preferredTime", label="Preferred time", placeholder="Any time", options=PREFERRED_TIMES, limit=50
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
    submit="Request my free consultation",
    busy="Submitting...",
    promise=RESPONSE_PROMISE,
    privacy=_HEALTH_PRIVACY,
    success_title=_SUCCESS_TITLE,
    success_text=_SUCCESS_TEXT,
    failure_text=("There was an issue sending your request. Please try again or contact us directly at {email}."),
    next_steps=_NEXT_STEPS,
    more=_MORE,
)

SERVICE_FORM = Form(
    key="service",
    page=url_for("home", "services"),
    heading="Consultation request from a service page",
    title="Start with a free consultation",
    intro="A few lines are enough. We'll call, we'll plan, you'll train.",
    fields=(
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, missing="Phone is required"),
        FormField(
            name="trainerPreference",
            label="Trainer preference",
            options=TRAINER_PREFERENCES,
            limit=50,
            blank="No preference",
        ),
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
            limit=50,
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
            limit=50,
            required=True,
            missing=CHOOSE,
            hidden=True,
        ),
    ),
    submit="Request my consultation",
    busy="Submitting...",
    promise=RESPONSE_PROMISE,
    privacy=_HEALTH_PRIVACY,
    success_title=_SUCCESS_TITLE,
    success_text=_SUCCESS_TEXT,
    failure_text="There was an issue sending your request. Please try again or contact us directly at {email}",
    next_steps=_NEXT_STEPS,
    more=_MORE,
)

INQUIRY_FORM = Form(
    key="inquiry",
    page=url_for("home", "contact"),
    heading="Inquiry",
    sanitised=False,
    title="Ask us anything",
    intro=f"Memberships, services{either('expansion', ', the new space', '')}. Write to us and a person will answer.",
    fields=(
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, help="", required=False),
        FormField(
            name="service",
            label="Service",
            placeholder="What is it about?",
            options=tuple(INQUIRY_SERVICES.values()),
            limit=50,
            blank="General inquiry",
        ),
        FormField(name="message", kind="lines", label="Message", placeholder="Your question", limit=1000, rows=6),
    ),
    submit="Send my message",
    busy="Sending...",
    promise=RESPONSE_PROMISE,
    privacy="Your message reaches our team through the form service we use.",
    success_title="Message sent successfully!",
    success_text="We'll get back to you within 24 hours.",
    failure_text=("There was an issue sending your message. Please try again or contact us directly at {email}."),
    next_steps=("A person reads your message.", "They'll answer by email, or call if you left a number."),
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
