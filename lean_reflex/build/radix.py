"""Keeps Radix Themes and the colour mode on the pages that use them, for sites most of whose pages use neither."""

import copy
import dataclasses
from typing import Any

import reflex as rx

from lean_reflex.browser.library import library
from lean_reflex.reflex_internals import (
    RadixThemesPlugin,
    beside,
    colour_script,
    is_beside,
    uses_colour_mode,
    uses_radix,
)


class ColourMode(rx.Component):
    """Provides Reflex's colour mode to what is inside it. ``early``: the script that applies it."""

    library, tag = library("colour_mode"), "ColourMode"
    early: rx.Var[str]


@dataclasses.dataclass
class RadixOnItsPages(RadixThemesPlugin):
    """Stands in place of `rx.plugins.RadixThemesPlugin`, with the same arguments.

    Reflex's plugin adds style sheet, theme and colour mode to all pages as soon as one page uses Radix. Here the module
    that imports Radix imports the style sheet too (``on_demand.mjs``), and a page has its own theme and colour mode if
    its components use them. The root element of other pages has no class for the colour mode.
    """

    enabled: bool = dataclasses.field(default=False, repr=False)

    def get_stylesheet_paths(self, **_context: Any) -> tuple[str, ...]:
        """Return no style sheet for all pages."""
        return ()

    def compile_page(self, page_ctx: Any, /, **_kwargs: Any) -> None:
        """Take back what Radix would put around all pages, and other components beside them."""
        wraps = page_ctx.app_wrap_components
        for key in [key for key in wraps if is_beside(key) or key[1] == "RadixThemesColorModeProvider"]:
            del wraps[key]

    def around(self, content: rx.Component) -> rx.Component:
        """Return the content of a page inside what its components use."""
        elements, needs_mode = beside(content), uses_colour_mode(content)
        if uses_radix(content):
            needs_mode, theme = True, copy.copy(self.theme or rx.theme())
            theme.children = [*theme.children, content]
            content = theme
        if elements:
            content = rx.fragment(content, *elements)
        return ColourMode.create(content, early=colour_script()) if needs_mode else content
