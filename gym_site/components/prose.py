"""Renders a subset of Markdown as HTML while the page is built."""

import re

import reflex as rx
from markdown_it import MarkdownIt

# Only headings, lists and emphasis are rendered. Other Markdown, and all HTML, is shown as written; check/posts.py
# reports what posts must not contain.
_MARKDOWN = MarkdownIt("zero").enable(["heading", "list", "emphasis"])
# Two or more consecutive lines that begin with bold words become a list too (spec section 2).
_LEADS = re.compile(r"(?:^\*\*[^*\n]+\*\*[^\n]*(?:\n|$)){2,}", re.MULTILINE)


def prose(content: str) -> rx.Component:
    """Return the text with headings, lists and bold words."""
    listed = _LEADS.sub(lambda match: re.sub(r"^(?=\*\*)", "- ", match[0], flags=re.MULTILINE), content)
    html = {"__html": _MARKDOWN.render(listed)}
    return rx.el.div(class_name="prose", custom_attrs={"dangerouslySetInnerHTML": html})
