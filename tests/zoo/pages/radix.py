"""Radix Themes with a colour mode switch."""

import reflex as rx

from gym_site.zoo.page import STYLES, Zoo, page, zoo_page


@page("/zoo/radix", title="Radix", policy={**STYLES})
def radix():
    """Return the page."""
    return zoo_page(
        rx.vstack(
            rx.heading("Radix"),
            rx.text("Text", color="tomato", id="coloured"),
            rx.button("Count ", Zoo.told, on_click=Zoo.hear(3), id="count"),
            rx.link("Plain by Radix", href="/zoo/plain"),
            rx.color_mode.switch(id="switch"),
            rx.text(rx.color_mode_cond("it is light", "it is dark"), id="mode"),
            rx.tabs.root(
                rx.tabs.list(rx.tabs.trigger("A", value="a"), rx.tabs.trigger("B", value="b")),
                rx.tabs.content(rx.text("tab a"), value="a"),
                rx.tabs.content(rx.text("tab b"), value="b"),
                default_value="a",
            ),
            rx.dialog.root(
                rx.dialog.trigger(rx.button("Open")),
                rx.dialog.content(
                    rx.dialog.title("A dialog"), rx.dialog.description("Here"), rx.dialog.close(rx.button("Shut"))
                ),
            ),
        )
    )
