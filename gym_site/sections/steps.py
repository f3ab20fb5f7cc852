"""Numbered steps: signing up, and what happens next (spec section 1)."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.content.home import Step


def steps(title: str, content: Sequence[Step], *, id: str = "steps") -> rx.Component:
    """Return the steps, numbered in display figures."""
    return rx.el.section(
        rx.el.div(
            rx.el.h2(title, id=f"{id}-title"),
            rx.el.ol(
                *(
                    rx.el.li(
                        rx.el.span(step.number, class_name="step-number", aria_hidden=True),
                        rx.el.h3(step.title),
                        rx.el.p(step.text),
                    )
                    for step in content
                ),
                class_name="step-list",
            ),
            class_name="frame",
        ),
        class_name="section steps",
        aria_labelledby=f"{id}-title",
    )
