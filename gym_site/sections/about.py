"""The section about the gym: its story, reasons to join, and a photo tour (spec sections 1 and 2)."""

import reflex as rx

from gym_site.components.section import section, spaced
from gym_site.components.stats import stat_row
from gym_site.sections.tour import tour
from gym_site.site import Site
from gym_site.text import unbroken


def about(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one."""
    words, tour_words = site.gym.home.about, site.gym.facility.tour
    if words is None:
        return None
    reasons = (rx.el.li(*spaced(rx.el.h4(reason.title), rx.el.p(reason.text))) for reason in words.reasons)
    return section(
        "about",
        rx.el.div(*(rx.el.p(unbroken(text)) for text in words.paragraphs), class_name="about-text"),
        stat_row(words.stats, class_name="about-stats"),
        rx.el.div(rx.el.h3(words.reasons_title), rx.el.ul(*reasons, class_name="brief-list"), class_name="reasons"),
        title=words.title,
        look="section coal about",
        frame="about-body",
        below=[tour(site, tour_words)] if tour_words else [],
    )
