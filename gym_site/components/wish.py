"""The trainer whose name is in the address of the consultation page (spec section 2)."""

from __future__ import annotations

import reflex as rx


class TrainerWish(rx.Component):
    """Fills the wish of the query parameter ``trainer`` into the form ``form``, and says so until that is sent.

    ``wishes`` maps each trainer's name to ``message``, ``selected`` and ``additional_info``; other names do nothing.
    """

    library, tag = rx.asset("scripts/wish.js").importable_path, "TrainerWish"
    wishes: rx.Var[dict]
    form: rx.Var[str]
