"""Makes client-side navigation behave like a full page load."""

import reflex as rx

from lean_reflex.browser.library import library
from lean_reflex.browser.state import imported


class PageReady(rx.Component):
    """Tells the script in the page's head when a page is ready. All pages have it, or `PageChange` in its place."""

    library, tag = library("page_change"), "PageReady"


class PageChange(rx.Component):
    """Resets scroll and focus when another page opens, and announces its title in a live region.

    A site gives it to its app: ``app_wraps={(6, "PageChange"): lambda _: rx.fragment(PageChange.create())}``.
    """

    library, tag = library("page_change"), "PageChange"


def page_fails() -> rx.Var:
    """Return the ref of an error screen. A page that fails before it is ready is loaded again, without scripts."""
    return imported(library("page_change"), "pageFails")


def scrolls_later(section: str, milliseconds: int) -> rx.Var:
    """Return the handler of a click on a link to a section of another page: it scrolls there a moment later."""
    return imported(library("page_change"), "scrollLater").call(section, milliseconds)
