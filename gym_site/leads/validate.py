"""Validation of submitted forms, with the error messages of spec sections 5 and 8."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.leads.fields import CHOOSE, FORMS, Field

EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
PHONE = re.compile(r"\+?[0-9 ()-]{10,}")
NAME_PUNCTUATION = frozenset(" -'’\u200c\u200d")  # joiners: `single_line` leaves those between letters
MIN_AGE, MAX_AGE = 12, 100

REFUSED = {
    "name": "Name contains invalid characters",
    "email": "Please enter a valid email address",
    "phone": "Please enter a valid phone number",
    "age": f"Age must be a number from {MIN_AGE} to {MAX_AGE}",
}


@dataclass(frozen=True)
class Problem:
    """A validation error: the field's name and the message for the visitor."""

    field: str
    message: str


def validate(form: str, fields: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return the problems of cleaned fields, at most one per field, in the order of the form.

    Of the inquiry form only required fields, limits and options are checked (spec section 5). Raises `KeyError` for an
    unknown form.
    """
    kind = FORMS[form]
    messages = ((field, _message(field, fields.get(field.name, ""), kind.sanitised)) for field in kind.fields)
    return tuple(Problem(field.name, message) for field, message in messages if message)


def _message(field: Field, value: str, strict: bool) -> str:
    if not value.strip():
        return field.missing
    if field.options:
        return "" if any(value == option.value for option in field.options) else CHOOSE
    if len(value) > field.limit:
        return REFUSED.get(field.name, f"{field.label} must be at most {field.limit} characters")
    if strict and field.name in REFUSED and not _is_valid(field.name, value):
        return REFUSED[field.name]
    return ""


def _is_valid(name: str, value: str) -> bool:
    if name == "name":
        return all(letter in NAME_PUNCTUATION or unicodedata.category(letter)[0] in "LM" for letter in value)
    if name == "age":
        return value.isascii() and value.isdecimal() and MIN_AGE <= int(value) <= MAX_AGE
    return bool((EMAIL if name == "email" else PHONE).fullmatch(value))
