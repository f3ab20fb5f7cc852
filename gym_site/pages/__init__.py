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
from gym_site.layout import record as record_head
from gym_site.layout.shell import sharing_meta
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
from gym_site.seo.robots import robots_txt
from gym_site.seo.structured_data import breadcrumb_data, page_data, post_data
from gym_site.settings import Settings
from gym_site.state import records as live

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
    for route in ROUTES:
        said = page_records[route.key] or PAGE_RECORDS[route.key]
        for path in filter(None, (route.path, route.alias)):
            _add_page(app, path, PAGES[route.key], said, record, settings, long_path=route.path)
    for post in POSTS:
        for path in (post_path(post.id), post_alias(post.id)):
            _add_post(app, path, post, record, settings)
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
    page: Page,
    said: PageRecord,
    record: Business | None,
    settings: Settings,
    *,
    long_path: str,
) -> None:
    business = record or BUSINESS
    way = trail(said.page_slug)
    data = [getattr(said, "schema_markup", None) or page_data(said.page_slug, business, settings)]
    has_data = bool(data[0])
    data += [breadcrumb_data(way, settings)] if way else []
    loads = [live.PageRecord.load(said.page_slug)]
    if said.page_slug == "home":
        loads.append(live.BusinessRecord.load())
    app.add_page(
        lambda: rx.fragment(
            record_head.record_tags(said, has_data=has_data),
            record_head.data_place() if way else None,
            page(record, settings),
        ),
        route=path,
        title=record_head.title(said),
        description=record_head.description(said),
        image=card_url(said.page_slug, settings),
        meta=sharing_meta(said.page_slug, said.title, said.meta_description, long_path, business, settings),
        on_load=loads,
        context={
            "sitemap": {"lastmod": _last_changed(said.page_slug).isoformat()} if path == long_path else None,
            "structured_data": [json_ld(one) for one in data if one],
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


def _add_post(app: rx.App, path: str, post: BlogPost, record: Business | None, settings: Settings) -> None:
    business = record or BUSINESS
    data = [post_data(post, business, settings), breadcrumb_data(trail("blog", post), settings)]
    app.add_page(
        lambda: rx.fragment(*(record_head.data_place() for _ in data), blog_post(post, record, settings)),
        route=path,
        title=post.title,
        description=post.description,
        image=card_url(f"post-{post.id}", settings),
        meta=sharing_meta(
            f"post-{post.id}", post.title, post.description, post_path(post.id), business, settings, post=post
        ),
        context={
            "sitemap": {"lastmod": post.published.isoformat()} if path == post_path(post.id) else None,
            "structured_data": [json_ld(one) for one in data],
        },
    )
