"""The common parts of the forms: fields with their limits, and the footer (spec sections 3 and 5)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.contact import phone_link, with_contacts
from gym_site.components.field import field
from gym_site.components.icon import icon
from gym_site.components.lead_form import PlainForm, lead_form, sent_panel, submit_button, unreachable
from gym_site.components.link import EXTERNAL, site_link
from gym_site.content.business import Business
from gym_site.content.forms import FormWords
from gym_site.leads.controls import split
from gym_site.leads.gateway import fixed_keys
from gym_site.routes import form_path, url_for
from gym_site.settings import Settings
from gym_site.state.forms import LeadForm


def sent_form(
    state: type[LeadForm],
    words: FormWords,
    business: Business,
    settings: Settings,
    head: rx.Component,
    *,
    service: str = "",
) -> rx.Component:
    """Return the form of ``state``: ``head``, the fields, the footer. ``service`` is the key of the service, if any.

    Without a server it is a plain HTML form that posts to the form service. If there is no form service either,
    contact details are shown instead.
    """
    if not settings.has_server and not settings.form_endpoint:
        return rx.el.p(*with_contacts(words.not_sent, business), class_name="lead")
    inside = (
        head,
        *([_hidden("service", service)] if service else []),
        *_fields(words),
        _form_foot(words, business, settings),
    )
    if settings.has_server:
        inside = (*inside, _sent(words, business, settings))
        action = f"{settings.server_origin}{form_path(words.key)}"
        return lead_form(state, *inside, action=action, error_heading=words.answer_invalid)
    fixed = (_hidden(name, value) for name, value in fixed_keys(words.key, service=service).items())
    return PlainForm.create(*fixed, *inside, action=settings.form_endpoint, method="post", class_name="lead-form")


def _fields(words: FormWords) -> list[rx.Component]:
    """Return the fields; where the form has words for it, those that are not required open on demand."""
    shown, folded = split(words)
    more = rx.el.details(
        rx.el.summary(words.more, icon("chevron-down")),
        rx.el.div(*map(field, folded), class_name="form-grid"),
        class_name="form-more",
    )
    return [*map(field, shown), *([more] if folded else [])]


def _sent(words: FormWords, business: Business, settings: Settings) -> rx.Component:
    """Return what stands in the form's place once it was sent."""
    return sent_panel(
        words.key,
        rx.el.p(words.success_text, class_name="lead"),
        rx.el.h4(words.next_title),
        rx.el.ol(*(rx.el.li(step) for step in words.next_steps)),
        rx.el.p(*with_contacts(words.sooner, business)),
        rx.el.p(site_link(words.calendar, settings)),
        heading=words.sent_heading,
        again=words.again,
    )


def _hidden(name: str, value: str) -> rx.Component:
    return rx.el.input(type="hidden", name=name, custom_attrs={"value": value, "readOnly": True})


def _form_foot(words: FormWords, business: Business, settings: Settings) -> rx.Component:
    """Return what follows the fields: the button, the promised response time, the telephone, the privacy note."""
    return rx.el.div(
        unreachable(words.key, rx.el.p(*with_contacts(words.unreachable, business))) if settings.has_server else None,
        submit_button(words.key, words.submit, words.busy),
        rx.el.p(words.promise, " ", phone_link(business), class_name="form-promise")
        if settings.has_server
        else rx.el.p(words.promise, " ", *with_contacts(words.direct, business), class_name="form-promise"),
        rx.el.p(
            words.privacy,
            " ",
            rx.el.a(words.privacy_more, href=url_for("privacy"), **EXTERNAL),  # a new tab keeps what was typed
            class_name="fine-print",
        ),
        class_name="form-foot",
    )
