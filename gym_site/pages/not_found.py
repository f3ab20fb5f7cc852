"""The 404 page (spec sections 2 and 8)."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.sections.page_head import page_head
from gym_site.site import Site


class Missing(rx.Component):
    """Redirects paths below any of the ``folders`` to the first folder, and logs all other paths."""

    library, tag = rx.asset("scripts/navigation.js").importable_path, "Missing"
    folders: rx.Var[list[str]]


def not_found(site: Site) -> tuple[rx.Component, ...]:
    """Return the 404 page, which redirects an unknown blog post to the list of posts."""
    words, routes = site.gym.site.not_found, site.routes
    links = rx.el.div(
        site_link(words.home, site, look="ember"),
        site_link(words.plans, site, look="line"),
        class_name="button-row",
    )
    look = "head-scene missing"
    head = page_head(site, words.title, words.text, links, image=words.picture, look=look, eyebrow="404")
    return (
        Missing.create(head, folders=[routes.alias_for("blog"), routes.url_for("blog")] if "blog" in routes else []),
    )
