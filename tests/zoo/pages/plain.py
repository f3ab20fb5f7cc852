"""Nothing special."""

import reflex as rx

from gym_site.zoo.page import Zoo, page, zoo_page


@page("/zoo/plain", title="Plain")
def plain():
    """Return the page."""
    return zoo_page(
        rx.el.p("Plain"),
        rx.el.p(Zoo.told, id="told"),
        rx.el.button("go", on_click=rx.redirect("/zoo/radix")),
        rx.el.a("counted", href="/zoo/radix", on_click=Zoo.hear(7)),
        rx.el.a("prevented", href="/zoo/radix", on_click=Zoo.hear(8).prevent_default),
    )
