"""One picture at a time, with dots (spec section 4: wrap-around, a 500 ms slide)."""

from __future__ import annotations

from collections.abc import Sequence

import reflex as rx

from gym_site.browser.carousel import Carousel, CarouselFrame
from gym_site.components.icon import icon
from gym_site.components.picture import picture
from gym_site.content.facility import CarouselWords
from gym_site.content.gallery import GalleryImage


def slideshow(
    state: Carousel, images: Sequence[GalleryImage], words: CarouselWords, *, dot: str, sizes: str
) -> rx.Component:
    """Return the pictures; ``dot`` names a dot's button, with ``{n}`` and ``{caption}``.

    CSS moves the row by ``data-index``, so there must be no more slides than it knows positions: six.
    Without JavaScript the row scrolls.
    """
    number = (state.index + 1).to_string()
    before, after = words.position.replace("{total}", str(len(images))).split("{n}")
    return CarouselFrame.create(
        rx.el.div(
            rx.el.div(
                *(
                    rx.el.figure(
                        picture(image.picture, sizes=sizes),
                        rx.el.figcaption(image.caption),
                        aria_hidden=state.index != position,
                    )
                    for position, image in enumerate(images)
                ),
                class_name="slideshow-row",
                custom_attrs={"data-index": state.index},
            ),
            class_name="slideshow-window",
        ),
        rx.el.div(
            rx.el.button(
                icon("chevron-left"), type="button", class_name="round-button", aria_label=words.previous,
                on_click=state.previous(),
            ),
            rx.el.div(
                *(
                    rx.el.button(
                        type="button",
                        class_name="dot",
                        aria_label=dot.replace("{n}", str(position + 1)).replace("{caption}", image.caption),
                        aria_current=rx.cond(state.index == position, "true", "false"),
                        on_click=state.go_to(position),
                    )
                    for position, image in enumerate(images)
                ),
                class_name="dots",
            ),
            rx.el.button(
                icon("chevron-right"), type="button", class_name="round-button", aria_label=words.next,
                on_click=state.next(),
            ),
            class_name="carousel-controls",
        ),
        rx.el.p(before, number, after, class_name="visually-hidden", aria_live="polite"),
        on_previous=state.previous(),
        on_next=state.next(),
        swipe=True,
        class_name="carousel slideshow",
        custom_attrs={"role": "region", "aria-roledescription": "carousel", "aria-label": words.name},
    )  # fmt: skip
