"""The three forms and their fields (spec sections 3, 4 and 5).

Messages to staff show the labels of fields and options, not the fields' names and the options' values.
"""

from dataclasses import fields, replace
from typing import Any

from gym_site.brand import BRAND, dialled
from gym_site.content.forms import CHOICE_LIMIT, CHOOSE, FORM_WORDS, FormWords, Option
from gym_site.content.trainers import SELECTABLE_TRAINERS
from gym_site.forms.form import Form, FormField
from gym_site.forms.kinds import MAX_AGE, MIN_AGE
from gym_site.routes import ROUTES, SERVICE_KEYS, url_for


def _form(words: FormWords, **others: Any) -> Form:
    """Return a form with these words and values. Findings about it are reported where its words are written."""
    texts: dict[str, Any] = {field.name: getattr(words, field.name) for field in fields(FormWords)}
    values: dict[str, Any] = texts | {"promise": FORM_WORDS.promise} | others
    made = Form(**values)
    object.__setattr__(made, "written_at", words.written_at)  # type: ignore[attr-defined]
    return made


_RENAMED = {option.service: option for option in FORM_WORDS.inquiry.services}


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
_AREA_CODE = dialled(BRAND.phone)[2:5]
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
    FORM_WORDS.consultation,
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
            options=FORM_WORDS.goals,
            limit=CHOICE_LIMIT,
            required=True,
            missing="Primary goal is required",
        ),
        FormField(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            options=FORM_WORDS.activity_levels,
            limit=CHOICE_LIMIT,
            required=True,
            missing="Activity level is required",
        ),
        FormField(
            name="workoutExperience",
            label="Fitness experience",
            placeholder="How long have you trained?",
            options=FORM_WORDS.experience,
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
            options=FORM_WORDS.times,
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

_SERVICE = FORM_WORDS.service
SERVICE_FORM = _form(
    _SERVICE,
    privacy=_SERVICE.privacy or FORM_WORDS.consultation.privacy,
    success_text=_SERVICE.success_text or FORM_WORDS.consultation.success_text,
    next_steps=_SERVICE.next_steps or FORM_WORDS.consultation.next_steps,
    key="service",
    page=url_for("home", "services"),
    heading="Consultation request from a service page",
    fields=(
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, missing="Phone is required"),
        *_choice("trainerPreference", "Trainer preference", *FORM_WORDS.trainer_preferences),
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
            options=FORM_WORDS.activity_levels,
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
    FORM_WORDS.inquiry,
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
            options=(*FORM_WORDS.inquiry.topics, *INQUIRY_SERVICES.values()),
            limit=CHOICE_LIMIT,
            blank="General inquiry",
        ),
        FormField(name="message", kind="lines", label="Message", placeholder="Your question", limit=1000, rows=6),
    ),
)

FORMS: dict[str, Form] = {
    "consultation": CONSULTATION_FORM,
    "service": SERVICE_FORM,
    "inquiry": INQUIRY_FORM,
}
