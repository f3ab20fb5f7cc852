"""Reflex's private API, as far as the app uses it. Builds use more of it, in `lean_reflex.build`.

Any release of Reflex may change this API. "Upgrade Reflex" in README.md says what each part is for.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import reflex as rx

try:
    from reflex.compiler.plugins.builtin import DefaultPagePlugin as DefaultPagePlugin
    from reflex.config import get_config
    from reflex.route import get_route_regex, replace_brackets_with_keywords
    from reflex.state import FrontendEventExceptionState, State, UpdateVarsInternalState
    from reflex.state import StateUpdate as StateUpdate
    from reflex.utils.exec import is_prod_mode as is_prod_mode
    from reflex.utils.misc import preload_color_theme
    from reflex.utils.precompressed_staticfiles import PrecompressedStaticFiles as PrecompressedStaticFiles
    from reflex.utils.prerequisites import get_web_dir
    from reflex_base.components.memo import MemoComponent
    from reflex_base.constants import Endpoint, ReactRouter
    from reflex_base.environment import environment
    from reflex_base.event import EventHandler as EventHandler
    from reflex_base.event import resolve_upload_chunk_handler_param, resolve_upload_handler_param
    from reflex_base.plugins.base import get_plugin as get_plugin
    from reflex_base.registry import RegistrationContext
    from reflex_base.utils.exceptions import UploadTypeError, UploadValueError
    from reflex_base.utils.form import FormData as FormData
    from reflex_base.utils.form import transform_form_data as transform_form_data
    from reflex_base.utils.format import format_event_handler
    from reflex_base.utils.types import value_inside_optional as value_inside_optional
    from reflex_components_core.base.error_boundary import ErrorBoundary as ErrorBoundary
    from reflex_components_core.core.banner import connection_errors_count as connection_errors_count
    from reflex_components_core.core.upload import Upload
    from reflex_components_core.el.element import Element as Element
    from reflex_components_radix.plugin import RadixThemesPlugin as RadixThemesPlugin
    from reflex_components_radix.themes.base import RadixThemesComponent
    from reflex_components_sonner.toast import Toaster as Toaster
except ImportError as error:
    raise ImportError(f'{error}. See "Upgrade Reflex" in lean_reflex/README.md') from error

STATE_NAME = State.get_full_name()
"""The prefix of every handler's name."""
HYDRATE = format_event_handler(State.event_handlers["hydrate_and_load"])
"""The first event of every page."""
REPORT = format_event_handler(FrontendEventExceptionState.event_handlers["handle_frontend_exception"])
"""The event by which a page reports an error in its scripts."""
STORE = format_event_handler(UpdateVarsInternalState.event_handlers["update_vars_internal"])
"""The event by which a page reports vars that the browser stores."""

SONNER = str(Toaster.get_fields()["library"].default)
"""The package of toasts, with its version."""


def sub_path() -> str:
    """Return the path below which the pages are, without a slash at the end; empty at the root of a host."""
    return get_config().prepend_frontend_path("/").rstrip("/")


def event_path() -> str:
    """Return the path of events."""
    return get_config().prepend_backend_path(str(Endpoint.EVENT))


def ping_path() -> str:
    """Return the path at which Reflex answers whether the server is up."""
    return get_config().prepend_backend_path(str(Endpoint.PING))


def upload_path() -> str:
    """Return the path of uploads."""
    return get_config().prepend_backend_path(str(Endpoint.UPLOAD))


def web_folder() -> Path:
    """Return Reflex's working folder."""
    return get_web_dir().absolute()


def runs_after_save() -> bool:
    """Return whether this process is one of those that `reflex run` starts at each save, in development."""
    return environment.REFLEX_DEV_BACKEND_RELOAD_ACTIVE.get()


def is_embedded() -> bool:
    """Return whether the app is shown inside other people's pages, by a script that a plugin of Reflex writes."""
    return any(plugin.provides_entry_client() for plugin in get_config().plugins)


def has_pages() -> bool:
    """Return whether the build renders the app's pages, as Reflex does unless ``REFLEX_SSR`` is false."""
    options = (web_folder() / ReactRouter.CONFIG_FILE).read_text(encoding="utf-8")
    return '"prerender"' in options and not is_embedded()


