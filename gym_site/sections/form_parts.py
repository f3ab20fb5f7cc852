"""What the site's forms have in common: fields with their limits, and the foot below them (spec sections 3 and 5)."""

from __future__ import annotations

from typing import Any

import reflex as rx

from gym_site.components.button import external_attrs
from gym_site.components.contact import phone_link, with_contacts
from gym_site.components.field import field
from gym_site.components.lead_form import PlainForm, SubmitButton, Unreachable, lead_form
from gym_site.content.business import Business
from gym_site.content.forms import MISSING, FormWords
from gym_site.leads.compose import fixed_keys
from gym_site.leads.fields import FORMS
from gym_site.leads.validate import MAX_AGE, MIN_AGE, REFUSED
from gym_site.routes import form_path, url_for
from gym_site.settings import Settings
from gym_site.state.lead_form import LeadForm

# What browsers and phones can do for a visitor, by the name of the field.
_INPUT: dict[str, dict[str, Any]] = {
    "name": {"autoComplete": "name", "autoCapitalize": "words"},
    "email": {"inputMode": "email", "autoComplete": "email", "autoCapitalize": "none", "spellCheck": False},
    "phone": {"type": "tel", "autoComplete": "tel"},
    "age": {"type": "number", "inputMode": "numeric", "min": MIN_AGE, "max": MAX_AGE},
    "healthConditions": {"rows": 3, "autoComplete": "off"},
    "additionalInfo": {"rows": 4},
    "medicalConditions": {"rows": 2, "autoComplete": "off"},
    "additionalNotes": {"rows": 3},
    "message": {"rows": 6},
}


def sent_form(
    state: type[LeadForm],
    words: FormWords,
    business: Business,
    settings: Settings,
    head: rx.Component,
    *,
    service: str = "",
) -> rx.Component:
    """Return the form of ``state``: ``head``, the fields, the foot. ``service`` is the key of its page, sent along.

    Without a server the browser posts it to the form service by itself, and no script of ours has a part in that.
    Without a form service as well, how to reach the gym stands in its place.
    """
    if not settings.has_server and not settings.form_endpoint:
        return rx.el.p(*with_contacts(words.not_sent, business), class_name="lead")
    inside = (
        head,
        *([_hidden("service", service)] if service else []),
        *_form_fields(words),
        _form_foot(words, business, settings),
    )
    if settings.has_server:
        action = f"{settings.server_origin}{form_path(words.key)}"
        return lead_form(state, *inside, action=action, error_heading=words.answer_invalid)
    fixed = (_hidden(name, value) for name, value in fixed_keys(words.key, service=service).items())
    return PlainForm.create(*fixed, *inside, action=settings.form_endpoint, method="post", class_name="lead-form")


def _hidden(name: str, value: str) -> rx.Component:
    return rx.el.input(type="hidden", name=name, custom_attrs={"value": value, "readOnly": True})


def _form_fields(words: FormWords) -> list[rx.Component]:
    """Return every field of a form in its order, with the limits and requirements that the server holds it to.

    Only the service pages' e-mail input is one of type email (spec section 5). Whatever a browser's own check of a
    type says is said in our words.
    """
    rules = {rule.name: rule for rule in FORMS[words.key].fields}
    fields = []
    for said in words.fields:
        rule = rules[said.name]
        missing = (rule.missing or MISSING.format(label=said.label)) if rule.required else ""
        attrs = {} if rule.options else {"maxLength": rule.limit} | _INPUT.get(said.name, {})
        if words.key == "service" and said.name == "email":
            attrs |= {"type": "email"}
        if attrs.get("type") in ("email", "number"):
            attrs |= {"data-invalid": REFUSED[said.name]}
        if rule.lines and "rows" not in attrs:
            attrs |= {"rows": 3}
        fields.append(field(words.key, said, missing=missing, attrs=attrs, wide=rule.lines))
    return fields


def _form_foot(words: FormWords, business: Business, settings: Settings) -> rx.Component:
    """Return what stands below the fields: the button, the promise, the telephone, what becomes of the answers."""
    return rx.el.div(
        Unreachable.create(rx.el.p(*with_contacts(words.unreachable, business)), class_name="unreachable")
        if settings.has_server
        else None,
        SubmitButton.create(words.submit, busy_label=words.busy, class_name="button button-ember"),
        rx.el.p(words.promise, " ", phone_link(business), class_name="form-promise")
        if settings.has_server
        else rx.el.p(words.promise, " ", *with_contacts(words.direct, business), class_name="form-promise"),
        rx.el.p(
            words.privacy,
            " ",
            rx.el.a(words.privacy_more, href=url_for("privacy"), **external_attrs()),  # what was typed stays here
            class_name="fine-print",
        ),
        class_name="form-foot",
    )
