"""A Radix primitive."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/accordion", title="Accordion", policy={**STYLES})
def accordion():
    """Return the page."""
    return zoo_page(rx.accordion.root(rx.accordion.item(header="First", content="Inside"), collapsible=True))
