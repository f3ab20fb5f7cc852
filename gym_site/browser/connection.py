"""Connects a page to the server as soon as it opens, if the page depends on the server.

Other pages connect when the visitor begins to fill in a form, or at their first event for the server. In a tab that was
connected before, all pages connect as they open. docs/decisions/0020-no-socket-for-readers.md explains why most pages
don't connect at once.
"""

from collections.abc import Callable
from functools import wraps

import reflex as rx

from gym_site.reflex_internals import into_component, shows_server_facts


class Connection(rx.Component):
    """Connects a page to the server when the page opens."""

    library, tag = rx.asset("scripts/connection.js").importable_path, "Connection"


def connecting(page: Callable[[], rx.Component], *, has_on_load: bool) -> Callable[[], rx.Component]:
    """Add a `Connection` to a page that has an ``on_load`` or shows values that only the server knows."""

    @wraps(page, updated=())  # copies the page's module name, by which Reflex groups compiled components
    def connected() -> rx.Component:
        content = into_component(page)
        return rx.fragment(Connection.create(), content) if has_on_load or shows_server_facts(content) else content

    return connected
