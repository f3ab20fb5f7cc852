"""The two consultation forms (spec sections 2, 3, 5 and 7)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.heading import section_heading
from gym_site.components.lead_form import lead_form
from gym_site.content.forms import FormWords
from gym_site.sections.form_parts import form_action, form_fields, form_foot
from gym_site.settings import Settings
from gym_site.state.forms import ConsultationForm, ServiceForm
from gym_site.state.lead_form import LeadForm


def _section(
    state: type[LeadForm],
    words: FormWords,
    phone: str,
    settings: Settings,
    *inside: rx.Component,
    title: str = "",
    notice: rx.Component | None = None,
) -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                section_heading(title or words.title, id="consultation-title", text=words.intro),
                notice,
                class_name="form-words",
            ),
            lead_form(
                state,
                rx.el.p(words.required_note, class_name="fine-print form-head"),
                *inside,
                *form_fields(words),
                form_foot(words, phone),
                action=form_action(words.key, settings),
                error_heading=words.answer_invalid,
            ),
            class_name="frame form-body",
        ),
        id="consultation",
        class_name="section paper consultation",
        aria_labelledby="consultation-title",
    )


def consultation(
    words: FormWords, phone: str, settings: Settings, *, title: str = "", notice: rx.Component | None = None
) -> rx.Component:
    """Return the consultation form of the home and the consultation page.

    ``phone`` is for those who would rather call; ``title`` replaces the form's own; ``notice`` stands beside the form.
    """
    return _section(ConsultationForm, words, phone, settings, title=title, notice=notice)


def service_consultation(words: FormWords, service: str, phone: str, settings: Settings) -> rx.Component:
    """Return the consultation form of a service page; ``service`` is the key that is sent along."""
    return _section(
        ServiceForm,
        words,
        phone,
        settings,
        rx.el.input(type="hidden", name="service", custom_attrs={"value": service, "readOnly": True}),
    )
