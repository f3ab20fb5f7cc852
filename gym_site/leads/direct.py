"""A form's rules as JSON values, for the browser.

`assets/scripts/clean.js` cleans and checks a form by the same rules as `gym_site/forms`. On a site without a server,
`assets/scripts/compose.js` also composes the message, and `direct_form.js` posts it.
"""

from typing import Any

from gym_site.content.forms import CHOOSE, MISSING, TOO_LONG
from gym_site.forms.form import Form, FormField
from gym_site.forms.kinds import KINDS
from gym_site.leads.gateway import SUBJECTS
from gym_site.text import fill


def checks(form: Form) -> dict[str, Any]:
    """Return the rules that `entries.clean` and `entries.find_problems` apply, for the fields that a visitor sees.

    Required fields come first, as in a list of problems.
    """
    shown = sorted((field for field in form.fields if not field.hidden), key=lambda field: not field.required)
    fields = [_checks(field) for field in shown]
    return {"key": form.key, "sanitised": form.sanitised, "fields": fields}


def rules(form: Form, endpoint: str) -> dict[str, Any]:
    """Return the rules for all fields, and those that `gateway.compose` applies."""
    subject, general = SUBJECTS[form.key]
    known = {"endpoint": endpoint, "heading": form.heading, "subject": subject, "general": general}
    return checks(form) | known | {"fields": [_checks(field) | _words(field) for field in form.fields]}


def _checks(field: FormField) -> dict[str, Any]:
    """Return a field's rules, without empty ones. ``required`` is the message if the browser finds no value."""
    kind = KINDS[field.kind]
    known: dict[str, Any] = {
        "name": field.name,
        "steps": kind.steps,
        "replaced": list(filter(None, kind.replaced)),
        "limit": field.limit,
        "required": field.required and (field.missing or fill(MISSING, label=field.label)),
        "missing": field.missing,
        "invalid": field.invalid or (not field.options and fill(TOO_LONG, label=field.label, limit=field.limit)),
        "allowed": field.allowed,
        "pattern": kind.pattern and f"^({kind.pattern})$",
        "least": kind.least,
        "most": kind.most,
    }
    return {name: value for name, value in known.items() if value}


def _words(field: FormField) -> dict[str, Any]:
    options = [[option.value, option.label] for option in field.options]
    return {"label": field.label, "blank": field.blank, "options": options, "choose": CHOOSE}
