"""About the gym: its story, reasons to join, and a photo tour (spec sections 1 and 2)."""

from collections.abc import Sequence

import reflex as rx

from gym_site.components.dated import dated
from gym_site.components.lightbox import lightbox
from gym_site.components.section import section_heading
from gym_site.components.stats import stat_row
from gym_site.content.gallery import GalleryImage, GalleryWords, ViewerWords
from gym_site.content.home import AboutWords


def about(
    words: AboutWords, tour_words: GalleryWords, tour: Sequence[GalleryImage], viewer: ViewerWords
) -> rx.Component:
    """Return the section; the tour's photos open in a lightbox."""
    reasons = (rx.el.li(rx.el.strong(reason.title), rx.el.span(reason.text)) for reason in words.reasons)
    return rx.el.section(
        rx.el.div(
            section_heading(words.title, id="about-title"),
            rx.el.div(*(rx.el.p(*dated(text)) for text in words.paragraphs), class_name="about-text"),
            stat_row(words.stats, class_name="about-stats"),
            rx.el.div(
                rx.el.h3(words.reasons_title), rx.el.ul(*reasons, class_name="reason-list"), class_name="reasons"
            ),
            class_name="frame about-body",
        ),
        rx.el.div(
            rx.el.div(
                rx.el.h3(tour_words.title), rx.el.p(tour_words.intro, class_name="quiet"), class_name="tour-heading"
            ),
            lightbox("tour", tour, viewer, label=tour_words.title),
            rx.el.p(tour_words.note, class_name="fine-print"),
            class_name="frame tour",
        ),
        id="about",
        class_name="section coal about",
        aria_labelledby="about-title",
    )
