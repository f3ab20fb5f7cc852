"""The three forms and what they accept (spec sections 3 and 5); labels and options come from the content."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any

import nh3

from gym_site.content.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, FormWords, Option
from gym_site.content.record import is_email
from gym_site.routes import ROUTES, SERVICE_KEYS

HONEYPOT = "website"  # an input that people don't see
MAX_LINKS = 2  # in one field
LINK = re.compile(r"https?://(?:www\.)?|\bwww\.(?=\w)", re.IGNORECASE)
PHONE = re.compile(r"\+?[0-9 ()-]{10,}")
NAME_PUNCTUATION = frozenset(" -'’\u200c\u200d")  # joiners: `single_line` leaves those between letters
MIN_AGE, MAX_AGE = 12, 100

CHOOSE = "Please choose one of the options"
REFUSED = {
    "name": "Name contains invalid characters",
    "email": "Please enter a valid email address",
    "phone": "Please enter a valid phone number",
    "age": f"Age must be a number from {MIN_AGE} to {MAX_AGE}",
}

ROUNDS = 8  # levels of nested entities that are decoded; no honest text has more than two
# Control characters, lone surrogates, which no database or JSON accepts, and overrides of the text direction.
_DROPPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u200c\u200d")  # part of the spelling in Persian, Hindi and others, and of emoji
_APOSTROPHES = str.maketrans(dict.fromkeys("‘´′", "’"))


@dataclass(frozen=True)
class Problem:
    """A validation error: the field's name and the message for the visitor."""

    field: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a form."""

    name: str
    label: str
    limit: int  # characters, as the input's maxlength counts them (LF for a line break)
    required: bool = False  # the input's attribute
    missing: str = ""  # the error message for an empty value; none for the telephone number of a consultation
    options: tuple[Option, ...] = ()
    blank: str = "Not specified"  # replaces an empty value in the message to staff
    lines: bool = False  # a textarea

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

    def problem(self, value: str, *, sanitised: bool) -> str:
        """Return the error message for a cleaned value; empty if it is valid."""
        if not value.strip():
            return self.missing
        if self.options:
            return "" if any(value == option.value for option in self.options) else CHOOSE
        if len(value) > self.limit:
            return REFUSED.get(self.name, f"{self.label} must be at most {self.limit} characters")
        if sanitised and self.name in REFUSED and not _is_valid(self.name, value):
            return REFUSED[self.name]
        return ""


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form. Only a ``sanitised`` form loses markup and is validated beyond required fields (spec section 5)."""

    fields: tuple[Field, ...]
    sanitised: bool

    def clean(self, raw: Mapping[str, object]) -> dict[str, str]:
        """Return the fields as plain text, empty where ``raw`` has none, and cut a character past their limits."""
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

    def problems(self, fields: Mapping[str, str]) -> tuple[Problem, ...]:
        """Return what is wrong with cleaned fields, a problem per field at most; required fields come first."""
        return tuple(
            Problem(field.name, message)
            for field in sorted(self.fields, key=lambda field: not field.required)
            if (message := field.problem(fields.get(field.name, ""), sanitised=self.sanitised))
        )


def spam_reason(raw: Mapping[str, object], fields: Mapping[str, str]) -> str:
    """Return ``honeypot``, ``links`` or an empty string; ``raw`` is the form as sent, ``fields`` is cleaned."""
    if str(raw.get(HONEYPOT) or "").strip():
        return "honeypot"
    return "links" if any(len(LINK.findall(text)) > MAX_LINKS for text in fields.values()) else ""


def plain(text: str) -> str:
    """Return text without control characters and direction overrides; a line break becomes LF, a tab a space."""
    return _DROPPED.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))


def single_line(text: str) -> str:
    """Return `plain` text in NFC with the usual space and hyphen for all their kinds, and nothing invisible."""
    text = unicodedata.normalize("NFC", plain(text))
    categories = [unicodedata.category(character) for character in text]
    kept = []
    for index, (character, category) in enumerate(zip(text, categories, strict=True)):
        if character == "\n" or category[0] == "Z":
            kept.append(" ")
        elif category == "Pd" or character == "\N{MINUS SIGN}":
            kept.append("-")
        elif category != "Cf" or (character in _JOINERS and _joins(categories[max(index - 1, 0) : index + 2])):
            kept.append(character)
    return "".join(kept)


