"""A form's rules for an export without a server. There, `direct_form.js` cleans, checks and posts the form."""

from typing import Any

from gym_site.content.forms import CHOOSE, MAX_AGE, MIN_AGE, TOO_LONG, Form, FormField
from gym_site.content.text import fill
from gym_site.leads.gateway import SUBJECTS


def rules(form: Form, endpoint: str) -> dict[str, Any]:
    """Return, as JSON values, the rules that `fields.clean`, `fields.find_problems` and `gateway.compose` apply."""
    subject, general = SUBJECTS[form.key]
    return {
        "endpoint": endpoint,
        "heading": form.heading,
        "subject": subject,
        "general": general,
        "sanitised": form.sanitised,
        "fields": [_field(field, form) for field in form.fields],
    }


def _field(field: FormField, form: Form) -> dict[str, Any]:
    known = {
        "name": field.name,
        "label": field.label,
        "kind": field.kind,
        "limit": field.limit,
        "required": field.required,
        "missing": field.missing,
        "invalid": field.invalid,
        "blank": field.blank,
        "options": [[option.value, option.label] for option in field.options],
        "choose": CHOOSE,
        "long": fill(TOO_LONG, label=field.label, limit=field.limit),
        "checked": form.sanitised or field.browser_checks,
    }
    return known | ({"least": MIN_AGE, "most": MAX_AGE} if field.kind == "age" else {})
