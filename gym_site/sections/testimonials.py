"""The rating, with a link to the Google reviews (spec section 2)."""

from __future__ import annotations

import reflex as rx

from gym_site.components.icon import icon
from gym_site.components.link import site_link
from gym_site.components.stats import stat_row
from gym_site.content.home import TestimonialsWords
from gym_site.settings import Settings


def testimonials(words: TestimonialsWords, settings: Settings) -> rx.Component:
    """Return the Google reviews panel, a link to the transformation gallery and the figures."""
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2(words.title, id="testimonials-title"),
                rx.el.p(words.text, class_name="lead"),
                rx.el.div(
                    site_link(words.reviews, settings, look="ember"),
                    site_link(words.gallery, settings, look="line"),
                    class_name="button-row",
                ),
            ),
            rx.el.div(
                rx.el.p(words.rating, class_name="rating-figure", aria_hidden=True),
                rx.el.p(*(icon("star") for _ in range(5)), class_name="rating-stars", aria_hidden=True),
                rx.el.p(words.rating_label, class_name="quiet"),
                class_name="rating",
            ),
            stat_row(words.stats),
            class_name="frame testimonials-body",
        ),
        id="testimonials",
        class_name="section testimonials",
        aria_labelledby="testimonials-title",
    )
