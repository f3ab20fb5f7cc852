"""A code block."""

import reflex as rx

from gym_site.zoo.page import zoo_page


@rx.page("/zoo/code", title="Code")
def code():
    """Return the page."""
    return zoo_page(rx.code_block("print('hello')", language="python", id="code"))
