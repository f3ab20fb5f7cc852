"""Light markdown turned into HTML while the page is built: nothing of it is left to do in the browser."""

import re

import reflex as rx
from markdown_it import MarkdownIt

# Nothing else, HTML neither: it is shown as it is written. What else posts must not hold: check/posts.py.
_MARKDOWN = MarkdownIt("zero").enable(["heading", "list", "emphasis"])
# Lines that each begin with a bold lead are a list too (spec section 2).
_LEADS = re.compile(r"(?:^\*\*[^*\n]+\*\*[^\n]*(?:\n|$)){2,}", re.MULTILINE)


def prose(content: str) -> rx.Component:
    """Return the text with headings, lists and bold words."""
    listed = _LEADS.sub(lambda match: re.sub(r"^(?=\*\*)", "- ", match[0], flags=re.MULTILINE), content)
    html = {"__html": _MARKDOWN.render(listed)}
    return rx.el.div(class_name="prose", custom_attrs={"dangerouslySetInnerHTML": html})
