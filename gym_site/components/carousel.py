"""Rows of pictures, several in view or one at a time, moved by touch, wheel, buttons or arrow keys (spec section 4)."""

from collections.abc import Sequence

import reflex as rx
from reflex.event import passthrough_event_spec

from gym_site.browser.position import Carousel
from gym_site.components.icon import IconName, icon
from gym_site.components.picture import picture
from gym_site.content.gallery import CarouselWords, GalleryImage
from gym_site.site import Site
from gym_site.text import fill, parts

_number = passthrough_event_spec(int)


class SnapCarousel(rx.Component):
    """A row of slides that scrolls natively, followed by its buttons. ``index`` is the first slide in view."""

    library, tag = rx.asset("scripts/carousel.js").importable_path, "SnapCarousel"
    index: rx.Var[int]
    on_index: rx.EventHandler[_number]
    on_in_view: rx.EventHandler[_number]


def carousel(name: str, slides: Sequence[rx.Component], words: CarouselWords) -> rx.Component:
    """Return a row of slides with its buttons. CSS decides how many slides are in view. The row can be focused."""
    state = Carousel(name, len(slides))
    # The place also changes when the row is first laid out. Only a visitor who has touched the row hears of it.
    live = rx.cond(state.touched, "polite", "off")
    touched = {name: state.set(touched=True) for name in ("onPointerDown", "onFocus")}
    row = {"tabIndex": 0, "role": "group", "aria-label": words.name}
    return SnapCarousel.create(
        rx.el.div(*slides, class_name="carousel-track", custom_attrs=row),
        _controls(state, words, rx.el.p(*_place(state, words), class_name="carousel-position", aria_live=live)),
        index=state.index,
        on_index=state.setter("index"),
        on_in_view=state.setter("in_view"),
        class_name="carousel",
        custom_attrs=_region(words) | state.keys() | touched,
    )


def slideshow(
    site: Site, name: str, images: Sequence[GalleryImage], words: CarouselWords, *, dot: str, sizes: str
) -> rx.Component:
    """Return a carousel that shows one picture at a time.

    ``images`` has at most six pictures, because the CSS has a rule for each of six positions.
    ``dot`` is the label of the button for a picture, with the blanks ``{n}`` and ``{caption}``.
    """
    state = Carousel(name, len(images))
    dots = (
        rx.el.button(
            type="button",
            class_name="dot",
            aria_label=fill(dot, n=position + 1, caption=image.caption),
            aria_current=rx.cond(state.index == position, "true", "false"),
            on_click=state.go_to(position),
        )
        for position, image in enumerate(images)
    )
    slides = (
        rx.el.figure(
            picture(site, image.picture, sizes=sizes),
            rx.el.figcaption(image.caption),
            custom_attrs={"data-away": state.index != position},  # CSS hides it, but not from readers without scripts
        )
        for position, image in enumerate(images)
    )
    return rx.el.div(
        rx.el.div(
            rx.el.div(*slides, class_name="slideshow-row", custom_attrs={"data-index": state.index}),
            class_name="slideshow-window",
        ),
        _controls(state, words, rx.el.div(*dots, class_name="dots")),
        rx.el.p(*_place(state, words), class_name="visually-hidden", aria_live="polite"),
        class_name="carousel slideshow",
        custom_attrs=_region(words) | state.keys() | state.swipes(),
    )


def round_button(sign: IconName, label: str, *, class_name: str = "", **props) -> rx.Component:
    """Return a round button that shows an icon; ``label`` names it for screen readers."""
    classes = f"round-button {class_name}".strip()
    return rx.el.button(icon(sign), type="button", class_name=classes, aria_label=label, **props)


def _controls(state: Carousel, words: CarouselWords, between: rx.Component) -> rx.Component:
    return rx.el.div(
        round_button("chevron-left", words.previous, on_click=state.previous()),
        between,
        round_button("chevron-right", words.next, on_click=state.next()),
        class_name="carousel-controls",
    )


def _place(state: Carousel, words: CarouselWords) -> list[str | rx.Var[str]]:
    """Return the position as text, such as '3 of 16'. If several pictures are in view, the text has their range."""
    first, last = ((state.index + offset).to_string() for offset in (1, state.in_view))
    shown = rx.cond(state.in_view > 1, first + "\N{EN DASH}" + last, first)
    return parts(words.position, n=shown, total=str(state.count))


def _region(words: CarouselWords) -> dict[str, str]:
    return {"role": "region", "aria-roledescription": "carousel", "aria-label": words.name}
