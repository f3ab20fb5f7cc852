"""The lead pipeline assembled in this process, with a fake form service."""

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
from sqlalchemy import Engine, update
from sqlmodel import Session, col, select

from gym_site.db.prepare import schema_fault
from gym_site.db.tables import Lead
from gym_site.leads.background import Background
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import Gateway
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.service import LeadService, Outcome
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore
from gym_site.leads.troubles import Troubles
from gym_site.leads.workers import Workers
from gym_site.server.health import Health
from gym_site.state.form_states import FormState, InquiryForm
from tests.gym import CURRENT, SETTINGS, SITE

WORDS = {"name": "Jo Lee", "email": "jo@mail.example", "phone": "", "service": "", "message": "My knee hurts"}
HOST = urlsplit(SETTINGS.site_url).hostname
"""The host name at the beginning of every message to staff."""
NOW = datetime.now(UTC)
FormState.current = CURRENT  # as `create_app` sets it
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class FakeFormService:
    """Responds with ``status`` and ``body`` (status None: unreachable) and records what is posted."""

    def __init__(self) -> None:
        self.posts: list[dict[str, Any]] = []
        self.status: int | None = 200
        self.body: dict[str, Any] | str = {}
        self.headers: dict[str, str] = {}
        self.open = asyncio.Event()
        self.open.set()

    def hold(self) -> None:
        """Hold every response until ``open`` is set."""
        if self.open.is_set():
            self.open = asyncio.Event()

    @property
    def messages(self) -> list[str]:
        return [post["message"] for post in self.posts]

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        self.posts.append(json.loads(request.content))
        await self.open.wait()
        if self.status is None:
            raise httpx.ConnectError("refused")
        content = self.body if isinstance(self.body, str) else json.dumps(self.body)
        return httpx.Response(self.status, content=content, headers=self.headers)


class Process:
    """One process of the site, assembled as in `gym_site.gym_site`.

    If ``form_service`` is None, leads are only stored, with the status "kept".
    """

    def __init__(self, engine: Engine, form_service: FakeFormService | None, **settings: Any) -> None:
        chosen, self.engine = replace(SETTINGS, **settings), engine
        gateway = None
        if form_service is not None:
            transport = httpx.MockTransport(form_service)
            gateway = Gateway(
                "https://forms.example/f/1", "https://gym.example", lambda: SITE.forms, transport=transport
            )
        self.workers, self.limits, self.store = Workers(engine), RateLimiter(chosen), LeadStore(engine)
        self.maintenance = Maintenance(engine)
        self.dispatcher = Dispatcher(self.store, gateway, self.workers)
        self.service = LeadService(self.store, self.dispatcher, self.workers, self.limits)
        self.troubles = Troubles(engine)
        self.background = Background(chosen, self.workers, self.dispatcher, self.maintenance, bool)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine on an event loop, and wait for every task that it started."""

        async def finished() -> Any:
            result = await work
            await self.workers.finish()
            self.workers.closing = False  # run() may be called again
            return result

        return asyncio.run(finished())

    def submit(self, *, address: str = "", **raw: Any) -> Any:
        return self.run(self.submitting(raw, address=address))

    def submitting(self, raw: dict[str, Any], *, address: str = "") -> Coroutine[Any, Any, Outcome]:
        """Submit an inquiry as the form state does."""
        sent = {**WORDS, **raw}
        return self.service.submit("inquiry", sent, InquiryForm.sanitise(sent), via="event", address=address)

    def redeliver(self) -> None:
        self.run(self.background.redeliver())


def health_of(process: Process, *, redis_url: str | None = None) -> Health:
    """Return the health checks of a process."""
    parts = process.workers, process.maintenance, process.service, process.background
    return Health(*parts, lambda: schema_fault(process.engine), redis_url)


def put(engine: Engine, status: Status | str, *, count: int = 1, ago: timedelta = MINUTE, **columns: Any) -> None:
    """Store leads that were received at `NOW` minus ``ago`` and whose next attempt is due."""
    with Session(engine) as session:
        for _ in range(count):
            key = uuid4().hex
            values = {
                "key": key, "payload_hash": key, "form": "inquiry", "reference": key[:7], "payload": dict(WORDS),
                "status": status, "created_at": NOW - ago, "next_attempt_at": NOW - timedelta(seconds=1),
            }  # fmt: skip
            session.add(Lead(**values | columns))
        session.commit()


def leads(engine: Engine) -> list[Lead]:
    """Return all leads, oldest first."""
    with Session(engine) as session:
        return list(session.exec(select(Lead).order_by(col(Lead.created_at))))


def statuses(engine: Engine) -> list[str]:
    """Return the statuses of all leads, oldest first."""
    return [lead.status for lead in leads(engine)]


def change(engine: Engine, **columns: Any) -> None:
    """Set columns of every lead; a timedelta means that long ago."""
    values = {
        name: datetime.now(UTC) - value if isinstance(value, timedelta) else value for name, value in columns.items()
    }
    with engine.begin() as connection:
        connection.execute(update(Lead).values(values))
