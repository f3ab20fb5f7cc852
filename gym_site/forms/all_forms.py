"""The three forms and their fields (spec sections 3, 4 and 5).

Messages to staff show the labels of fields and options, not the fields' names and the options' values.
"""

from dataclasses import fields, replace
from typing import Any

from gym_site.brand import dialled
from gym_site.content.forms import CHOOSE, FormWords, Option
from gym_site.content.links import LinkKey, OutLink
from gym_site.forms.form import Form, FormField, FormKey
from gym_site.forms.kinds import MAX_AGE, MIN_AGE
from gym_site.gym import Gym

_UNDECIDED = "No preference"
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
_PHONE = FormField(
    name="phone",
    kind="phone",
    label="Phone",
    help="With area code.",
    limit=20,
    required=True,
    invalid="Please enter a valid phone number",
    allowed="Use 10 digits or more, spaces, hyphens and parentheses. A plus may come first.",
)


FIELDS: dict[FormKey, tuple[FormField, ...]] = {
    "consultation": (
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
        FormField(name="selectedTrainer", label="Preferred trainer", choices="trainers", blank=_UNDECIDED),
        FormField(
            name="fitnessGoals",
            label="Primary goal",
            placeholder="Choose your goal",
            choices="goals",
            required=True,
            missing="Primary goal is required",
        ),
        FormField(
            name="currentFitnessLevel",
            label="Activity level",
            placeholder="How active are you now?",
            choices="activity_levels",
            required=True,
            missing="Activity level is required",
        ),
        FormField(
            name="workoutExperience",
            label="Fitness experience",
            placeholder="How long have you trained?",
            choices="experience",
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
            choices="times",
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
    "service": (
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, missing="Phone is required"),
        FormField(
            name="trainerPreference",
            label="Trainer preference",
            choices="trainer_preferences",
            blank=_UNDECIDED,
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
            choices="activity_levels",
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
            choices="services",
            required=True,
            missing=CHOOSE,
            hidden=True,
        ),
    ),
    "inquiry": (
        _NAME,
        replace(_EMAIL, browser_checks=True),
        replace(_PHONE, help="", required=False),
        FormField(
            name="service",
            label="Service",
            placeholder="What is it about?",
            choices="topics",
            blank="General inquiry",
        ),
        FormField(name="message", kind="lines", label="Message", placeholder="Your question", limit=1000, rows=6),
    ),
}
"""The fields of each form. Those with ``choices`` get their options from the gym."""
_OTHERS: dict[FormKey, dict[str, Any]] = {
    "consultation": {"page": ("consultation", "consultation"), "heading": "New consultation request"},
    "service": {"page": ("home", "services"), "heading": "Consultation request from a service page"},
    "inquiry": {"page": ("home", "contact"), "heading": "Inquiry", "sanitised": False},
}


def forms_of(gym: Gym) -> dict[str, Form]:
    """Return the forms of a gym by their keys. Findings about a form are reported where its words are written."""
    words: dict[FormKey, FormWords] = {
        "consultation": gym.forms.consultation,
        "service": gym.forms.service,
        "inquiry": gym.forms.inquiry,
    }
    return {key: _form(gym, key, words[key]) for key in FIELDS}


def _form(gym: Gym, key: FormKey, words: FormWords) -> Form:
    texts: dict[str, Any] = {field.name: getattr(words, field.name) for field in fields(FormWords)}
    for name in ("privacy", "success_text", "next_steps"):  # a service's form may leave them to the consultation's
        texts[name] = texts[name] or getattr(gym.forms.consultation, name)
    if not words.calendar and gym.has("booking"):
        texts["calendar"] = OutLink(label="See the booking calendar", link=LinkKey.CALENDAR)
    others: dict[str, Any] = _OTHERS[key] | {
        "page": gym.routes.url_for(*_OTHERS[key]["page"]),
        "promise": gym.forms.promise,
    }
    made = Form(key=key, fields=_fields(gym, key), **texts, **others)
    object.__setattr__(made, "written_at", words.written_at)  # type: ignore[attr-defined]
    return made


def _fields(gym: Gym, key: FormKey) -> tuple[FormField, ...]:
    """Return the fields with the gym's choices, without those that have nothing to choose."""
    choices = _choices(gym)
    filled = (replace(field, options=choices.get(field.choices, ())) for field in FIELDS[key])
    return tuple(
        # The example of a telephone number is from the gym's own area.
        replace(field, placeholder=f"{dialled(gym.brand.phone)[2:5]}-555-0100") if field.name == "phone" else field
        for field in filled
        if field.options or field.blank != _UNDECIDED
    )


def _choices(gym: Gym) -> dict[str, tuple[Option, ...]]:
    words, services = gym.forms, gym.routes.services
    trainers = tuple(Option(value=trainer.name, label=trainer.name) for trainer in gym.trainers if trainer.in_form)
    undecided = (Option(label=_UNDECIDED),)
    return {
        "goals": words.goals,
        "times": words.times,
        "activity_levels": words.activity_levels,
        "experience": words.experience,
        "trainers": trainers and undecided + trainers,
        "trainer_preferences": words.trainer_preferences and undecided + words.trainer_preferences,
        "services": tuple(Option(value=key, label=gym.routes[key].label) for key in services),
        "topics": (*words.inquiry.topics, *(_inquiry_option(gym, key) for key in services)),
    }


def _inquiry_option(gym: Gym, key: str) -> Option:
    label = gym.routes[key].label
    if not (renamed := next((option for option in gym.forms.inquiry.services if option.service == key), None)):
        return Option(value=key, label=label)
    made = Option(value=renamed.value or key, label=renamed.label or label)
    object.__setattr__(made, "written_at", renamed.written_at)  # type: ignore[attr-defined]
    return made
