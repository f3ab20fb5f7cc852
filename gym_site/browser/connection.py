"""Which pages connect to the server as they open; the others do at their first event (docs/decisions/0020)."""

from collections.abc import Callable
from functools import wraps

import reflex as rx

from gym_site.reflex_internals import into_component, shows_server_facts


class Connection(rx.Component):
    """Connects its page to the server as it opens."""

    library, tag = rx.asset("scripts/connection.js").importable_path, "Connection"


def connecting(page: Callable[[], rx.Component], *, has_on_load: bool) -> Callable[[], rx.Component]:
    """Return the page so that it connects as it opens, if it has an ``on_load`` or shows what only the server knows."""

    @wraps(page, updated=())  # its module too: Reflex groups compiled components by it
    def connected() -> rx.Component:
        content = into_component(page)
        return rx.fragment(Connection.create(), content) if has_on_load or shows_server_facts(content) else content

    return connected
