"""What a visitor has to correct, in the words of spec sections 5 and 8."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.leads.fields import CHOOSE, FORMS, Field

EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
PHONE = re.compile(r"\+?[0-9 ()-]{10,}")
NAME_SIGNS = frozenset(" -'’\u200c\u200d")  # joiners: `single_line` leaves those between letters
YOUNGEST, OLDEST = 12, 100

REFUSED = {
    "name": "Name contains invalid characters",
    "email": "Please enter a valid email address",
    "phone": "Please enter a valid phone number",
    "age": f"Age must be a number from {YOUNGEST} to {OLDEST}",
}


@dataclass(frozen=True)
class Problem:
    """One thing to correct: the field's name and the words for the visitor."""

    field: str
    message: str


def validate(form: str, fields: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return the problems of cleaned fields, at most one for each, in the order of the form.

    The inquiry form is checked for its required fields, its limits and its options only (spec section 5).
    Raises `KeyError` for a form that the site doesn't have.
    """
    kind = FORMS[form]
    found = ((field, _remark(field, fields.get(field.name, ""), kind.sanitised)) for field in kind.fields)
    return tuple(Problem(field.name, message) for field, message in found if message)


def _remark(field: Field, value: str, strict: bool) -> str:
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
        return all(one in NAME_SIGNS or unicodedata.category(one)[0] in "LM" for one in value)
    if name == "age":
        return value.isascii() and value.isdecimal() and YOUNGEST <= int(value) <= OLDEST
    return bool((EMAIL if name == "email" else PHONE).fullmatch(value))
