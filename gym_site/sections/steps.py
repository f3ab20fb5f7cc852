"""Numbered steps, such as those of signing up (spec section 1)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.section import section
from gym_site.content.home import Step


def steps(title: str, content: Sequence[Step]) -> rx.Component:
    """Return the section: a numbered list of steps."""
    items = (
        rx.el.li(
            rx.el.span(step.number, class_name="step-number", aria_hidden=True),
            rx.el.h3(step.title),
            rx.el.p(step.text),
        )
        for step in content
    )
    return section("steps", rx.el.ol(*items, class_name="ruled-list step-list"), title=title, look="section steps")
