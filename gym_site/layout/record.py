"""A page's record in its head: title, description, keywords and structured data, built in and refreshed."""

from __future__ import annotations

import reflex as rx

from gym_site.content.page_records import PageRecord as BuiltRecord
from gym_site.seo.head import json_ld, keywords_text
from gym_site.state.records import PageRecord


def _is_fresh(slug: str) -> rx.Var[bool]:
    return PageRecord.slug == slug


def title(built: BuiltRecord) -> rx.Var[str]:
    """Return the page's title."""
    return rx.cond(_is_fresh(built.page_slug), PageRecord.title, built.title)


def description(built: BuiltRecord) -> rx.Var[str]:
    """Return the page's description."""
    return rx.cond(_is_fresh(built.page_slug), PageRecord.description, built.meta_description)


def record_tags(built: BuiltRecord) -> rx.Component:
    """Return the keywords tag and the structured data; each only where there is something to say."""
    keywords = keywords_text(built.keywords, built.local_keywords)
    data = json_ld(getattr(built, "schema_markup", None))
    return rx.cond(
        _is_fresh(built.page_slug),
        rx.fragment(
            rx.cond(PageRecord.keywords != "", rx.el.meta(name="keywords", content=PageRecord.keywords)),
            rx.cond(
                PageRecord.structured_data != "",
                rx.el.script(PageRecord.structured_data, type="application/ld+json"),
            ),
        ),
        rx.fragment(
            rx.el.meta(name="keywords", content=keywords) if keywords else None,
            rx.el.script(data, type="application/ld+json") if data else None,
        ),
    )
