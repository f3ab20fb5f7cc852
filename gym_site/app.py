"""Composition root: settings and gym -> database -> pages -> the app."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial

import reflex as rx

from gym_site.built import built_folder
from gym_site.content.business import LANGUAGE
from gym_site.db.engine import close, make_engine
from gym_site.db.prepare import prepare_database, prepared_site, schema_fault
from gym_site.db.queries import Records
from gym_site.gym import Gym
from gym_site.layout.error_screen import error_screen
from gym_site.layout.head import common_head
from gym_site.layout.shell import notices, opening_attributes
from gym_site.leads.background import Background
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import gateway_for
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.messenger import Messenger
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.service import LeadService
from gym_site.leads.store import LeadStore
from gym_site.leads.troubles import Troubles
from gym_site.leads.workers import Workers
from gym_site.pages.register import register
from gym_site.runtime import rules
from gym_site.server.form_posts import form_posts
from gym_site.server.health import Health, health_checks, status_app
from gym_site.server.listener import listening
from gym_site.server.logs import log_as_json, log_failed_handler
from gym_site.server.records import record_answers
from gym_site.server.shutdown import Shutdown
from gym_site.server.watch import Watch
from gym_site.settings import Settings
from gym_site.site import Current
from gym_site.state.form_states import FormState
from lean_reflex.app import LeanApp
from lean_reflex.browser.page_change import PageChange
from lean_reflex.reflex_internals import engines


class GymApp(LeanApp):
    """The app, with what stops it."""

    shutdown: Shutdown


def create_app(given: Settings, gym: Gym) -> GymApp:
    """Return the app: its pages and what the server runs. Prepares the database if it is available.

    ``given``: the settings as `load_settings` returns them.
    """
    settings = given.with_links(gym.brand.links)
    engine = engines()[settings.db_url] = make_engine(settings.db_url)  # so that rx.session enforces foreign keys too
    site = prepared_site(engine, settings, gym)
    current = FormState.current = Current(site, given)
    records = Records(engine, site.business)
    workers, limits, store, maintenance = Workers(engine), RateLimiter(settings), LeadStore(engine), Maintenance(engine)
    dispatcher = Dispatcher(store, gateway_for(settings, lambda: current.site.forms), workers)
    service = FormState.service = LeadService(store, dispatcher, workers, limits)
    background = Background(
        settings, workers, dispatcher, maintenance, lambda: prepare_database(engine, current.site.gym)
    )

    health = Health(workers, maintenance, service, background, partial(schema_fault, engine), settings.redis_url)
    watch = Watch(
        health, Messenger(settings), workers, maintenance, Troubles(engine), lambda: current.site.gym.brand.now()
    )
    shutdown = Shutdown(settings, workers)
    details, is_served = status_app(health, settings.db_url), settings.env_mode == "prod"

    @asynccontextmanager
    async def serving() -> AsyncIterator[None]:
        """Tell the site's address, run the background work, and finish deliveries before the server stops."""
        if sys.stdout.isatty():
            print(f"{site.business.name}: http://localhost:{settings.port}{settings.public_path('/')}", flush=True)  # noqa: T201, for the developer
        tasks = background.start(), watch.start(), asyncio.create_task(current.follow())
        async with listening(details, settings.status_of(settings.port)) if is_served else nullcontext():
            yield
        for task in tasks:
            task.cancel()
        await dispatcher.aclose()
        await asyncio.to_thread(close, engine)

    app = GymApp(
        rules=rules(current),
        pages=built_folder,
        html_lang=LANGUAGE,
        html_custom_attrs=opening_attributes(site) | ({"data-live": ""} if settings.env_mode == "dev" else {}),
        reset_style=False,
        toaster=None,  # the site has notices of its own (layout/toasts.py)
        head_components=common_head(site),
        backend_exception_handler=log_failed_handler,
        app_wraps={
            (55, "ErrorBoundary"): lambda _stateful: error_screen(site),
            (6, "PageChange"): lambda _stateful: rx.fragment(PageChange.create(class_name="visually-hidden")),
            (5, "Toasts"): lambda _stateful: notices(site),
        },
        api_transformer=[
            form_posts(service, records, current),
            record_answers(records, current),
            health_checks(health, shutdown),
        ],
    )
    app.shutdown = shutdown
    if is_served:
        app.register_lifespan_task(log_as_json)  # in the server only: people read the output of a build
    app.register_lifespan_task(serving)
    register(app, site)
    return app
