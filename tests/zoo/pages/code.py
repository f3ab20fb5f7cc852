"""A code block."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/code", title="Code", policy={**STYLES})
def code():
    """Return the page."""
    return zoo_page(rx.code_block("print('hello')", language="python", id="code"))
