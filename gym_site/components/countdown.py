"""Time left until the expansion opens, in the visitor's local time (spec section 4)."""

from __future__ import annotations

import reflex as rx


class Countdown(rx.Component):
    """Time left until the root's ``data-opens-at``; prerendered as ``days`` days, 0 hours, 0 minutes, 0 seconds.

    ``labels`` names the four figures. Without ``data-opens-at``, and once it has passed, zeros stand there.
    """

    library, tag = rx.asset("scripts/countdown.js").importable_path, "Countdown"
    days: rx.Var[int]
    labels: rx.Var[list[str]]
