"""The trainers, shoulder to shoulder."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.content.line_up import LineUpWords
from gym_site.settings import Settings


def line_up(words: LineUpWords, settings: Settings) -> rx.Component:
    """Return a band as wide as the window: the title above the heads, a link to the trainers' page."""
    return rx.el.section(
        rx.el.div(
            rx.el.h2(words.title, id="line-up-title"),
            rx.el.p(words.text, class_name="lead"),
            site_link(words.more, settings, look="line"),
            class_name="frame line-up-words",
        ),
        picture(words.picture, sizes="100vw", class_name="full-bleed"),
        class_name="section line-up",
        aria_labelledby="line-up-title",
    )
