"""Icons drawn by CSS masks (``assets/css/components/icon.css``). They need no scripts and take on the text's colour."""

from typing import Literal

import reflex as rx

IconName = Literal[
    "check", "chevron-down", "chevron-left", "chevron-right", "clock", "close", "comment", "heart", "mail", "menu",
    "pause", "phone", "pin", "play", "star", "warning",
]  # fmt: skip


def icon(name: IconName) -> rx.Component:
    """Return an icon. Screen readers skip it and read the text or label that goes with it."""
    return rx.el.span(class_name=f"icon icon-{name}", aria_hidden=True)
