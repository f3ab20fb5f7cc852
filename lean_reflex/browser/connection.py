"""Connects a page to the server as soon as it opens, if the page depends on the server.

Other pages connect when the visitor begins to fill in a form, or at their first event for the server. In a tab that was
connected before, all pages connect as they open. Most visitors only
read, and need no connection.
"""

from collections.abc import Callable
from functools import wraps

import reflex as rx

from lean_reflex.browser.library import library
from lean_reflex.browser.needs import Needs, provided
from lean_reflex.reflex_internals import into_component, shows_server_facts


class Connection(rx.Component):
    """Connects a page to the server when the page opens."""

    library, tag = library("connection"), "Connection"


def connecting(
    page: Callable[[], rx.Component], needs: Needs, has_colour_mode: Callable[[], bool]
) -> Callable[[], rx.Component]:
    """Return the page inside what it needs. Writes into ``needs`` what the page's policy must allow.

    ``has_colour_mode``: whether all pages are inside its provider.
    """

    @wraps(page, updated=())  # copies the page's module name, by which Reflex groups compiled components
    def connected() -> rx.Component:
        content = into_component(page)
        connects = needs.changes = bool(needs.on_load) or shows_server_facts(content)
        content = provided(content, needs, has_colour_mode=has_colour_mode())
        return rx.fragment(Connection.create(), content) if connects else content

    return connected
