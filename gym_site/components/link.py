"""Links made from content items: to a page, a section of the home page, or another site (spec section 2)."""

from typing import Any, Literal

import reflex as rx

from gym_site.content.links import Call, Destination, NavLink
from gym_site.site import Site
from lean_reflex.reflex_internals import Element

Look = Literal["ember", "line"]
EXTERNAL: dict[str, Any] = {"target": "_blank", "rel": "noopener noreferrer"}  # opens a new tab


class PlainLink(Element):
    """An ``<a>`` that bypasses Reflex's router, which would put a path before a bare ``#anchor``.

    A path of the site needs `Settings.public_path`.
    """

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
    """Return a link with the text ``label`` (default: the label of ``target``). A ``look`` styles it as a button."""
    at_home = site.page == "home"  # the home page links to its own sections by bare anchors
    match target:
        case Destination():
            href = target.url(site.settings)
        case Call():
            href = f"#{target.anchor}" if at_home else target.elsewhere.href(site.routes)
        case NavLink():
            href = (
                f"#{target.anchor}" if at_home and target.key == "home" and target.anchor else target.href(site.routes)
            )
    classes = " ".join(filter(None, [f"button button-{look}" if look else "", class_name]))
    out = EXTERNAL if isinstance(target, Destination) else {}
    return rx.el.a(
        label or target.label,  # pyright: ignore[reportAttributeAccessIssue], for a `Destination` the caller passes a label
        href=href,
        class_name=classes or None,
        **out,
        **props,
    )
