"""A cookie."""

import reflex as rx

from gym_site.zoo.page import Zoo, page, zoo_page


@page("/zoo/cookie", title="Cookie")
def cookie():
    """Return the page."""
    return zoo_page(rx.el.p(Zoo.crumb, id="crumb"), rx.el.button("bake", on_click=Zoo.bake))
