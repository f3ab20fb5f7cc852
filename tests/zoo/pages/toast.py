"""Toasts."""

import reflex as rx

from gym_site.zoo.page import SCRIPTS, STYLES, Zoo, page, zoo_page


@page("/zoo/toast", title="Toast", policy={**STYLES, **SCRIPTS})
def toast():
    """Return the page."""
    return zoo_page(
        rx.el.button("by the server", on_click=Zoo.toast),
        rx.el.button("by the page", on_click=rx.toast.info("Baked here")),
    )
