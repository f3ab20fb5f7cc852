"""The head of a section: a small line above, the title, a sentence."""

from __future__ import annotations

import reflex as rx


def section_heading(title: str, *, id: str, eyebrow: str = "", text: str = "") -> rx.Component:
    """Return the head of a section; ``id`` is what the section names as its label."""
    return rx.el.div(
        rx.el.p(eyebrow, class_name="eyebrow") if eyebrow else None,
        rx.el.h2(title, id=id),
        rx.el.p(text, class_name="lead") if text else None,
        class_name="section-heading",
    )
