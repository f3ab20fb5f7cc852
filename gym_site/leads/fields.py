"""The three forms: names, limits and options of their fields (spec sections 3 and 5).

Labels and options come from the content; what is accepted is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gym_site.content import forms as words
from gym_site.content.forms import FormKey, Option
from gym_site.leads.sanitise import contact, person_name, plain, sanitise, single_line
from gym_site.routes import ROUTES, SERVICE_KEYS

CHOOSE = "Please choose one of the options"


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form. ``limit`` is in characters, as the input's ``maxlength`` counts them (LF for a line break).

    ``required`` is the input's attribute. ``missing`` is the error message for an empty value; if it is empty too, the
    value is optional. The two differ for the telephone number of the consultation form (spec section 5). ``blank``
    replaces an empty value in the message to staff. ``lines`` marks a textarea.
    """

    name: str
    label: str
    limit: int
    required: bool = False
    missing: str = ""
    options: tuple[Option, ...] = ()
    blank: str = "Not specified"
    lines: bool = False

    @property
    def tidy(self) -> Callable[[str], str]:
        """The function that normalises the submitted text."""
        if self.lines:
            return plain
        return {"name": person_name, "email": contact, "phone": contact}.get(self.name, single_line)

    def shown(self, value: str) -> str:
        """Return a value as staff read it: an option's label, the text itself, or ``blank``."""
        if not value.strip():
            return self.blank
        return next((option.label for option in self.options if option.value == value), value)


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form. Only a ``sanitised`` form loses markup and is validated beyond required fields (spec section 5)."""

    key: FormKey
    fields: tuple[Field, ...]
    sanitised: bool

    def clean(self, raw: Mapping[str, object]) -> dict[str, str]:
        """Return every field of the form as text; a value that isn't text counts as empty, other keys are dropped.

        A value over its limit is cut one character past it, so that `validate` refuses it without processing the rest.
        """
        cleaned = {}
        for field in self.fields:
            value = raw.get(field.name)
            # Cut before processing: a factor of four leaves room for CRLF, accents and invisible characters.
            text = field.tidy(value[: 4 * field.limit + 16]) if isinstance(value, str) else ""
            if len(text) > field.limit:
                text = text[: field.limit + 1]
            elif self.sanitised:
                text = sanitise(text, field.tidy)
            cleaned[field.name] = text
        return cleaned


def _field(form: words.FormWords, name: str, limit: int, **rest: object) -> Field:
    texts = form.field(name)
    return Field(name=name, label=texts.label, limit=limit, options=texts.options, **rest)  # type: ignore[arg-type]


def _name_and_email(form: words.FormWords) -> Iterable[Field]:
    yield _field(form, "name", 50, required=True, missing="Name is required")
    yield _field(form, "email", 100, required=True, missing="Email is required")


_CONSULTATION = words.CONSULTATION_FORM
_SERVICE = words.SERVICE_FORM
_INQUIRY = words.INQUIRY_FORM

CONSULTATION = Form(
    key="consultation",
    sanitised=True,
    fields=(
        *_name_and_email(_CONSULTATION),
        _field(_CONSULTATION, "phone", 20, required=True),
        _field(_CONSULTATION, "age", 3),
        _field(_CONSULTATION, "selectedTrainer", 50, blank="No preference"),
        _field(_CONSULTATION, "fitnessGoals", 50, required=True, missing="Primary goal is required"),
        _field(_CONSULTATION, "currentFitnessLevel", 50, required=True, missing="Activity level is required"),
        _field(_CONSULTATION, "workoutExperience", 50, required=True, missing="Fitness experience is required"),
        _field(_CONSULTATION, "healthConditions", 500, lines=True),
        _field(_CONSULTATION, "availableDays", 100),
        _field(_CONSULTATION, "preferredTime", 50),
        _field(_CONSULTATION, "additionalInfo", 1000, lines=True),
    ),
)

SERVICE = Form(
    key="service",
    sanitised=True,
    fields=(
        *_name_and_email(_SERVICE),
        _field(_SERVICE, "phone", 20, required=True, missing="Phone is required"),
        _field(_SERVICE, "trainerPreference", 50, blank="No preference"),
        _field(_SERVICE, "fitnessGoals", 1000, required=True, missing="Fitness goals are required", lines=True),
        _field(_SERVICE, "currentFitnessLevel", 50),
        _field(_SERVICE, "medicalConditions", 500, blank="None specified", lines=True),
        _field(_SERVICE, "availability", 100),
        _field(_SERVICE, "additionalNotes", 1000, blank="None", lines=True),
        Field(  # hidden: the route key of the page
            name="service",
            label="Service",
            limit=50,
            required=True,
            missing=CHOOSE,
            options=tuple(Option(value=route.key, label=route.label) for route in ROUTES if route.key in SERVICE_KEYS),
        ),
    ),
)

INQUIRY = Form(
    key="inquiry",
    sanitised=False,
    fields=(
        *_name_and_email(_INQUIRY),
        _field(_INQUIRY, "phone", 20),
        _field(_INQUIRY, "service", 50, blank="General inquiry"),
        _field(_INQUIRY, "message", 1000, lines=True),
    ),
)

FORMS: dict[str, Form] = {form.key: form for form in (CONSULTATION, SERVICE, INQUIRY)}
