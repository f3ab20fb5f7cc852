"""Buttons that stay in view until their own target is on the screen (spec section 2, floating buttons)."""

from __future__ import annotations

import reflex as rx


class Floating(rx.Component):
    """A group with ``data-covered`` while anything that matches the CSS selector ``covers`` is on the screen."""

    library, tag = rx.asset("floating.js", shared=True).importable_path, "Floating"
    covers: rx.Var[str]
