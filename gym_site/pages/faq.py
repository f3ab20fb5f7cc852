"""The FAQ page (spec section 2)."""

import re

import reflex as rx

from gym_site.components.contact import with_contacts
from gym_site.components.link import PlainLink
from gym_site.components.section import list_section, section
from gym_site.sections.page_head import print_head
from gym_site.sections.questions import accordion
from gym_site.site import Site
from gym_site.text import fill
from lean_reflex.browser.state import script


def _slug(category: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", category.lower()).strip("-")


def faq(site: Site) -> tuple[rx.Component, ...]:
    """Return the page. Each category has at most one open answer. Without JavaScript the filter has no effect."""
    page, words = site.gym.faq, site.gym.faq.words
    by_category = {name: [item for item in page.questions if item.category == name] for name in page.categories}
    groups = [(category, _slug(category), items) for category, items in by_category.items() if items]
    categories = (rx.el.li(PlainLink.create(category, href=f"#{slug}")) for category, slug, _ in groups)
    questions = (
        rx.el.section(
            rx.el.h2(category, id=slug),
            accordion(items, name=f"faq-{slug}"),
            aria_labelledby=slug,
            class_name="faq-group",
        )
        for category, slug, items in groups
    )
    search = rx.el.input(
        type="search",
        placeholder=words.filter_hint,
        auto_complete="off",
        custom_attrs={"ref": script("filter", "filter")},
    )
    count = fill(words.count, total=len(page.questions), n="{n}")  # assets/scripts/filter.js replaces {n}
    none = f"{words.no_match}. {words.no_match_text}"
    return (
        print_head(site, words.title, words.intro, words.head_picture),
        list_section(
            words.title,
            rx.el.nav(rx.el.ul(*categories), aria_label=words.categories_label, class_name="faq-categories"),
            rx.el.div(
                rx.el.label(rx.el.span(words.filter_label), search, class_name="filter"),
                rx.el.p(
                    role="status", class_name="filter-count", custom_attrs={"data-count": count, "data-none": none}
                ),
                rx.el.div(*questions),
                class_name="faq-list",
            ),
            frame="faq-body",
        ),
        section(
            "more",
            rx.el.p(*with_contacts(words.more_text, site), class_name="lead"),
            rx.el.a(words.more_call, href=site.routes.url_for("home", "contact"), class_name="button button-ember"),
            title=words.more_title,
            look="section paper",
            frame="call-out",
        ),
    )
