"""Style props."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/style", title="Style", policy={**STYLES})
def style():
    """Return the page."""
    return zoo_page(rx.el.p("Styled", id="styled", color="rgb(1, 2, 3)", _hover={"color": "rgb(4, 5, 6)"}))
