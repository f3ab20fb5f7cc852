"""One module per page, composition only; and which page stands at which path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

import reflex as rx

from gym_site.content.breadcrumbs import trail
from gym_site.content.business import BUSINESS, Business
from gym_site.content.navigation import NOT_FOUND
from gym_site.content.page_records import PAGE_RECORDS, PageRecord, revised
from gym_site.content.posts import POSTS, BlogPost
from gym_site.content.service_pages import SERVICE_PAGES
from gym_site.layout.record import data_place, page_head
from gym_site.pages.before_after import before_after
from gym_site.pages.blog import blog
from gym_site.pages.blog_post import blog_post
from gym_site.pages.book_appointment import book_appointment
from gym_site.pages.consultation import consultation
from gym_site.pages.facility_expansion import facility_expansion
from gym_site.pages.faq import faq
from gym_site.pages.home import home
from gym_site.pages.not_found import not_found
from gym_site.pages.online_coaching import online_coaching
from gym_site.pages.privacy import privacy
from gym_site.pages.service import service
from gym_site.pages.trainers import trainers
from gym_site.routes import FEED_PATH, ROUTES, post_alias, post_path
from gym_site.seo.feed import atom_feed
from gym_site.seo.head import card_url, json_ld
from gym_site.seo.records import POST_RECORDS, page_facts, post_key
from gym_site.seo.robots import robots_txt
from gym_site.seo.structured_data import breadcrumb_data
from gym_site.settings import Settings

Page = Callable[[Business | None, Settings], rx.Component]

PAGES: dict[str, Page] = {
    "home": home,
    **{key: partial(service, content) for key, content in SERVICE_PAGES.items()},
    "online-coaching": online_coaching,
    "before-after": before_after,
    "facility-expansion": facility_expansion,
    "trainers": trainers,
    "consultation": consultation,
    "blog": blog,
    "faq": faq,
    "book-appointment": book_appointment,
    "privacy": privacy,
}


def register(
    app: rx.App, record: Business | None, page_records: Mapping[str, PageRecord | None], settings: Settings
) -> None:
    """Give the app every page on its long path and its alias, the posts, and the 404 page."""
    business = record or BUSINESS
    for route in ROUTES:
        page = partial(PAGES[route.key], record, settings)
        described = page_records[route.key] or PAGE_RECORDS[route.key]
        for path in filter(None, (route.path, route.alias)):
            _add_page(
                app, path, page, described, business, settings, long_path=route.path, changed=_last_changed(route.key)
            )
    for post in POSTS:
        page, described = partial(blog_post, post, record, settings), POST_RECORDS[post_key(post)]
        for path in (post_path(post.id), post_alias(post.id)):
            _add_page(
                app, path, page, described, business, settings,
                long_path=post_path(post.id), changed=post.published, post=post,
            )  # fmt: skip
    for path in ("404", "not-found"):  # the second is what the first is prerendered from: see build/not_found.py
        app.add_page(
            lambda: not_found(record, settings),
            route=path,
            title=NOT_FOUND.title,
            description=NOT_FOUND.text,
            image=card_url("home", settings),
            meta=[{"name": "robots", "content": "noindex"}],
            context={"sitemap": None},
        )


def _add_page(
    app: rx.App,
    path: str,
    page: Callable[[], rx.Component],
    record: PageRecord,
    business: Business,
    settings: Settings,
    *,
    long_path: str,
    changed: date,
    post: BlogPost | None = None,
) -> None:
    """Add a page on one of its paths. ``changed`` is the day for the sitemap, ``post`` the one whose page it is."""
    crumbs = trail("blog" if post else record.page_slug, post)
    data = [
        page_facts(record, business, settings)["schema_markup"],
        breadcrumb_data(crumbs, settings) if crumbs else None,
    ]
    app.add_page(
        lambda: page(),
        route=path,
        title=record.title,
        image=card_url(record.page_slug, settings),
        meta=[page_head(record, long_path, business, settings, post=post), *([data_place()] if crumbs else [])],
        context={
            "sitemap": {"lastmod": changed.isoformat()} if path == long_path else None,
            "structured_data": [json_ld(document) for document in data if document],
            "files": _files(business, settings) if path == "/" else {},
        },
    )


def _last_changed(key: str) -> date:
    return max(post.published for post in POSTS) if key == "blog" else revised(key)


def _files(business: Business, settings: Settings) -> dict[str, str]:
    return {
        "robots.txt": robots_txt(settings.site_url),
        FEED_PATH.strip("/"): atom_feed(POSTS, business, settings.site_url),
    }
