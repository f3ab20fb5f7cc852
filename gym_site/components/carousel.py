"""A row of slides for finger, wheel, buttons and arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.browser.carousel import Carousel, SnapCarousel
from gym_site.components.icon import icon
from gym_site.content.facility import CarouselWords


def carousel(state: Carousel, slides: Sequence[rx.Component], words: CarouselWords) -> rx.Component:
    """Return the slides with their buttons. How many are in view is CSS's affair.

    The track scrolls natively and is a tab stop; the position is announced when it changes.
    """
    number = (state.index + 1).to_string()
    before, after = words.position.replace("{total}", str(len(slides))).split("{n}")
    return SnapCarousel.create(
        rx.el.div(
            *slides,
            class_name="carousel-track",
            custom_attrs={"tabIndex": 0, "role": "group", "aria-label": words.name},
        ),
        rx.el.div(
            rx.el.button(
                icon("chevron-left"), type="button", class_name="round-button", aria_label=words.previous,
                custom_attrs={"data-step": -1},
            ),
            rx.el.p(before, number, after, class_name="carousel-position", aria_live="polite"),
            rx.el.button(
                icon("chevron-right"), type="button", class_name="round-button", aria_label=words.next,
                custom_attrs={"data-step": 1},
            ),
            class_name="carousel-controls",
        ),
        index=state.index,
        on_index=state.setter("index"),
        class_name="carousel",
        custom_attrs={"role": "region", "aria-roledescription": "carousel", "aria-label": words.name},
    )  # fmt: skip
