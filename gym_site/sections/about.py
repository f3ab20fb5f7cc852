"""The section about the gym: its story, reasons to join, and a photo tour (spec sections 1 and 2)."""

import reflex as rx

from gym_site.components.section import section, spaced
from gym_site.components.stats import stat_row
from gym_site.content.facility import TOUR_WORDS
from gym_site.content.home import ABOUT
from gym_site.sections.tour import tour
from gym_site.text import unbroken


def about() -> rx.Component | None:
    """Return the section, if the gym has one."""
    if ABOUT is None:
        return None
    reasons = (rx.el.li(*spaced(rx.el.h4(reason.title), rx.el.p(reason.text))) for reason in ABOUT.reasons)
    return section(
        "about",
        rx.el.div(*(rx.el.p(unbroken(text)) for text in ABOUT.paragraphs), class_name="about-text"),
        stat_row(ABOUT.stats, class_name="about-stats"),
        rx.el.div(rx.el.h3(ABOUT.reasons_title), rx.el.ul(*reasons, class_name="brief-list"), class_name="reasons"),
        title=ABOUT.title,
        look="section coal about",
        frame="about-body",
        below=[tour(TOUR_WORDS)] if TOUR_WORDS else [],
    )
