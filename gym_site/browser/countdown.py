"""Time left until a moment of the visitor's local time (spec section 4)."""

from __future__ import annotations

import reflex as rx


class Countdown(rx.Component):
    """Time left until a local time; prerendered as ``days`` days, 0 hours, 0 minutes, 0 seconds.

    ``until`` is an ISO time without a zone, ``labels`` names the four figures. Zeros, and ``data-passed``, afterwards.
    """

    library, tag = rx.asset("countdown.js", shared=True).importable_path, "Countdown"
    until: rx.Var[str]
    days: rx.Var[int]
    labels: rx.Var[list[str]]
