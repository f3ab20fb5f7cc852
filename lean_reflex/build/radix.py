"""Keeps Radix Themes on the pages that use it."""

from typing import Any

from lean_reflex.reflex_internals import RadixThemesPlugin, is_beside


class RadixOnItsPages(RadixThemesPlugin):
    """Reflex's plugin would add style sheet, theme and colour mode to all pages as soon as one page uses Radix.

    Here the module that imports Radix imports the style sheet too (``on_demand.mjs``), and a page has its own theme and
    colour mode (`lean_reflex.browser.needs`).
    """

    def get_stylesheet_paths(self, **_context: Any) -> tuple[str, ...]:
        """Return no style sheet for all pages."""
        return ()

    def compile_page(self, page_ctx: Any, /, **_kwargs: Any) -> None:
        """Take back what Radix would put around all pages, and other components beside them."""
        wraps = page_ctx.app_wrap_components
        for key in [key for key in wraps if is_beside(key) or key[1] == "RadixThemesColorModeProvider"]:
            del wraps[key]
