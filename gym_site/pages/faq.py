"""The FAQ page (spec section 2)."""

import re
from itertools import groupby

import reflex as rx

from gym_site.browser.state import script
from gym_site.components.contact import with_contacts
from gym_site.components.link import PlainLink
from gym_site.components.section import list_section, section
from gym_site.content.faq import FAQ, FAQ_WORDS
from gym_site.content.opening import as_built
from gym_site.routes import url_for
from gym_site.sections.page_head import page_head
from gym_site.sections.questions import accordion
from gym_site.site import Site

_WORDS = FAQ_WORDS


def _slug(category: str) -> str:
    return re.sub(r"[^a-z]+", "-", category.lower()).strip("-")


def _filter() -> tuple[rx.Component, ...]:
    """Return a find-as-you-type filter over the list after it; without JavaScript the whole list stays."""
    count = _WORDS.count.replace("{total}", str(len(FAQ)))
    none = f"{_WORDS.no_match}. {_WORDS.no_match_text}"
    return (
        rx.el.label(
            rx.el.span(_WORDS.filter_label),
            rx.el.input(
                type="search",
                placeholder=_WORDS.filter_hint,
                auto_complete="off",
                custom_attrs={"onInput": script("filter", "filterList")},
            ),
            class_name="filter",
        ),
        rx.el.p(role="status", class_name="filter-count", custom_attrs={"data-count": count, "data-none": none}),
    )


def faq(site: Site) -> tuple[rx.Component, ...]:
    """Return the page: the categories with their questions, a single answer open in each."""
    groups = [
        (category, list(items))
        for category, items in groupby(as_built(FAQ, site.settings), key=lambda item: item.category)
    ]
    categories = (rx.el.li(PlainLink.create(category, href=f"#{_slug(category)}")) for category, _ in groups)
    questions = (
        rx.el.section(
            rx.el.h2(category, id=_slug(category)),
            accordion(items, name=f"faq-{_slug(category)}"),
            aria_labelledby=_slug(category),
            class_name="faq-group",
        )
        for category, items in groups
    )
    return (
        page_head(_WORDS.title, _WORDS.intro),
        list_section(
            _WORDS.title,
            rx.el.nav(rx.el.ul(*categories), aria_label=_WORDS.categories_label, class_name="faq-categories"),
            rx.el.div(*_filter(), rx.el.div(*questions), class_name="faq-list"),
            frame="faq-body",
        ),
        section(
            "more",
            rx.el.h2(_WORDS.more_title, id="more-title"),
            rx.el.p(*with_contacts(_WORDS.more_text, site.business), class_name="lead"),
            rx.el.a(_WORDS.more_call, href=url_for("home", "contact"), class_name="button button-ember"),
            look="section paper",
            frame="call-out",
        ),
    )
