"""Questions that open one at a time, with the browser's own ``details`` (spec sections 2 and 4)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.icon import icon
from gym_site.components.section import section
from gym_site.content.questions import Question
from gym_site.content.text import unbroken


def accordion(questions: Sequence[Question], *, name: str) -> rx.Component:
    """Return the questions with their answers. A URL with the fragment ``#slug`` opens the answer with that slug.

    Of all questions with the same ``name``, the browser keeps at most one open.
    """
    items = (
        rx.el.details(
            rx.el.summary(rx.el.span(unbroken(item.question)), icon("chevron-down")),
            rx.el.div(rx.el.p(unbroken(item.answer)), id=item.slug, class_name="answer-text"),
            custom_attrs={"name": name},
            class_name="question",
        )
        for item in questions
    )
    return rx.el.div(*items, class_name="accordion")


def questions(title: str, items: Sequence[Question], *, more: rx.Component | None = None) -> rx.Component:
    """Return a section with questions. ``more`` follows them."""
    return section(
        "questions",
        rx.el.div(accordion(items, name="questions"), more, class_name="questions-list"),
        title=title,
        look="section questions",
        frame="questions-body",
    )
