"""The section about the gym: its story, reasons to join, and a photo tour (spec sections 1 and 2)."""

import reflex as rx

from gym_site.components.dated import dated
from gym_site.components.section import section
from gym_site.components.stats import stat_row
from gym_site.content.facility import TOUR_WORDS
from gym_site.content.home import ABOUT
from gym_site.content.opening import as_built
from gym_site.sections.tour import tour
from gym_site.site import Site


def about(site: Site) -> rx.Component | None:
    """Return the section, if the gym has one."""
    if ABOUT is None:
        return None
    words = as_built(ABOUT, site.settings)
    reasons = (rx.el.li(rx.el.h4(reason.title), rx.el.p(reason.text)) for reason in words.reasons)
    return section(
        "about",
        rx.el.div(*(rx.el.p(*dated(text)) for text in words.paragraphs), class_name="about-text"),
        stat_row(words.stats, class_name="about-stats"),
        rx.el.div(rx.el.h3(words.reasons_title), rx.el.ul(*reasons, class_name="ruled-list"), class_name="reasons"),
        title=words.title,
        look="section coal about",
        frame="about-body",
        below=[tour(TOUR_WORDS)] if TOUR_WORDS else [],
    )
