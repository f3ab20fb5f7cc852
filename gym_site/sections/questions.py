"""A section of questions in an accordion, a single answer open at a time (spec section 2)."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.components.accordion import accordion
from gym_site.components.heading import section_heading
from gym_site.content.questions import Question


def questions(
    title: str, items: Sequence[Question], *, more: rx.Component | None = None, name: str = "questions"
) -> rx.Component:
    """Return the section; ``more`` follows the questions."""
    return rx.el.section(
        rx.el.div(
            section_heading(title, id=f"{name}-title"),
            rx.el.div(accordion(items, name=name), more, class_name="questions-list"),
            class_name="frame questions-body",
        ),
        class_name="section questions",
        aria_labelledby=f"{name}-title",
    )
