"""The ``head`` of a page (spec section 4): title, description, keywords, canonical URL, sharing, structured data."""

from typing import Any
from urllib.parse import quote

import reflex as rx

from gym_site.routes import FEED_PATH, PAGE_RECORDS_PATH, card_path
from gym_site.seo.feed import MEDIA_TYPE
from gym_site.seo.head import Head
from gym_site.seo.records import record_url
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


def page_head(head: Head, slug: str, site: Site) -> dict[str, Any]:
    """Return the head of the page ``slug`` as arguments of `reflex.App.add_page`.

    Its placeholders for structured data are replaced by the texts in ``context`` (`lean_reflex.build.built_pages`).
    """
    kept = {"suppressHydrationWarning": True}
    return {
        "title": head.title,
        "image": head.image,
        "meta": [
            rx.el.link(rel="canonical", href=head.address),
            PageHead.create(
                slug=slug,
                url=record_url(PAGE_RECORDS_PATH + slug, site.settings),
                built=head.version,
                has_data=head.describes_page,
                facts=head.facts,
                tags=head.tags,
            ),
            # The placeholder for the breadcrumbs. React keeps the text that the build puts there.
            *([rx.el.script("{}", type="application/ld+json", custom_attrs=kept)] if head.has_breadcrumbs else []),
        ],
        "context": {"structured_data": list(head.documents)},
    }


def missing_page_head(site: Site) -> dict[str, Any]:
    """Return the head of the 404 page."""
    return {
        "title": site.gym.site.not_found.title,
        "description": site.gym.site.not_found.text,
        "image": site.settings.address + card_path("home"),
        "meta": [{"name": "robots", "content": "noindex"}],
    }


def common_head(site: Site) -> list[rx.Component]:
    """Return the part of the head that all pages share: theme colour, icon, feed, and preloads of the fonts.

    The icon is a data URL: if a page has no icon, browsers fetch ``/favicon.ico`` in the middle of the first paint. Its
    quotes and brackets are those of the style sheets' icons, so that it compresses.
    """
    brand, blog, public_path = site.gym.brand, site.gym.blog, site.settings.public_path
    icon = quote(brand.icon().replace('"', "'"), safe="/:=,'").replace("%3C", "%3c").replace("%3E", "%3e")
    fonts = sorted(path.name for path in (ROOT / "assets" / "fonts").glob("*.woff2"))
    preloaded = {"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"}
    feeds = [site.business.fill(blog.words.feed_title)] if blog and site.gym.posts else []
    return [
        rx.el.meta(name="theme-color", content=brand.colours.ink),
        rx.el.link(rel="icon", type="image/svg+xml", href=f"data:image/svg+xml,{icon}"),
        *(
            rx.el.link(rel="alternate", type=MEDIA_TYPE, href=public_path(FEED_PATH), custom_attrs={"title": title})
            for title in feeds
        ),
        *(rx.el.link(rel="preload", href=public_path(f"/fonts/{name}"), custom_attrs=preloaded) for name in fonts),
    ]
