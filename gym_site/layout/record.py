"""A page's record: title, description, keywords and structured data, built in and refreshed."""

from __future__ import annotations

import reflex as rx

from gym_site.content.page_records import PageRecord as BuiltRecord
from gym_site.seo.head import keywords_text
from gym_site.state.records import PageRecord


def _is_fresh(slug: str) -> rx.Var[bool]:
    return rx.Var.create(PageRecord.slug) == slug


def title(built: BuiltRecord) -> rx.Var[str]:
    """Return the page's title."""
    return rx.cond(_is_fresh(built.page_slug), PageRecord.title, built.title)


def description(built: BuiltRecord) -> rx.Var[str]:
    """Return the page's description."""
    return rx.cond(_is_fresh(built.page_slug), PageRecord.description, built.meta_description)


def data_place() -> rx.Component:
    """Return a place for structured data, filled in the built page alone (build/structured_data.py).

    React leaves the text as it finds it, and takes the element away with the page.
    """
    return rx.el.script("{}", type="application/ld+json", custom_attrs={"suppressHydrationWarning": True})


def record_tags(built: BuiltRecord, *, has_data: bool) -> rx.Component:
    """Return the keywords tag and the structured data; each only where there is something to say.

    ``has_data`` where the built page has some, the record's or the content's: a newer record's takes its place.
    """
    keywords = keywords_text(built.keywords, built.local_keywords)
    newer_data = _is_fresh(built.page_slug) & (PageRecord.structured_data != "")
    return rx.fragment(
        rx.cond(
            _is_fresh(built.page_slug),
            rx.cond(PageRecord.keywords != "", rx.el.meta(name="keywords", content=PageRecord.keywords)),
            rx.el.meta(name="keywords", content=keywords) if keywords else None,
        ),
        rx.cond(
            newer_data,
            rx.el.script(PageRecord.structured_data, type="application/ld+json"),
            data_place() if has_data else None,
        ),
    )
