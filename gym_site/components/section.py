"""A section of a page, its heading, and the last cell of a grid, which offers the free consultation."""

import re
from collections.abc import Sequence

import reflex as rx

from gym_site.routes import Routes
from gym_site.text import unbroken


def section(
    name: str,
    *content: rx.Component | None,
    title: str = "",
    text: str = "",
    look: str = "section",
    frame: str = "",
    below: Sequence[rx.Component] = (),
) -> rx.Component:
    """Return a section with the id ``name``, labelled by its heading, whose id is ``{name}-title``.

    ``look`` are the classes of the section, ``frame`` those of its column. ``below`` follows the column and is as wide
    as the window.
    """
    heading = section_heading(title, id=f"{name}-title", text=text) if title else None
    column = rx.el.div(heading, *content, class_name=f"frame {frame}".strip())
    return rx.el.section(column, *below, id=name, class_name=look, aria_labelledby=f"{name}-title")


def list_section(label: str, *content: rx.Component, frame: str = "") -> rx.Component:
    """Return the section below a page's title and intro. It has no heading; ``label`` names it for screen readers."""
    column = rx.el.div(*content, class_name=f"frame {frame}".strip())
    return rx.el.section(column, class_name="section-tight", aria_label=label)


def section_heading(title: str, *, id: str, text: str = "") -> rx.Component:
    """Return a section's title, which has the given ``id``, and the text below the title."""
    return rx.el.div(
        rx.el.h2(unbroken(title), id=id),
        rx.el.p(unbroken(text), class_name="lead") if text else None,
        class_name="section-heading",
    )


def breakable(title: str) -> list[str | rx.Component]:
    """Return a title that may also wrap after a slash."""
    first, *rest = title.split("/")
    return [first, *(part for word in rest for part in ("/", rx.el.wbr(), word))]


def spaced(*elements: rx.Component) -> list[str | rx.Component]:
    """Return elements with a blank between them: without it, the words of elements in one line would be joined."""
    return [part for element in elements for part in (" ", element)][1:]


def quoting(text: str) -> list[str | rx.Component]:
    """Return a text whose words between curly quotation marks are elements of their own."""
    pieces = re.split("(?<=“)(.+?)(?=”)", text)
    return [rx.el.q(piece) if index % 2 else piece for index, piece in enumerate(pieces)]


def grid_call(routes: Routes, title: str, text: str, call: str, *, span: str = "") -> rx.Component:
    """Return the last cell of a grid, which offers the free consultation. ``span``: the class of its width."""
    return rx.el.div(
        rx.el.h2(title),
        rx.el.p(text),
        rx.el.a(call, href=routes.url_for("consultation"), class_name="button button-ember"),
        class_name=f"grid-call {span}".strip(),
    )
