"""Links from content records: to a page, to a section of the home page, or out of the site (spec section 2)."""

from typing import Any, Literal

import reflex as rx

from gym_site.content.links import Call, Destination, NavLink
from gym_site.reflex_internals import Element
from gym_site.site import Site

Look = Literal["ember", "line"]
EXTERNAL: dict[str, Any] = {"target": "_blank", "rel": "noopener noreferrer"}  # a new tab without opener or referrer


class PlainLink(Element):
    """``<a>`` that the browser follows itself. The router of ``rx.el.a`` would put a path before a bare ``#anchor``."""

    tag = "a"
    href: rx.Var[str]


def site_link(
    target: NavLink | Destination | Call,
    site: Site,
    *,
    label: str | rx.Component | None = None,
    look: Look | None = None,
    class_name: str = "",
    **props,
) -> rx.Component:
    """Return a link with the text ``label``, or the record's own; a ``look`` makes it a button."""
    at_home = site.page == "home"  # links to its own sections are bare anchors
    match target:
        case Destination():
            href = target.url(site.settings)
        case Call():
            href = f"#{target.anchor}" if at_home else target.elsewhere.href
        case NavLink():
            href = f"#{target.anchor}" if at_home and target.key == "home" and target.anchor else target.href
    classes = " ".join(filter(None, [f"button button-{look}" if look else "", class_name]))
    out = EXTERNAL if isinstance(target, Destination) else {}
    return rx.el.a(
        label or target.label,  # pyright: ignore[reportAttributeAccessIssue], a bare destination comes with a label
        href=href,
        class_name=classes or None,
        **out,
        **props,
    )
