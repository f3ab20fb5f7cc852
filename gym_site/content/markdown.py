"""Makes HTML of the subset of Markdown in which posts and the privacy page are written."""

import re

from markdown_it import MarkdownIt

# Only headings, lists and emphasis are rendered. Other Markdown, and all HTML, is shown as written; check/posts.py
# reports what posts must not contain.
_MARKDOWN = MarkdownIt("zero").enable(["heading", "list", "emphasis"])
# Two or more consecutive lines that begin with bold words become a list too (spec section 2).
_LEADS = re.compile(r"(?:^\*\*[^*\n]+\*\*[^\n]*(?:\n|$)){2,}", re.MULTILINE)


def html_of(content: str) -> str:
    """Return the text as HTML with headings, lists and bold words."""
    listed = _LEADS.sub(lambda match: re.sub(r"^(?=\*\*)", "- ", match[0], flags=re.MULTILINE), content)
    return _MARKDOWN.render(listed)
