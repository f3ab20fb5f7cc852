"""The app: Reflex's, in a server with the rules of a site."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import reflex as rx
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from lean_reflex.reflex_internals import is_prod_mode, open_uploads, ping_path, sub_path, upload_path, web_folder
from lean_reflex.server.bounds import Bounds, app_routes, unused
from lean_reflex.server.policy import guard
from lean_reflex.server.rules import Rules
from lean_reflex.server.socket import SocketGuard


def _pages() -> Path:
    return web_folder() / "build" / "client" / sub_path().strip("/")


@dataclass
class LeanApp(rx.App):
    """Reflex's app, with two more arguments.

    ``rules``: what browsers and strangers may do; by default, what they may do with `rx.App`. ``pages``: returns the
    folder with the built pages, for rules with exact paths; if it returns another one than before, that one is served
    from then on.

    `__call__` adds the layers outside Reflex's CORS middleware. An ``api_transformer`` would add them inside it.
    """

    rules: Rules | None = None
    pages: Callable[[], Path] = _pages

    def __call__(self) -> ASGIApp:
        """Return the ASGI app that the server runs."""
        rules = self.rules
        if rules is None:
            return super().__call__()
        from lean_reflex.server.events import CheckedUploads, guard_events, page_calls  # noqa: PLC0415, needs pydantic

        calls, scripts = {}, self.pages() / "assets" if is_prod_mode() else None
        if rules.checks_events and any(call.takes_files for call in page_calls(scripts).values()):
            open_uploads()
        transformers = self.api_transformer if isinstance(self.api_transformer, Sequence) else [self.api_transformer]
        # Before Reflex mounts its own routes in them. Hosts ask Reflex's own path whether the server is up.
        routes: list[BaseRoute] = [*app_routes(transformers), Route(ping_path(), unused)]
        app = SocketGuard(super().__call__(), rules)
        if rules.checks_events:
            calls = page_calls(scripts)  # again, as Reflex has now evaluated pages, which may define states
            if self.event_namespace is not None:  # there is none if the app has no state
                guard_events(self.event_namespace, calls)
            self.add_middleware(CheckedUploads(calls))
        own = self._api.routes if self._api else ()
        routes += [each for each in own if isinstance(each, (Mount, Route)) and each.path == upload_path()]
        return guard(Bounds(app, rules, calls), self.pages, routes, self.router, rules)
