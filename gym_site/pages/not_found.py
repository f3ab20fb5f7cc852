"""The 404 page (spec sections 2 and 8)."""

import reflex as rx

from gym_site.brand import BRAND
from gym_site.components.link import site_link
from gym_site.content.navigation import NOT_FOUND
from gym_site.routes import alias_for, url_for
from gym_site.sections.page_head import page_head
from gym_site.site import Site


class Missing(rx.Component):
    """Redirects paths below any of the ``folders`` to the first folder, and logs all other paths."""

    library, tag = rx.asset("scripts/navigation.js").importable_path, "Missing"
    folders: rx.Var[list[str]]


def not_found(site: Site) -> tuple[rx.Component, ...]:
    """Return the 404 page, which redirects an unknown blog post to the list of posts."""
    links = rx.el.div(
        site_link(NOT_FOUND.home, site, look="ember"),
        site_link(NOT_FOUND.plans, site, look="line"),
        class_name="button-row",
    )
    look = "head-scene missing"
    head = page_head(NOT_FOUND.title, NOT_FOUND.text, links, image=NOT_FOUND.picture, look=look, eyebrow="404")
    return (Missing.create(head, folders=[alias_for("blog"), url_for("blog")] if BRAND.has("blog") else []),)
