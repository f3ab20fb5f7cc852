"""A text that depends on the expansion's opening."""

import reflex as rx

from gym_site.content.opening import FORMERLY, Dated
from gym_site.content.text import parts


def dated(text: str | Dated) -> list[str | rx.Component]:
    """Return the parts of a text as `as_built` leaves it; of two readings CSS shows one."""
    if isinstance(text, str):
        return [_unbroken(text)]
    if not text.before:
        return _after(text)
    return [
        rx.el.span(_unbroken(text.before), class_name="before-opening"),
        rx.el.span(*_after(text), class_name="after-opening"),
    ]


def _after(text: Dated) -> list[str | rx.Component]:
    label, close = FORMERLY
    former = rx.fragment(
        rx.el.span(label, class_name="visually-hidden"),
        rx.el.s(text.former),
        rx.el.span(close, class_name="visually-hidden"),
    )
    return parts(_unbroken(text.after), former=former)


def _unbroken(text: str) -> str:
    """Return a text whose lines don't break between a figure and its unit: 13,500 sq ft."""
    return text.replace(" sq ft", "\N{NO-BREAK SPACE}sq\N{NO-BREAK SPACE}ft")
