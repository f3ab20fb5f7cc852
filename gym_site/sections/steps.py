"""The four sign-up steps (spec section 1)."""

from __future__ import annotations

import reflex as rx

from gym_site.content.home import StepsWords


def steps(words: StepsWords) -> rx.Component:
    """Return the steps, numbered in display figures."""
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words.title, id="steps-title"),
            rx.el.ol(
                *(
                    rx.el.li(
                        rx.el.span(step.number, class_name="step-number", aria_hidden=True),
                        rx.el.h3(step.title),
                        rx.el.p(step.text),
                    )
                    for step in words.steps
                ),
                class_name="step-list",
            ),
            class_name="frame",
        ),
        class_name="section steps",
        aria_labelledby="steps-title",
    )
