"""Nothing special."""

import reflex as rx

from gym_site.zoo.page import zoo_page


@rx.page("/zoo/plain", title="Plain")
def plain():
    """Return the page."""
    return zoo_page(rx.el.p("Plain"), rx.el.button("go", on_click=rx.redirect("/zoo/radix")))
