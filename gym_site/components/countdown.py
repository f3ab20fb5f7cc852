"""Time left until the expansion opens, in the visitor's local time (spec section 4)."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx


class Countdown(rx.Component):
    """Time left until the root's ``data-opens-at``. Without that attribute, and once it has passed, zeros.

    ``build/start.js`` writes the figures before React runs, so React leaves their text alone.
    """

    library, tag = rx.asset("scripts/countdown.js").importable_path, "Countdown"

    @classmethod
    def create(cls, *, days: int, labels: Sequence[str], **props) -> rx.Component:
        """Return the four figures with their labels, prerendered as ``days`` days and zeros."""
        parts = (
            rx.el.span(
                rx.el.b(str(figure), custom_attrs={"suppressHydrationWarning": True}),
                " ",
                rx.el.span(label),
                class_name="countdown-part",
            )
            for figure, label in zip((days, 0, 0, 0), labels, strict=True)
        )
        return super().create(*parts, custom_attrs={"role": "timer"}, **props)
