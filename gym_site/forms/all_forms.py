"""The three forms and their fields (spec sections 3, 4 and 5).

Messages to staff show the labels of fields and options, not the fields' names and the options' values.
"""

from dataclasses import fields, replace
from typing import Any

from gym_site.brand import dialled
from gym_site.content.forms import CHOICE_LIMIT, CHOOSE, FormWords, Option
from gym_site.content.links import LinkKey, OutLink
from gym_site.forms.form import Form, FormField, FormKey
from gym_site.forms.kinds import MAX_AGE, MIN_AGE
from gym_site.gym import Gym


def forms_of(gym: Gym) -> dict[FormKey, Form]:
    """Return the forms of a gym by their keys."""
    return {"consultation": _consultation(gym), "service": _service(gym), "inquiry": _inquiry(gym)}


def _form(gym: Gym, words: FormWords, **others: Any) -> Form:
    """Return a form with these words and values. Findings about it are reported where its words are written."""
    texts: dict[str, Any] = {field.name: getattr(words, field.name) for field in fields(FormWords)}
    if not words.calendar and gym.has("booking"):
        texts["calendar"] = OutLink(label="See the booking calendar", link=LinkKey.CALENDAR)
    values: dict[str, Any] = texts | {"promise": gym.forms.promise} | others
    made = Form(**values)
    object.__setattr__(made, "written_at", words.written_at)  # type: ignore[attr-defined]
    return made


def _inquiry_option(gym: Gym, key: str) -> Option:
    label = gym.routes[key].label
    if not (renamed := next((option for option in gym.forms.inquiry.services if option.service == key), None)):
        return Option(value=key, label=label)
    made = Option(value=renamed.value or key, label=renamed.label or label)
    object.__setattr__(made, "written_at", renamed.written_at)  # type: ignore[attr-defined]
    return made


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


def _phone(gym: Gym) -> FormField:
    """Return the field for a telephone number, with an example from the gym's own area."""
    return replace(_PHONE, placeholder=f"{dialled(gym.brand.phone)[2:5]}-555-0100")


def _consultation(gym: Gym) -> Form:
    words = gym.forms
    return _form(
        gym,
        words.consultation,
        key="consultation",
        page=gym.routes.url_for("consultation", "consultation"),
        heading="New consultation request",
        fields=(
            _NAME,
            _EMAIL,
            _phone(gym),
            FormField(
                name="age",
                kind="age",
                label="Age",
                help=f"{MIN_AGE} to {MAX_AGE}.",
                limit=3,
                invalid=f"Age must be a number from {MIN_AGE} to {MAX_AGE}",
            ),
            *_choice(
                "selectedTrainer",
                "Preferred trainer",
                *(Option(value=one.name, label=one.name) for one in gym.trainers if one.in_form),
            ),
            FormField(
                name="fitnessGoals",
                label="Primary goal",
                placeholder="Choose your goal",
                options=words.goals,
                limit=CHOICE_LIMIT,
                required=True,
                missing="Primary goal is required",
            ),
            FormField(
                name="currentFitnessLevel",
                label="Activity level",
                placeholder="How active are you now?",
                options=words.activity_levels,
                limit=CHOICE_LIMIT,
                required=True,
                missing="Activity level is required",
            ),
            FormField(
                name="workoutExperience",
                label="Fitness experience",
                placeholder="How long have you trained?",
                options=words.experience,
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
                options=words.times,
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


def _service(gym: Gym) -> Form:
    words = gym.forms
    return _form(
        gym,
        words.service,
        privacy=words.service.privacy or words.consultation.privacy,
        success_text=words.service.success_text or words.consultation.success_text,
        next_steps=words.service.next_steps or words.consultation.next_steps,
        key="service",
        page=gym.routes.url_for("home", "services"),
        heading="Consultation request from a service page",
        fields=(
            _NAME,
            replace(_EMAIL, browser_checks=True),
            replace(_phone(gym), missing="Phone is required"),
            *_choice("trainerPreference", "Trainer preference", *words.trainer_preferences),
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
                options=words.activity_levels,
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
                options=tuple(Option(value=key, label=gym.routes[key].label) for key in gym.routes.services),
                limit=CHOICE_LIMIT,
                required=True,
                missing=CHOOSE,
                hidden=True,
            ),
        ),
    )


def _inquiry(gym: Gym) -> Form:
    words = gym.forms
    return _form(
        gym,
        words.inquiry,
        key="inquiry",
        page=gym.routes.url_for("home", "contact"),
        heading="Inquiry",
        sanitised=False,
        fields=(
            _NAME,
            replace(_EMAIL, browser_checks=True),
            replace(_phone(gym), help="", required=False),
            FormField(
                name="service",
                label="Service",
                placeholder="What is it about?",
                options=(*words.inquiry.topics, *(_inquiry_option(gym, key) for key in gym.routes.services)),
                limit=CHOICE_LIMIT,
                blank="General inquiry",
            ),
            FormField(name="message", kind="lines", label="Message", placeholder="Your question", limit=1000, rows=6),
        ),
    )
