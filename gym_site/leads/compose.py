"""The body that goes to the form service (spec section 7)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gym_site.leads.fields import FORMS

_PART = r"""[^\s@,;:<>()\[\]\\"]+"""  # without what separates addresses, or stands round them
SINGLE_ADDRESS = re.compile(f"{_PART}@{_PART}")

HEADINGS = {
    "consultation": "New consultation request",
    "service": "Consultation request from a service page",
    "inquiry": "Inquiry",
}


def compose(form: str, fields: Mapping[str, str], *, reference: str = "") -> dict[str, str]:
    """Return the JSON body for one form's cleaned fields.

    The message lists every field with its label. ``reference`` ends it, so that staff can tell a second copy of one
    request from a second request. ``email`` is what was typed, for the inquiry form doesn't check it; ``_replyto`` is
    empty unless that is a single address: an answer must not go to a second person. Raises `KeyError` for a form that
    the site doesn't have.
    """
    kind = FORMS[form]
    shown = {field.name: field.shown(fields.get(field.name, "")) for field in kind.fields}
    lines = [HEADINGS[form], ""]
    lines += [f"{field.label}: {indented(shown[field.name])}" for field in kind.fields]
    if reference:
        lines += ["", f"Reference: {reference}"]
    email = one_line(fields.get("email", ""))
    subject = _subject(form, fields, shown)
    return {
        "email": email,
        "subject": subject,
        "message": "\n".join(lines),
        "_replyto": email if SINGLE_ADDRESS.fullmatch(email) else "",
        "_subject": subject,
    }


def fixed_keys(form: str, *, service: str = "") -> dict[str, str]:
    """Return the keys of the body that stand before anything is typed: a form that a browser sends without our server.

    HTML copies no field into another: there is no ``_replyto`` (the service has ``email``), no name or choice in the
    subject, and a form without a field ``message`` has its heading there, with the answers beside it.
    """
    fields = {"service": service}
    shown = {field.name: field.shown(fields.get(field.name, "")) for field in FORMS[form].fields}
    subject = _subject(form, fields, shown) if service else HEADINGS[form]
    message = {} if "message" in shown else {"message": HEADINGS[form]}
    return {"subject": subject, **message, "_subject": subject}


def one_line(text: str) -> str:
    """Return the words with single spaces between them: a line break in a mail's head would start another header."""
    return " ".join(text.split())


def _subject(form: str, fields: Mapping[str, str], shown: Mapping[str, str]) -> str:
    if form == "consultation":
        return one_line(f"New Consultation Request from {fields.get('name', '')}")
    if form == "service":
        return one_line(f"Consultation Request - {shown['service']}")
    if fields.get("service", "").strip():
        return one_line(f"Inquiry about {shown['service']}")
    return "General inquiry about our services"


def indented(text: str) -> str:
    """Set further lines in, so that words of a visitor don't pass for another field."""
    return "\n    ".join(text.splitlines())
