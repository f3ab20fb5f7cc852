"""The colour mode without Radix."""

import reflex as rx

from gym_site.zoo.page import page, zoo_page


@page("/zoo/colour", title="Colour mode")
def colour():
    """Return the page."""
    return zoo_page(
        rx.el.p(rx.color_mode_cond("light", "dark"), id="mode"),
        rx.el.button("toggle", on_click=rx.toggle_color_mode),
    )
