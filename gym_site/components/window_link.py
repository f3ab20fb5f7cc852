"""A link into a window of its own."""

from __future__ import annotations

import reflex as rx

_SCRIPT = rx.asset("scripts/window_link.js").importable_path


class WindowLink(rx.Component):
    """A link whose page opens in a new window; in a new tab where windows are not to be had."""

    library, tag = _SCRIPT, "WindowLink"
    to: rx.Var[str]


def window_link(label: str, href: str, **props) -> rx.Component:
    """Return the link."""
    return WindowLink.create(label, to=href, **props)
