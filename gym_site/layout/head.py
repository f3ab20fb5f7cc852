"""A page's whole head (spec section 4): title, description, canonical address, sharing, keywords, structured data."""

from typing import Any

import reflex as rx

from gym_site.content.breadcrumbs import trail
from gym_site.content.navigation import NOT_FOUND
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BLOG_WORDS, BlogPost
from gym_site.routes import FEED_PATH, PAGE_RECORDS_PATH, post_path, url_for
from gym_site.seo.feed import MEDIA_TYPE
from gym_site.seo.head import CARD_SIZE, card_url, json_ld
from gym_site.seo.records import encoded, page_facts, record_url
from gym_site.seo.structured_data import breadcrumb_data
from gym_site.settings import ROOT
from gym_site.site import Site


class PageHead(rx.Component):
    """The tags of a page's record in the document's head, and the place of its structured data where it ``has_data``.

    It asks ``url`` for the record; ``built`` is the version that the page was built with, ``facts`` is what it says.
    ``tags`` are meta elements' contents by name, with blanks such as ``{title}``. The page's title is
    Reflex's, and set anew where the record's is another.
    """

    library, tag = rx.asset("scripts/records.js").importable_path, "PageHead"
    slug: rx.Var[str]
    url: rx.Var[str]
    built: rx.Var[str]
    has_data: rx.Var[bool]
    facts: rx.Var[dict[str, str]]
    tags: rx.Var[dict[str, str]]


def page_head(record: PageRecord, site: Site, *, post: BlogPost | None = None) -> dict[str, Any]:
    """Return a page's head as arguments of `reflex.App.add_page`; ``post`` is the blog post whose page it is.

    Tags that depend on the page's record are refreshed in the browser when staff change it. Structured data is only in
    the built page: build/page_context.py fills the placeholders from ``context``.
    """
    path = post_path(post.id) if post else url_for(record.page_slug)
    facts = page_facts(record, site.business, site.settings)
    crumbs = trail("blog" if post else record.page_slug, post)
    data = [facts["schema_markup"], breadcrumb_data(crumbs, site.settings) if crumbs else None]
    tags = {
        "description": "{description}",
        "keywords": "{keywords}",
        "og:title": "{title}",
        "og:description": "{description}",
        "og:image:alt": "{title}",
        "og:site_name": "{name}",
        "twitter:title": "{title}",
        "twitter:description": "{description}",
        "twitter:image:alt": "{title}",
        "og:image:width": str(CARD_SIZE[0]),
        "og:image:height": str(CARD_SIZE[1]),
        "og:url": site.settings.site_url + path,
        "og:type": "article" if post else "website",
        "og:locale": "en_CA",
        "twitter:card": "summary_large_image",
        "twitter:image": card_url(record.page_slug, site.settings),
    } | ({"article:published_time": post.published.isoformat()} if post else {})
    return {
        "title": record.title,
        "image": card_url(record.page_slug, site.settings),
        "meta": [
            rx.el.link(rel="canonical", href=site.settings.site_url + path),
            PageHead.create(
                slug=record.page_slug,
                url=record_url(PAGE_RECORDS_PATH + record.page_slug, site.settings),
                built=encoded(facts)[1],
                has_data=bool(facts["schema_markup"]),
                facts={name: facts[name] for name in ("title", "description", "keywords")}
                | {"name": site.business.name},
                tags=tags,
            ),
            *([_data_placeholder()] if crumbs else []),
        ],
        "context": {"structured_data": [json_ld(document) for document in data if document]},
    }


def missing_page_head(site: Site) -> dict[str, Any]:
    """Return the head of the 404 page."""
    return {
        "title": NOT_FOUND.title,
        "description": NOT_FOUND.text,
        "image": card_url("home", site.settings),
        "meta": [{"name": "robots", "content": "noindex"}],
    }


def common_head(site: Site) -> list[rx.Component]:
    """Return the common part of every page's head: icons, theme colour, feed, and preloads of the fonts."""
    fonts = sorted(path.name for path in (ROOT / "assets" / "fonts").glob("*.woff2"))
    return [
        rx.el.meta(name="theme-color", content="#0b0c0e"),
        rx.el.link(rel="icon", href="/favicon.ico", custom_attrs={"sizes": "32x32"}),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href="/apple-touch-icon.png"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        rx.el.link(
            rel="alternate",
            type=MEDIA_TYPE,
            href=FEED_PATH,
            custom_attrs={"title": BLOG_WORDS.feed_title.replace("{name}", site.business.name)},
        ),
        *(
            rx.el.link(
                rel="preload",
                href=f"/fonts/{name}",
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for name in fonts
        ),
    ]


def _data_placeholder() -> rx.Component:
    """Return a placeholder for structured data: React keeps its text, and removes it with the page."""
    return rx.el.script("{}", type="application/ld+json", custom_attrs={"suppressHydrationWarning": True})
