"""Composition root: settings -> database -> content -> pages -> the app. Nothing is decided here, only put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import reflex as rx
from reflex.utils.prerequisites import get_web_dir
from reflex_base.constants import Dirs

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records, RecordsUnavailableError
from gym_site.layout.error_screen import error_boundary
from gym_site.layout.shell import STYLESHEETS, head, notices
from gym_site.leads.courier import Courier
from gym_site.leads.gateway import gateway_for
from gym_site.leads.outbox import Outbox
from gym_site.leads.pipeline import LeadDesk
from gym_site.leads.upkeep import Upkeep
from gym_site.pages import register
from gym_site.server.forms import form_posts
from gym_site.server.health import health_checks
from gym_site.server.logs import failures_logged, log_as_json, log_failed_handler
from gym_site.server.policy import guard
from gym_site.server.socket import page_calls, socket_guard
from gym_site.settings import load_settings
from gym_site.state.forms import ConsultationForm, InquiryForm, ServiceForm
from gym_site.state.lead_form import LeadForm
from gym_site.state.records import BusinessRecord, PageRecord

settings = load_settings()
engine = make_engine(settings.db_url)
records = Records(engine) if prepare_database(engine, BUSINESS, PAGE_RECORDS) else None  # for the build alone
try:
    record = records.business() if records else BUSINESS
    page_records = {slug: records.page(slug) if records else said for slug, said in PAGE_RECORDS.items()}
except RecordsUnavailableError:  # logged where it happened: the pages are built from what would have been stored
    record, page_records = BUSINESS, dict(PAGE_RECORDS)
business = record or BUSINESS
PageRecord.records = BusinessRecord.records = Records(engine)
PageRecord.built, BusinessRecord.built = page_records, record
courier = Courier(engine, gateway_for(settings))
desk = LeadForm.desk = LeadDesk(settings, courier)
upkeep = Upkeep(engine)
outbox = Outbox(settings, courier, upkeep)
calls = page_calls(
    ConsultationForm.submit, InquiryForm.submit, ServiceForm.submit, BusinessRecord.load, PageRecord.load
)


@asynccontextmanager
async def serving() -> AsyncIterator[None]:
    """Say where the site is, keep the outbox at work, and let leads under way finish before the server stops."""
    print(f"{business.name}: http://localhost:{settings.port}", flush=True)  # noqa: T201, for whoever started it
    work = asyncio.create_task(outbox.run())
    yield
    work.cancel()
    await courier.aclose()


app = rx.App(
    html_lang="en-CA",
    stylesheets=list(STYLESHEETS),
    reset_style=False,
    head_components=head(business),
    toaster=None,
    backend_exception_handler=log_failed_handler,
    app_wraps={
        (55, "ErrorBoundary"): lambda _stateful: error_boundary(business),
        (5, "Toasts"): lambda _stateful: rx.fragment(notices(business)),
    },
    api_transformer=[
        form_posts(desk, business, settings),
        health_checks(courier, upkeep, settings.redis_url),
        socket_guard(calls, settings),
        guard(get_web_dir() / Dirs.STATIC, settings),
        failures_logged,
    ],
)
if settings.env_mode == "prod":
    app.register_lifespan_task(log_as_json)  # not before: a build is read by a person
app.register_lifespan_task(serving)
register(app, record, page_records, settings)
