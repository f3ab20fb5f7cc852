"""The app: Reflex's, whose pages load what they use, in a server that answers only what they may ask."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import reflex as rx
from starlette.routing import Route
from starlette.types import ASGIApp

from lean_reflex.browser.connection import connecting
from lean_reflex.browser.needs import Needs, answering, colour_mode
from lean_reflex.browser.page_change import PageChange
from lean_reflex.reflex_internals import (
    is_prod_mode,
    open_uploads,
    ping_path,
    shows_badge,
    sub_path,
    uses_colour_mode,
    web_folder,
)
from lean_reflex.server.bounds import Bounds, app_routes, unused
from lean_reflex.server.events import CheckedUploads, guard_events, page_calls
from lean_reflex.server.policy import guard
from lean_reflex.server.rules import Rules
from lean_reflex.server.socket import SocketGuard

_COLOUR_MODE = (60, "ColourMode")  # outside Reflex's error boundary


def _pages() -> Path:
    return web_folder() / "build" / "client" / sub_path().strip("/")


class LeanApp(rx.App):
    """Reflex's app inside our ASGI layers, with pages that connect to the server only when necessary.

    It takes the arguments of `rx.App`, and two more. ``rules``: what browsers and strangers may do. ``pages``: returns
    the folder with the built pages; if it returns another one than before, that one is served from then on.

    `__call__` adds the layers outside Reflex's CORS middleware. An ``api_transformer`` would add them inside it.
    """

    def __init__(
        self, *args: Any, rules: Rules | None = None, pages: Callable[[], Path] = _pages, **options: Any
    ) -> None:
        self._rules, self._built = rules or Rules(), pages
        self._added: dict[Any, tuple[Any, Needs]] = {}
        options = {"toaster": None, **options}  # pages that show toasts have their own
        change = {(6, "PageChange"): lambda _stateful: rx.fragment(PageChange.create(class_name="page-change"))}
        super().__init__(*args, **{**options, "app_wraps": change | (options.get("app_wraps") or {})})

    def __call__(self) -> ASGIApp:
        """Return the ASGI app that the server runs."""
        transformers = self.api_transformer if isinstance(self.api_transformer, Sequence) else [self.api_transformer]
        # Before Reflex mounts its own routes in them. Hosts ask Reflex's own path whether the server is up.
        routes = [*app_routes(transformers), Route(ping_path(), unused)]
        scripts = self._built() / "assets" if is_prod_mode() else None
        if any(call.takes_files for call in page_calls(scripts).values()):
            open_uploads()
        app = SocketGuard(super().__call__(), self._rules)
        calls = page_calls(scripts, answering)  # again, as Reflex has now evaluated pages, which may define states
        if self.event_namespace is not None:  # there is none if the app has no state
            guard_events(self.event_namespace, calls)
        self.add_middleware(CheckedUploads(calls))
        bounds = Bounds(app, self._rules, calls)
        return guard(bounds, self._built, [*routes, *bounds.routes], self.router, self._rules)

    def _shares_colour_mode(self) -> bool:
        """Return whether something around all pages shows the colour mode; all pages are then inside its provider."""
        wraps = [wrap(False) for key, wrap in self.app_wraps.items() if key != _COLOUR_MODE]
        if shares := shows_badge() or any(wrap is not None and uses_colour_mode(wrap) for wrap in wraps):
            self.app_wraps[_COLOUR_MODE] = lambda _stateful: colour_mode()
        return shares

    def add_page(
        self, component: Any = None, *args: Any, on_load: Any = None, context: Any = None, **options: Any
    ) -> None:
        """Add a page, as Reflex does. It connects to the server on opening only if it must, and has what it needs."""
        key = (component, options.get("route", args[0] if args else None))
        if key not in self._added:  # Reflex lets a page be added again if it is the same object
            needs = Needs()
            page = connecting(component, needs, self._shares_colour_mode) if component else None
            self._added[key] = page, needs
        page, needs = self._added[key]
        if on_load is not None:
            needs.on_load += on_load if isinstance(on_load, (list, tuple)) else [on_load]
        super().add_page(page, *args, on_load=on_load, context={**(context or {}), "needs": needs}, **options)
