"""Light markdown turned into elements while the page is built: nothing of it is left to do in the browser."""

import re
from collections.abc import Callable

import reflex as rx
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PARSER = MarkdownIt("zero").enable(["heading", "list", "emphasis"])
# Lines that each begin with a bold lead are a list too (spec section 2).
_LEADS = re.compile(r"(?:^\*\*[^*\n]+\*\*[^\n]*(?:\n|$)){2,}", re.MULTILINE)

_ELEMENTS: dict[str, Callable[..., rx.Component]] = {
    "paragraph": rx.el.p,
    "bullet_list": rx.el.ul,
    "ordered_list": rx.el.ol,
    "list_item": rx.el.li,
    "strong": rx.el.strong,
    "em": rx.el.em,
}
_HEADINGS = {"h2": rx.el.h2, "h3": rx.el.h3, "h4": rx.el.h4}


def _parts(node: SyntaxTreeNode, *, inside_item: bool = False) -> list[str | rx.Component]:
    parts: list[str | rx.Component] = []
    for child in node.children:
        if child.type == "text":
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "inline" or (child.type == "paragraph" and inside_item):
            parts += _parts(child)
        elif child.type == "heading":
            parts.append(_HEADINGS[child.tag](*_parts(child)))
        else:
            parts.append(_ELEMENTS[child.type](*_parts(child, inside_item=child.type == "list_item")))
    return parts


def prose(content: str) -> rx.Component:
    """Return the text with headings (## to ####), lists and bold words. Raises `KeyError` for other markdown."""
    listed = _LEADS.sub(lambda match: re.sub(r"^(?=\*\*)", "- ", match[0], flags=re.MULTILINE), content)
    return rx.el.div(*_parts(SyntaxTreeNode(_PARSER.parse(listed))), class_name="prose")
