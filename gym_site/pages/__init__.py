"""One module per page, composition only; and which page stands at which path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import reflex as rx

from gym_site.content.business import BUSINESS, Business
from gym_site.content.navigation import NOT_FOUND
from gym_site.content.page_records import PAGE_RECORDS, PageRecord
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
from gym_site.routes import ROUTES, post_alias, post_path
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
            image=_card("home", settings),
            meta=[{"name": "robots", "content": "noindex"}],
            context={"sitemap": None},
        )


def _card(key: str, settings: Settings) -> str:
    return f"{settings.site_url}/images/card-{key}.jpg"


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
    loads = [live.PageRecord.load(said.page_slug)]
    if said.page_slug == "home":
        loads.append(live.BusinessRecord.load())
    app.add_page(
        lambda: rx.fragment(record_head.record_tags(said), page(record, settings)),
        route=path,
        title=record_head.title(said),
        description=record_head.description(said),
        image=_card(said.page_slug, settings),
        meta=sharing_meta(said.title, said.meta_description, long_path, record or BUSINESS, settings),
        on_load=loads,
        context={"sitemap": {} if path == long_path else None},
    )


def _add_post(app: rx.App, path: str, post: BlogPost, record: Business | None, settings: Settings) -> None:
    app.add_page(
        lambda: blog_post(post, record, settings),
        route=path,
        title=post.title,
        description=post.description,
        image=_card(f"post-{post.id}", settings),
        meta=sharing_meta(post.title, post.description, post_path(post.id), record or BUSINESS, settings),
        context={"sitemap": {} if path == post_path(post.id) else None},
    )
