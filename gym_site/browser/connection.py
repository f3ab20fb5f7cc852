"""Decides which pages connect to the server as they open; others connect at their first event (docs/decisions/0020)."""

from collections.abc import Callable
from functools import wraps

import reflex as rx

from gym_site.reflex_internals import into_component, shows_server_facts


class Connection(rx.Component):
    """Connects a page to the server when the page opens."""

    library, tag = rx.asset("scripts/connection.js").importable_path, "Connection"


def connecting(page: Callable[[], rx.Component], *, has_on_load: bool) -> Callable[[], rx.Component]:
    """Return the page, connecting as it opens if it has an ``on_load`` or shows values that only the server knows."""

    @wraps(page, updated=())  # keeps its module, by which Reflex groups compiled components
    def connected() -> rx.Component:
        content = into_component(page)
        return rx.fragment(Connection.create(), content) if has_on_load or shows_server_facts(content) else content

    return connected
