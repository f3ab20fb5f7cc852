"""The head of a section: a small line above, the title, a sentence."""

from __future__ import annotations

import reflex as rx

from gym_site.components.dated import dated
from gym_site.content.opening import Dated


def section_heading(title: str | Dated, *, id: str, eyebrow: str = "", text: str | Dated = "") -> rx.Component:
    """Return the head of a section; ``id`` is what the section names as its label."""
    return rx.el.div(
        rx.el.p(eyebrow, class_name="eyebrow") if eyebrow else None,
        rx.el.h2(*dated(title), id=id),
        rx.el.p(*dated(text), class_name="lead") if text else None,
        class_name="section-heading",
    )
