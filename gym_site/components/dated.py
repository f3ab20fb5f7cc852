"""Texts that depend on whether the expansion has opened."""

from collections.abc import Iterable

import reflex as rx

from gym_site.content.opening import ADVERTISED, Dated, opening_date
from gym_site.content.text import parts
from gym_site.settings import Settings


def dated(text: str | Dated) -> list[str | rx.Component]:
    """Return a text as elements. A text that changes at the opening becomes two elements, of which CSS shows one."""
    if isinstance(text, str):
        return [_unbroken(text)]
    if not text.before:
        return [_unbroken(text.after)]
    return [
        rx.el.span(_unbroken(text.before), class_name="before-opening"),
        rx.el.span(_unbroken(text.after), class_name="after-opening"),
    ]


def advertised(texts: Iterable[str | Dated], settings: Settings, *, class_name: str = "") -> rx.Component:
    """Return fine print that quotes the former claims of these texts. CSS shows it only after the opening."""
    first, *others = (rx.el.q(text.former) for text in texts if isinstance(text, Dated) and text.former)
    claims = rx.fragment(first, *(part for claim in others for part in (", ", claim)))
    line = parts(ADVERTISED, date=opening_date(settings), claims=claims)
    return rx.el.p(*line, class_name=f"advertised fine-print after-opening {class_name}".strip())


def _unbroken(text: str) -> str:
    """Return a text without line breaks before and inside ``sq ft``, as in 13,500 sq ft."""
    return text.replace(" sq ft", "\N{NO-BREAK SPACE}sq\N{NO-BREAK SPACE}ft")
