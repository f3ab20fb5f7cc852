"""Light markdown, turned into HTML while the page is built."""

import re

import reflex as rx
from markdown_it import MarkdownIt

# Everything else, HTML included, is shown as written. check/posts.py refuses what posts must not contain.
_MARKDOWN = MarkdownIt("zero").enable(["heading", "list", "emphasis"])
# Lines that each begin with a bold lead are a list too (spec section 2).
_LEADS = re.compile(r"(?:^\*\*[^*\n]+\*\*[^\n]*(?:\n|$)){2,}", re.MULTILINE)


def prose(content: str) -> rx.Component:
    """Return the text with headings, lists and bold words."""
    listed = _LEADS.sub(lambda match: re.sub(r"^(?=\*\*)", "- ", match[0], flags=re.MULTILINE), content)
    html = {"__html": _MARKDOWN.render(listed)}
    return rx.el.div(class_name="prose", custom_attrs={"dangerouslySetInnerHTML": html})
