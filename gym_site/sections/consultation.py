"""The two consultation forms (spec sections 2, 3, 5 and 7)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.heading import section_heading
from gym_site.content.business import Business
from gym_site.content.forms import FormWords
from gym_site.sections.form_parts import sent_form
from gym_site.settings import Settings
from gym_site.state.forms import ConsultationForm, LeadForm, ServiceForm


def _section(
    state: type[LeadForm],
    words: FormWords,
    business: Business,
    settings: Settings,
    *,
    title: str = "",
    notice: rx.Component | None = None,
    service: str = "",
) -> rx.Component:
    head = rx.el.p(words.required_note, class_name="fine-print form-head")
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                section_heading(title or words.title, id="consultation-title", text=words.intro),
                notice,
                class_name="form-words",
            ),
            sent_form(state, words, business, settings, head, service=service),
            class_name="frame form-body",
        ),
        id="consultation",
        class_name="section paper consultation",
        aria_labelledby="consultation-title",
    )


def consultation(
    words: FormWords, business: Business, settings: Settings, *, title: str = "", notice: rx.Component | None = None
) -> rx.Component:
    """Return the consultation form of the home and the consultation page.

    ``title`` replaces the form's own; ``notice`` stands beside the form.
    """
    return _section(ConsultationForm, words, business, settings, title=title, notice=notice)


def service_consultation(words: FormWords, service: str, business: Business, settings: Settings) -> rx.Component:
    """Return the consultation form of a service page; ``service`` is the key sent with the form."""
    return _section(ServiceForm, words, business, settings, service=service)
