"""Which pages connect to the server as they open; the others do at their first event (docs/decisions/0020)."""

from collections.abc import Callable, Iterator
from functools import wraps

import reflex as rx
from reflex.compiler.compiler import into_component
from reflex.state import State
from reflex_base.components.memo import MemoComponent


class Connection(rx.Component):
    """Connects its page to the server as it opens."""

    library, tag = rx.asset("scripts/connection.js").importable_path, "Connection"


def connecting(page: Callable[[], rx.Component], *, has_on_load: bool) -> Callable[[], rx.Component]:
    """Return the page so that it connects as it opens, if it has an ``on_load`` or shows what only the server knows."""

    @wraps(page, updated=())  # its module too: Reflex groups compiled components by it
    def connected() -> rx.Component:
        content = into_component(page)
        return rx.fragment(Connection.create(), content) if has_on_load or _shows_server_facts(content) else content

    return connected


def _shows_server_facts(page: rx.Component) -> bool:
    """Return whether a page shows a computed var, one that the browser stores, the router's, or ``is_hydrated``."""
    for var in _vars(page):
        data = var._get_all_var_data()
        if data is None or not data.state:
            continue
        state = State.get_class_substate(data.state)
        if state is State or data.field_name in state.computed_vars or state._is_client_storage(data.field_name):
            return True
    return False


def _vars(component: rx.Component) -> Iterator[rx.Var]:
    """Yield the Vars of a component and of all in it, in the bodies of `rx.memo` components too."""
    yield from component._get_vars()
    if isinstance(component, MemoComponent) and component._memo_definition:
        yield from _vars(component._memo_definition.component)
    for child in component.children:
        if isinstance(child, rx.Component):
            yield from _vars(child)
