"""Markdown."""

import reflex as rx

from gym_site.zoo.page import STYLES, page, zoo_page


@page("/zoo/markdown", title="Markdown", policy={**STYLES, "font-src": ["data:"]})  # of formulas
def markdown():
    """Return the page."""
    return zoo_page(rx.markdown("# Marked\n\nSome *text* with `code`:\n\n```python\nprint(1)\n```\n"))
