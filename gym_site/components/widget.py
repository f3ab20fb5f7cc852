"""The external booking widget (spec section 2, appointment booking)."""

from __future__ import annotations

import reflex as rx


class BookingWidget(rx.Component):
    """Loads ``library_url``, then ``script_url``, and takes both away on leaving.

    Says ``loading`` meanwhile, and its children when one of them does not come.
    """

    library, tag = rx.asset("scripts/widget.js").importable_path, "BookingWidget"
    library_url: rx.Var[str]
    script_url: rx.Var[str]
    loading: rx.Var[str]
