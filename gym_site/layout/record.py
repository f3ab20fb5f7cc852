"""What a page's head says of its record, built in and refreshed: description, keywords, sharing tags, data."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.records import BusinessRecord, PageHead
from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BlogPost
from gym_site.routes import BUSINESS_RECORD_PATH, PAGE_RECORDS_PATH
from gym_site.seo.head import CARD_SIZE, card_url, keywords_text
from gym_site.seo.records import encoded, page_facts
from gym_site.settings import Settings


def data_place() -> rx.Component:
    """Return a place for structured data, filled in the built page alone (build/structured_data.py).

    React leaves the text as it finds it, and takes the element away with the page.
    """
    return rx.el.script("{}", type="application/ld+json", custom_attrs={"suppressHydrationWarning": True})


def page_head(
    record: PageRecord, path: str, business: Business, settings: Settings, *, post: BlogPost | None = None
) -> rx.Component:
    """Return the tags of a page that follow its record; ``path`` is the long one.

    The sharing tags follow the page's ``og:image``, which Reflex writes. The first place of structured data is in it.
    """
    facts = page_facts(record, business, settings)
    tags = {
        "og:image:width": str(CARD_SIZE[0]),
        "og:image:height": str(CARD_SIZE[1]),
        "og:url": settings.site_url + path,
        "og:type": "article" if post else "website",
        "og:locale": "en_CA",
        "twitter:card": "summary_large_image",
        "twitter:image": card_url(record.page_slug, settings),
    }
    if post:
        tags["article:published_time"] = post.published.isoformat()
    return PageHead.create(
        slug=record.page_slug,
        url=_url(PAGE_RECORDS_PATH + record.page_slug, settings),
        built=encoded(facts)[1],
        has_data=bool(facts["schema_markup"]),
        title=record.title,
        description=record.meta_description,
        keywords=keywords_text(record.keywords, record.local_keywords),
        site_name=business.name,
        tags=tags,
    )


def business_record(business: Business, settings: Settings) -> rx.Component:
    """Return what keeps the business's facts on a page up to date."""
    return BusinessRecord.create(url=_url(BUSINESS_RECORD_PATH, settings), built=encoded(business.facts())[1])


def _url(path: str, settings: Settings) -> str:
    """Return where a record is asked for; nothing where no server answers."""
    return settings.server_origin + path if settings.has_server else ""
