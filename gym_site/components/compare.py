"""A before-and-after slider (spec section 2, transformation gallery)."""

from __future__ import annotations

import reflex as rx


class Compare(rx.Component):
    """Two pictures as children, the first over the second; ``label`` names the slider for screen readers."""

    library, tag = rx.asset("scripts/compare.js").importable_path, "Compare"
    label: rx.Var[str]
