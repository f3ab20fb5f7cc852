"""Toasts."""

import reflex as rx

from gym_site.zoo.page import Zoo, zoo_page


@rx.page("/zoo/toast", title="Toast")
def toast():
    """Return the page."""
    return zoo_page(
        rx.el.button("by the server", on_click=Zoo.toast),
        rx.el.button("by the page", on_click=rx.toast.info("Baked here")),
    )
