"""Composition root: settings -> database -> content -> pages -> the app. Nothing is decided here, only put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs

from gym_site.content.business import BUSINESS, Business
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records
from gym_site.layout.shell import STYLESHEETS, head, notices, sharing_meta
from gym_site.leads.pipeline import LeadDesk
from gym_site.pages.home import home
from gym_site.routes import ROUTES
from gym_site.server.forms import form_posts
from gym_site.server.policy import guard
from gym_site.settings import Settings, load_settings
from gym_site.state.lead_form import LeadForm

PAGES: dict[str, Callable[[Business | None, Settings], rx.Component]] = {"home": home}

settings = load_settings()
engine = make_engine(settings.db_url)
if prepare_database(engine, BUSINESS, PAGE_RECORDS):
    records = Records(engine)
    record, page_records = records.business(), {route.key: records.page(route.key) for route in ROUTES}
else:  # unreachable, and logged: the pages are built from what would have been stored
    record, page_records = BUSINESS, PAGE_RECORDS
business = record or BUSINESS
desk = LeadForm.desk = LeadDesk(settings, engine)


@asynccontextmanager
async def serving() -> AsyncIterator[None]:
    """Say where the site is, and let the leads that are under way finish before the server stops."""
    print(f"{business.name}: http://localhost:{settings.port}", flush=True)  # noqa: T201, for whoever started it
    yield
    await desk.aclose()


app = rx.App(
    html_lang="en-CA",
    stylesheets=list(STYLESHEETS),
    reset_style=False,
    head_components=head(),
    toaster=None,
    app_wraps={(5, "Toasts"): lambda _stateful: rx.fragment(notices(business))},
    api_transformer=[form_posts(desk, business, settings), guard(get_web_dir() / Dirs.STATIC, settings)],
)
app.register_lifespan_task(serving)
for route in ROUTES:
    if route.key in PAGES:
        said = page_records[route.key] or PAGE_RECORDS[route.key]
        app.add_page(
            lambda page=PAGES[route.key]: page(record, settings),
            route=route.path,
            title=said.title,
            description=said.meta_description,
            image=f"{settings.site_url}/images/card-{route.key}.jpg",
            meta=sharing_meta(said, business, settings),
        )
