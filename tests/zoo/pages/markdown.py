"""Markdown."""

import reflex as rx

from gym_site.zoo.page import zoo_page


@rx.page("/zoo/markdown", title="Markdown")
def markdown():
    """Return the page."""
    return zoo_page(rx.markdown("# Marked\n\nSome *text* with `code`:\n\n```python\nprint(1)\n```\n"))
