"""The JSON body sent to the form service (spec section 7)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gym_site.leads.fields import FORMS

_PART = r"""[^\s@,;:<>()\[\]\\"]+"""  # no character that separates or encloses addresses
SINGLE_ADDRESS = re.compile(f"{_PART}@{_PART}")

HEADINGS = {
    "consultation": "New consultation request",
    "service": "Consultation request from a service page",
    "inquiry": "Inquiry",
}


def compose(form: str, fields: Mapping[str, str], *, reference: str = "") -> dict[str, str]:
    """Return the JSON body for a form's cleaned fields.

    The message lists every field with its label and ends with ``reference``, so that staff can tell a duplicate of a
    request from a second request. ``email`` is passed on as typed, since the inquiry form doesn't validate it;
    ``_replyto`` is empty unless it is a single address: a reply must not reach a second person. Raises `KeyError` for
    an unknown form.
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
    """Return the keys of the body that are known before anything is typed, for forms posted without our server.

    Plain HTML can't copy a field into another: there is no ``_replyto`` (the service has ``email``), the subject holds
    no name and no choice, and for a form without a ``message`` field the message is its heading.
    """
    fields = {"service": service}
    shown = {field.name: field.shown(fields.get(field.name, "")) for field in FORMS[form].fields}
    subject = _subject(form, fields, shown) if service else HEADINGS[form]
    message = {} if "message" in shown else {"message": HEADINGS[form]}
    return {"subject": subject, **message, "_subject": subject}


def one_line(text: str) -> str:
    """Collapse whitespace to single spaces: a line break in a mail header would start another header."""
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
    """Indent all lines but the first, so that a visitor's text can't pass for another field."""
    return "\n    ".join(text.splitlines())
