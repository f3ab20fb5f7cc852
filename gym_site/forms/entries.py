"""Cleans the entries of a form, and finds what is wrong with them (spec sections 3 and 5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.forms import CHOOSE, MISSING, TOO_LONG
from gym_site.forms.form import Form, FormField
from gym_site.forms.kinds import KINDS
from gym_site.forms.tidy import sanitise
from gym_site.text import fill


@dataclass(frozen=True)
class Problem:
    """A validation error: the field's name, the message for the visitor and, perhaps, what the field accepts."""

    field: str
    message: str
    allowed: str = ""


def clean(form: Form, raw: Mapping[str, object]) -> dict[str, str]:
    """Return a form's fields as plain text. A missing field is empty.

    In a ``sanitised`` form, a field over its limit is cut one character past the limit, so that `find_problems` reports
    it as too long. The fields of other forms may be longer than their limit.
    """
    cleaned = {}
    for field in form.fields:
        value, tidy = raw.get(field.name), KINDS[field.kind].tidy
        # Cut very long values before processing. Four times the limit leaves room for characters that `tidy` removes or
        # combines, such as CRLF, accents and invisible characters.
        most = 4 * field.limit + 16
        text = tidy(value[:most])[:most] if isinstance(value, str) else ""
        if form.sanitised:
            text = sanitise(text, tidy) if len(text) <= field.limit else text[: field.limit + 1]
        cleaned[field.name] = text
    return cleaned


def find_problems(form: Form, fields: Mapping[str, str], *, complete: bool = False) -> tuple[Problem, ...]:
    """Return the problems of cleaned fields, at most one per field; required fields come first.

    ``complete``: a field that is marked as required, but optional in validation, must not be empty either.
    """
    problems = []
    for field in sorted(form.fields, key=lambda field: not field.required):
        value = fields.get(field.name, "")
        message = _problem(field, value, sanitised=form.sanitised)
        if complete and field.required and not value and not message:
            message = fill(MISSING, label=field.label)
        if message:
            problems.append(Problem(field.name, message, field.allowed if message == field.invalid else ""))
    return tuple(problems)


def _problem(field: FormField, value: str, *, sanitised: bool) -> str:
    """Return the error message for a cleaned value; empty if it is valid."""
    if not sanitised:  # only the browser checks such a form, and it accepts a space
        return "" if value else field.missing
    if not value.strip():
        return field.missing
    if field.options:
        return "" if any(value == option.value for option in field.options) else CHOOSE
    if len(value) > field.limit:
        return field.invalid or fill(TOO_LONG, label=field.label, limit=field.limit)
    fits = KINDS[field.kind].fits
    return "" if not fits or fits(value) else field.invalid
