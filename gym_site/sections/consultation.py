"""The consultation form (spec sections 2, 3, 5 and 7)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.heading import section_heading
from gym_site.components.lead_form import lead_form
from gym_site.content.forms import FormWords
from gym_site.sections.form_parts import form_action, form_fields, form_foot
from gym_site.settings import Settings
from gym_site.state.forms import ConsultationForm


def consultation(words: FormWords, phone: str, settings: Settings) -> rx.Component:
    """Return the section; ``phone`` is for those who would rather call."""
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                section_heading(words.title, id="consultation-title", text=words.intro),
                class_name="form-words",
            ),
            lead_form(
                ConsultationForm,
                rx.el.p(words.required_note, class_name="fine-print form-head"),
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
