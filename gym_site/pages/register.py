"""Adds all pages to the app, at their paths and aliases."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import reflex as rx

from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BlogPost
from gym_site.content.services import ONLINE
from gym_site.gym import Gym
from gym_site.layout.head import missing_page_head, page_head
from gym_site.layout.shell import shell
from gym_site.pages.before_after import before_after
from gym_site.pages.blog import blog
from gym_site.pages.blog_post import blog_post
from gym_site.pages.book_appointment import book_appointment
from gym_site.pages.components import all_components
from gym_site.pages.consultation import consultation
from gym_site.pages.facility_expansion import facility_expansion
from gym_site.pages.faq import faq
from gym_site.pages.home import home
from gym_site.pages.not_found import not_found
from gym_site.pages.online_coaching import online_coaching
from gym_site.pages.pictures import all_pictures
from gym_site.pages.privacy import privacy
from gym_site.pages.service import service
from gym_site.pages.trainers import trainers
from gym_site.routes import FEED_PATH, SECURITY_PATH, Route, post_key
from gym_site.seo.feed import atom_feed
from gym_site.seo.head import head_of
from gym_site.seo.records import post_record
from gym_site.seo.security import security_text
from gym_site.site import Site


class Redirect(rx.Component):
    """Redirects to another page, and keeps the URL's query and fragment."""

    library, tag = rx.asset("scripts/navigation.js").importable_path, "Redirect"
    path: rx.Var[str]


Page = Callable[[Site], tuple[rx.Component | None, ...]]
PAGES: dict[str, Page] = {
    "home": home,
    "before-after": before_after,
    "facility-expansion": facility_expansion,
    "trainers": trainers,
    "consultation": consultation,
    "blog": blog,
    "faq": faq,
    "book-appointment": book_appointment,
    "privacy": privacy,
}
"""The function that returns a page's sections, by the key of the page. Those of services are in `pages_of`."""
ON_LOAD: dict[str, Any] = {}
"""The event handlers that run when a page is opened, by the key of the page; posts have the key ``blog``."""


def pages_of(gym: Gym) -> dict[str, Page]:
    """Return the functions of `PAGES` and of the services' pages."""
    services: dict[str, Page] = {key: partial(service, content) for key, content in gym.service_pages.items()}
    return PAGES | services | ({ONLINE: online_coaching} if gym.online else {})


def register(app: rx.App, site: Site) -> None:
    """Add to the app: all pages at their paths and aliases, the blog posts, and the 404 page."""
    gym, pages = site.gym, pages_of(site.gym)
    last_post = max((post.published for post in gym.posts), default=None)
    for route in gym.routes.values():
        changed = gym.search.pages[route.key].revised or gym.search.written
        if route.key == "blog":
            changed = last_post or changed
        _add(app, replace(site, page=route.key), route, pages[route.key], site.page_records[route.key], changed)
    for post in gym.posts:
        path, alias = gym.routes.post_path(post.id), gym.routes.post_alias(post.id)
        route = Route(post_key(post.id), path, alias, post.title)
        page, record = partial(blog_post, post), post_record(post)
        _add(app, replace(site, page="blog"), route, page, record, post.published, post)
    for path in ("404", "not-found"):  # /404 is prerendered from /not-found: see lean_reflex/build/built_pages.py
        head = missing_page_head(site)
        app.add_page(lambda: shell(not_found(site), site), route=path, context={"sitemap": None}, **head)
    if site.settings.env_mode == "dev":
        shown = partial(all_pictures, site, {key: pages[key] for key in gym.routes})
        app.add_page(lambda: shell(shown(), site), route="pictures", title="Pictures", context={"sitemap": None})
        app.add_page(
            lambda: shell(all_components(site), site), route="components", title="Components", context={"sitemap": None}
        )


def _add(
    app: rx.App, site: Site, route: Route, page: Page, record: PageRecord, changed: date, post: BlogPost | None = None
) -> None:
    """Add a page at its path and its alias. The sitemap lists the path, with the day on which the page ``changed``."""

    def shown() -> rx.Component:
        return shell(page(site), site, post)

    def redirect() -> rx.Component:
        return Redirect.create(path=route.path)

    head = page_head(head_of(record, site, post), record.page_slug, site)
    on_load = ON_LOAD.get(site.page or "")
    context = head.pop("context")
    listed: dict[str, Any] = {"sitemap": {"lastmod": changed.isoformat()}}
    if route.key == "blog" and site.gym.posts:
        listed["files"] = {FEED_PATH.strip("/"): atom_feed(site)}
    if route.key == "home":
        text = security_text(site.business, site.settings.address, site.gym.brand.now().date())
        listed["files"] = {SECURITY_PATH.strip("/"): text}
    app.add_page(shown, route=route.path, on_load=on_load, context=context | listed, **head)
    if route.alias:
        # In development an alias only redirects, because Reflex compiles all pages at each save.
        alias, loads = (redirect, None) if site.settings.env_mode == "dev" else (shown, on_load)
        app.add_page(alias, route=route.alias, on_load=loads, context=context | {"sitemap": None}, **head)
