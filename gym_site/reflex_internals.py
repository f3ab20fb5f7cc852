"""Reflex's private API, as far as the app uses it. Builds use more of it, in `gym_site.build`.

Any release of Reflex may change this API. "Upgrade Reflex" in docs/for-developers.md explains what each name is for.
"""

from collections.abc import Iterator

import reflex as rx

try:
    from reflex.compiler.compiler import into_component as into_component
    from reflex.state import FrontendEventExceptionState, State, UpdateVarsInternalState
    from reflex.utils.precompressed_staticfiles import PrecompressedStaticFiles as PrecompressedStaticFiles
    from reflex_base.components.memo import MemoComponent
    from reflex_base.constants import Endpoint
    from reflex_base.event import EventHandler as EventHandler
    from reflex_base.registry import RegistrationContext
    from reflex_base.utils.format import format_event_handler
    from reflex_components_core.base.error_boundary import ErrorBoundary as ErrorBoundary
    from reflex_components_core.core.banner import connection_errors_count as connection_errors_count
    from reflex_components_core.el.element import Element as Element
except ImportError as error:
    raise ImportError(f'{error}. See "Upgrade Reflex" in docs/for-developers.md') from error

EVENT_PATH = str(Endpoint.EVENT)
STATE_NAME = State.get_full_name()
"""The prefix of every handler's name."""
HYDRATE = format_event_handler(State.event_handlers["hydrate_and_load"])
"""The first event of every page."""
REPORT = format_event_handler(FrontendEventExceptionState.event_handlers["handle_frontend_exception"])
"""The event by which a page reports an error in its scripts."""
STORE = format_event_handler(UpdateVarsInternalState.event_handlers["update_vars_internal"])
"""The event by which a page reports vars that the browser stores."""


def handlers() -> dict[str, EventHandler]:
    """Return the event handlers of all states, each under the name that pages use for it."""
    return {name: known.handler for name, known in RegistrationContext.get().event_handlers.items()}


def browser_stores_state() -> bool:
    """Return whether any state has a var that the browser stores, such as `rx.LocalStorage`."""
    states = RegistrationContext.get().base_states.values()
    return any(state._is_client_storage(name) for state in states for name in state.get_fields())


def shows_server_facts(page: rx.Component) -> bool:
    """Return whether a page uses a computed var, a var that the browser stores, a router var, or ``is_hydrated``."""
    for var in _vars(page):
        data = var._get_all_var_data()
        if data is None or not data.state:
            continue
        state = State.get_class_substate(data.state)
        if state is State or data.field_name in state.computed_vars or state._is_client_storage(data.field_name):
            return True
    return False


def _vars(component: rx.Component) -> Iterator[rx.Var]:
    """Yield the Vars of a component and its descendants, including the bodies of `rx.memo` components."""
    yield from component._get_vars()
    if isinstance(component, MemoComponent) and component._memo_definition:
        yield from _vars(component._memo_definition.component)
    for child in component.children:
        if isinstance(child, rx.Component):
            yield from _vars(child)
