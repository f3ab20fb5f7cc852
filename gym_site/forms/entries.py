"""Cleans the entries of a form, and finds what is wrong with them (spec sections 3 and 5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from gym_site.content.forms import CHOOSE, TOO_LONG
from gym_site.forms.form import Form, FormField
from gym_site.forms.kinds import KINDS
from gym_site.forms.tidy import sanitise
from gym_site.text import fill


@dataclass(frozen=True)
class Problem:
    """A validation error: the field's name and the message for the visitor."""

    field: str
    message: str


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


def find_problems(form: Form, fields: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return the problems of cleaned fields, at most one per field; required fields come first."""
    return tuple(
        Problem(field.name, message)
        for field in sorted(form.fields, key=lambda field: not field.required)
        if (message := _problem(field, fields.get(field.name, ""), sanitised=form.sanitised))
    )


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
    return "" if KINDS[field.kind].holds(value) else field.invalid