def on_failed_compilation(app: rx.App, tell: Callable[[Exception], object]) -> None:
    """Call ``tell`` with the error at which a compilation of the app fails, such as one in a page's function."""
    compile_pages = app._compile

    def compile_or_tell(*args: Any, **options: Any) -> None:
        try:
            compile_pages(*args, **options)
        except Exception as error:
            tell(error)
            raise

    setattr(app, "_compile", compile_or_tell)  # noqa: B010 -- Reflex declares a method


def colour_script() -> str:
    """Return the script that applies the visitor's colour mode before the first paint."""
    return preload_color_theme().children[0].contents._var_value  # pyright: ignore[reportAttributeAccessIssue]


def engines() -> dict[str, Any]:
    """Return the engines that `rx.session` and ``reflex db`` use, by the database's URL. Needs ``reflex[db]``."""
    from reflex.model import _ENGINE  # noqa: PLC0415, sites without a database lack it

    return _ENGINE


def route_pattern(route: str) -> str:
    """Return a pattern of the paths of a dynamic route. JavaScript understands it too."""
    return get_route_regex(replace_brackets_with_keywords(route)).pattern


def handlers() -> dict[str, EventHandler]:
    """Return the event handlers of all states, each under the name that pages use for it."""
    return {name: known.handler for name, known in RegistrationContext.get().event_handlers.items()}


def takes_files(handler: EventHandler) -> bool:
    """Return whether a handler takes files of `rx.upload`, whole or in chunks."""
    for resolve in (resolve_upload_handler_param, resolve_upload_chunk_handler_param):
        with suppress(UploadTypeError, UploadValueError):
            return bool(resolve(handler))
    return False


def open_uploads() -> None:
    """Let Reflex add its path for uploads when the app is called; its own sign is a file on the host of the build."""
    Upload.is_used = True


def browser_stores_state() -> bool:
    """Return whether any state has a var that the browser stores, such as `rx.LocalStorage`."""
    return bool(stored_by_browser())


def stored_by_browser() -> list[tuple[str, str, str]]:
    """Return each var that the browser stores: its place in the code, ``Cookie`` or another kind, the entry's name."""
    found = []
    for state in RegistrationContext.get().base_states.values():
        parent = state.get_parent_state()
        for name, field in state.get_fields().items():
            if state._is_client_storage(name) and not (parent and name in parent.get_fields()):
                kept: Any = field.default
                found.append((f"{state.__name__}.{name}", type(kept).__name__, kept.name or name))
    return found


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


def uses_radix(page: rx.Component) -> bool:
    """Return whether a page contains a component of Radix Themes."""
    return any(isinstance(part, RadixThemesComponent) for part in _parts(page))


def uses_colour_mode(page: rx.Component) -> bool:
    """Return whether a page reads or sets Reflex's colour mode."""
    return any(
        "ColorModeContext" in {each.tag for each in tags}
        for part in _parts(page)
        for tags in part._get_imports().values()
    )


def is_beside(key: tuple[int, str]) -> bool:
    """Return whether an element that a component adds to the app stands beside the pages, not around them."""
    return key[0] < 0


def beside(page: rx.Component) -> list[rx.Component]:
    """Return the elements that a page's components would add beside all pages, such as an empty one for overlays."""
    added = {key: each for part in _parts(page) for key, each in part._get_app_wrap_components().items()}
    return [each for key, each in added.items() if is_beside(key)]


def _parts(component: rx.Component) -> Iterator[rx.Component]:
    """Yield a component and its descendants, including the bodies of `rx.memo` components."""
    yield component
    inside = component._get_components_in_props()
    if isinstance(component, MemoComponent) and component._memo_definition:
        inside = [*inside, component._memo_definition.component]
    for child in (*component.children, *inside):
        if isinstance(child, rx.Component):
            yield from _parts(child)


def _vars(component: rx.Component) -> Iterator[rx.Var]:
    """Yield the Vars of a component and its descendants, including the bodies of `rx.memo` components."""
    for part in _parts(component):
        yield from part._get_vars()
