"""Composition root: settings -> database -> content -> pages -> the app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import reflex as rx
from starlette.types import ASGIApp

from gym_site.browser.connection import connecting
from gym_site.content.business import LANGUAGE
from gym_site.db.engine import close, make_engine
from gym_site.db.prepare import prepare_database, prepared_site, schema_fault
from gym_site.db.queries import Records
from gym_site.layout.error_screen import error_boundary
from gym_site.layout.head import common_head
from gym_site.layout.shell import notices, opening_attributes
from gym_site.leads.background import Background
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.service import LeadService
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import Workers
from gym_site.pages.register import register
from gym_site.server.events import guard_events, page_calls
from gym_site.server.forms import form_posts
from gym_site.server.health import Health, health_checks
from gym_site.server.logs import log_as_json, log_failed_handler
from gym_site.server.policy import guard
from gym_site.server.records import record_answers
from gym_site.server.shutdown import Shutdown
from gym_site.server.socket import SocketGuard
from gym_site.server.watch import Watch
from gym_site.settings import Settings, built_folder, load_settings
from gym_site.state.forms import LeadForm


class GymApp(rx.App):
    """Reflex's app inside our ASGI layers, with pages that connect to the server only when necessary.

    `__call__` adds those layers outside Reflex's CORS middleware. An ``api_transformer`` would add them inside it.
    """

    settings: Settings
    shutdown: Shutdown

    def __call__(self) -> ASGIApp:
        """Return the ASGI app that the server runs."""
        app = SocketGuard(super().__call__(), self.settings)
        is_built = self.settings.env_mode == "prod"
        assert self.event_namespace
        guard_events(self.event_namespace, page_calls(built_folder() / "assets" if is_built else None))
        return guard(app, built_folder())

    def add_page(self, component: Any = None, *args: Any, on_load: Any = None, **options: Any) -> None:
        """Add a page, as Reflex does. The page connects to the server on opening only if it must."""
        page = connecting(component, has_on_load=on_load is not None) if component else None
        super().add_page(page, *args, on_load=on_load, **options)


def create_app(settings: Settings) -> GymApp:
    """Return the app: its pages and what the server runs. Prepares the database if it is available."""
    engine = make_engine(settings.db_url)
    site = prepared_site(engine, settings)
    records = Records(engine, site.business)
    workers, limits, store, maintenance = Workers(engine), RateLimiter(settings), LeadStore(engine), Maintenance(engine)
    dispatcher = Dispatcher(store, gateway_for(settings), workers)
    service = LeadForm.service = LeadService(store, dispatcher, workers, limits)
    background = Background(settings, workers, dispatcher, maintenance, limits, partial(prepare_database, engine))

    health = Health(workers, maintenance, service, background, partial(schema_fault, engine), settings.redis_url)
    shutdown = Shutdown(settings)

    @asynccontextmanager
    async def serving() -> AsyncIterator[None]:
        """Print the site's address, run the background work, and finish deliveries before the server stops."""
        print(f"{site.business.name}: http://localhost:{settings.port}", flush=True)  # noqa: T201, for the operator
        tasks = background.start(), Watch(settings, health).start()
        yield
        for task in tasks:
            task.cancel()
        await dispatcher.aclose()
        await asyncio.to_thread(close, engine)

    app = GymApp(
        html_lang=LANGUAGE,
        html_custom_attrs=opening_attributes(settings),
        reset_style=False,
        head_components=common_head(site),
        toaster=None,
        backend_exception_handler=log_failed_handler,
        app_wraps={
            (55, "ErrorBoundary"): lambda _stateful: error_boundary(site),
            (5, "Toasts"): lambda _stateful: notices(site),
        },
        api_transformer=[
            form_posts(service, records, settings),
            record_answers(records, settings),
            health_checks(health, shutdown, settings.db_url),
        ],
    )
    app.settings, app.shutdown = settings, shutdown
    if settings.env_mode == "prod":
        app.register_lifespan_task(log_as_json)  # in the server only: people read the output of a build
    app.register_lifespan_task(serving)
    register(app, site)
    return app


app = create_app(load_settings())