def person_name(text: str) -> str:
    """Return a name as a `single_line`, with every lookalike of an apostrophe replaced by the apostrophe."""
    return single_line(text).translate(_APOSTROPHES)


def contact(text: str) -> str:
    """Return an e-mail address or a phone number as a `single_line` without any invisible character."""
    return "".join(character for character in single_line(text) if character not in _JOINERS)


def sanitise(text: str, tidy: Callable[[str], str] = plain) -> str:
    """Return `tidy` text, trimmed and without markup: ``R&D``, ``a < b`` and ``pain<knee`` stay as typed. Idempotent.

    Entities are decoded as a browser does, again and again: ``&lt;script&gt;`` must not come out as a tag.
    """
    for _ in range(ROUNDS):
        markup, closed, rest = tidy(text).rpartition(">")  # after the last one there can be no tag
        cleaned = unescape(nh3.clean(markup + closed, tags=set()) + rest).strip()
        if cleaned == text:
            return text
        text = cleaned
    return tidy(re.sub("[&<]", "", text)).strip()


def _joins(categories: list[str]) -> bool:
    """Return whether a joiner stands between two letters (with their marks) or two symbols, such as emoji."""
    return len(categories) == 3 and categories[0][0] in "LMS" and categories[2][0] in "LMS"


def _is_valid(name: str, value: str) -> bool:
    if name == "name":
        return all(letter in NAME_PUNCTUATION or unicodedata.category(letter)[0] in "LM" for letter in value)
    if name == "age":
        return value.isascii() and value.isdecimal() and MIN_AGE <= int(value) <= MAX_AGE
    return is_email(value) if name == "email" else bool(PHONE.fullmatch(value))


def _field(form: FormWords, name: str, limit: int, **rest: Any) -> Field:
    texts = form.field(name)
    return Field(name=name, label=texts.label, limit=limit, options=texts.options, **rest)


def _name_and_email(form: FormWords) -> tuple[Field, Field]:
    return (
        _field(form, "name", 50, required=True, missing="Name is required"),
        _field(form, "email", 100, required=True, missing="Email is required"),
    )


FORMS: dict[str, Form] = {
    "consultation": Form(
        sanitised=True,
        fields=(
            *_name_and_email(CONSULTATION_FORM),
            _field(CONSULTATION_FORM, "phone", 20, required=True),
            _field(CONSULTATION_FORM, "age", 3),
            _field(CONSULTATION_FORM, "selectedTrainer", 50, blank="No preference"),
            _field(CONSULTATION_FORM, "fitnessGoals", 50, required=True, missing="Primary goal is required"),
            _field(CONSULTATION_FORM, "currentFitnessLevel", 50, required=True, missing="Activity level is required"),
            _field(CONSULTATION_FORM, "workoutExperience", 50, required=True, missing="Fitness experience is required"),
            _field(CONSULTATION_FORM, "healthConditions", 500, lines=True),
            _field(CONSULTATION_FORM, "availableDays", 100),
            _field(CONSULTATION_FORM, "preferredTime", 50),
            _field(CONSULTATION_FORM, "additionalInfo", 1000, lines=True),
        ),
    ),
    "service": Form(
        sanitised=True,
        fields=(
            *_name_and_email(SERVICE_FORM),
            _field(SERVICE_FORM, "phone", 20, required=True, missing="Phone is required"),
            _field(SERVICE_FORM, "trainerPreference", 50, blank="No preference"),
            _field(SERVICE_FORM, "fitnessGoals", 1000, required=True, missing="Fitness goals are required", lines=True),
            _field(SERVICE_FORM, "currentFitnessLevel", 50),
            _field(SERVICE_FORM, "medicalConditions", 500, blank="None specified", lines=True),
            _field(SERVICE_FORM, "availability", 100),
            _field(SERVICE_FORM, "additionalNotes", 1000, blank="None", lines=True),
            Field(  # hidden: the route key of the page
                name="service",
                label="Service",
                limit=50,
                required=True,
                missing=CHOOSE,
                options=tuple(
                    Option(value=route.key, label=route.label) for route in ROUTES if route.key in SERVICE_KEYS
                ),
            ),
        ),
    ),
    "inquiry": Form(
        sanitised=False,
        fields=(
            *_name_and_email(INQUIRY_FORM),
            _field(INQUIRY_FORM, "phone", 20),
            _field(INQUIRY_FORM, "service", 50, blank="General inquiry"),
            _field(INQUIRY_FORM, "message", 1000, lines=True),
        ),
    ),
}
