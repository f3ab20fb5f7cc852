"""The ``head`` of a page (spec section 4): title, description, keywords, canonical URL, sharing, structured data."""

from typing import Any
from urllib.parse import quote

import reflex as rx

from gym_site.brand import BRAND
from gym_site.content.navigation import NOT_FOUND
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BLOG_WORDS, BlogPost
from gym_site.routes import FEED_PATH, PAGE_RECORDS_PATH, card_path, post_path, public_path, url_for
from gym_site.seo.breadcrumbs import trail
from gym_site.seo.feed import MEDIA_TYPE
from gym_site.seo.records import encoded, json_ld, page_facts, record_url
from gym_site.seo.structured_data import breadcrumb_data
from gym_site.settings import ROOT
from gym_site.site import Site


class PageHead(rx.Component):
    """Renders the page's meta tags and structured data. Updates them and the title from the page's record."""

    library, tag = rx.asset("scripts/records.js").importable_path, "PageHead"
    slug: rx.Var[str]
    url: rx.Var[str]  # the URL of the record
    built: rx.Var[str]  # the version of the record at build
    has_data: rx.Var[bool]  # whether that version has structured data
    facts: rx.Var[dict[str, str]]  # the texts of that version
    tags: rx.Var[dict[str, str]]  # the content of each meta element by its name, with blanks such as ``{title}``


def page_head(record: PageRecord, site: Site, *, post: BlogPost | None = None) -> dict[str, Any]:
    """Return a page's head as arguments of `reflex.App.add_page`. ``post`` is the page's blog post, if it has one.

    The head has placeholders for structured data. `lean_reflex.build.built_pages` replaces them with the texts that are
    in the argument ``context``.
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
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:url": site.settings.address + path,
        "og:type": "article" if post else "website",
        "og:locale": "en_CA",
        "twitter:card": "summary_large_image",
        "twitter:image": site.settings.address + card_path(record.page_slug),
    } | ({"article:published_time": post.published.isoformat()} if post else {})
    kept = {"suppressHydrationWarning": True}
    return {
        "title": record.title,
        "image": site.settings.address + card_path(record.page_slug),
        "meta": [
            rx.el.link(rel="canonical", href=site.settings.address + path),
            PageHead.create(
                slug=record.page_slug,
                url=record_url(PAGE_RECORDS_PATH + record.page_slug, site.settings),
                built=encoded(facts)[1],
                has_data=bool(facts["schema_markup"]),
                facts={name: facts[name] for name in ("title", "description", "keywords")}
                | {"name": site.business.name},
                tags=tags,
            ),
            # The placeholder for the breadcrumbs. React keeps the text that the build puts there.
            *([rx.el.script("{}", type="application/ld+json", custom_attrs=kept)] if crumbs else []),
        ],
        "context": {"structured_data": [json_ld(document) for document in data if document]},
    }


def missing_page_head(site: Site) -> dict[str, Any]:
    """Return the head of the 404 page."""
    return {
        "title": NOT_FOUND.title,
        "description": NOT_FOUND.text,
        "image": site.settings.address + card_path("home"),
        "meta": [{"name": "robots", "content": "noindex"}],
    }


def common_head(site: Site) -> list[rx.Component]:
    """Return the part of the head that all pages share: theme colour, icon, feed, and preloads of the fonts.

    The icon is a data URL: if a page has no icon, browsers fetch ``/favicon.ico`` in the middle of the first paint.
    """
    fonts = sorted(path.name for path in (ROOT / "assets" / "fonts").glob("*.woff2"))
    preloaded = {"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"}
    feeds = [site.business.fill(BLOG_WORDS.feed_title)] if BLOG_WORDS else []
    return [
        rx.el.meta(name="theme-color", content=BRAND.colours.ink),
        rx.el.link(rel="icon", type="image/svg+xml", href=f"data:image/svg+xml,{quote(BRAND.icon(), safe='/:=,')}"),
        *(
            rx.el.link(rel="alternate", type=MEDIA_TYPE, href=public_path(FEED_PATH), custom_attrs={"title": title})
            for title in feeds
        ),
        *(rx.el.link(rel="preload", href=public_path(f"/fonts/{name}"), custom_attrs=preloaded) for name in fonts),
    ]
