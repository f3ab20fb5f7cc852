"""Renders a subset of Markdown as HTML while the page is built."""

import reflex as rx

from gym_site.content.markdown import html_of


def prose(content: str) -> rx.Component:
    """Return the text with headings, lists and bold words."""
    html = {"__html": html_of(content)}
    return rx.el.div(class_name="prose", custom_attrs={"dangerouslySetInnerHTML": html})
