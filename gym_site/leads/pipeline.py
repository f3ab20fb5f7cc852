"""One filled-in form becomes one stored lead and, once, one delivery.

`LeadDesk.submit` is called with the same mapping by the Reflex event and by the plain HTTP post.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gym_site.leads.compose import compose
from gym_site.leads.fields import FORMS
from gym_site.leads.gateway import Delivery, Gateway
from gym_site.leads.status import Status
from gym_site.leads.store import KEY_LENGTH, LeadStore, NewLead, Stored, fingerprint
from gym_site.leads.suspicion import Suspicion
from gym_site.leads.validate import Problem, validate
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

T = TypeVar("T")

DEADLINE = 8.0  # seconds from the submit to the answer, the database's time included
MARK_SHARE = 1 / 16  # of the deadline, left for writing down what the form service said
LOOK_EVERY = 0.1  # seconds, while another submit delivers the same lead
MARK_PAUSES = (0.5, 1.0, 2.0, 4.0)  # seconds between attempts: an unmarked lead is sent once more
MINTED = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")


@dataclass(frozen=True)
class Outcome:
    """What became of a submission; ``problems`` is empty when the sending itself failed.

    ``reference`` is what the visitor and staff can call the lead by; it is there as soon as ``ok`` is.
    """

    ok: bool
    problems: tuple[Problem, ...] = ()
    reference: str = ""


class LeadDesk:
    """Takes filled-in forms (spec section 7). One for each process; used on one event loop.

    Without ``gateway`` one is made for the form service that the settings name; where they name none, leads are kept
    for staff to read. Leads that look like a bot's are stored and not delivered. ``deadline`` is in seconds.
    """

    def __init__(
        self, settings: Settings, engine: Engine, gateway: Gateway | None = None, *, deadline: float = DEADLINE
    ) -> None:
        if gateway is None and settings.form_endpoint:
            gateway = Gateway(settings.form_endpoint, settings.site_url, deadline=deadline)
        self._gateway = gateway
        self._deadline = deadline
        self._store = LeadStore(engine)
        self._suspicion = Suspicion(settings)
        # Threads of its own: waiting for a locked database must not use up those that look up addresses. SQLite has
        # one writer, so one thread queues what would otherwise poll for the lock.
        self._threads = ThreadPoolExecutor(1 if engine.dialect.name == "sqlite" else 5, thread_name_prefix="leads")
        self._tasks: set[asyncio.Task[Any]] = set()

    def opened(self) -> str:
        """Return the present moment for a form that a visitor begins (`Suspicion.opened`)."""
        return self._suspicion.opened()

    async def submit(self, form: str, raw: Mapping[str, object], *, via: str = "", address: str = "") -> Outcome:
        """Take one filled-in form and return what the visitor is told, within the deadline.

        ``raw`` is what a stranger sent from ``address``; ``raw["key"]`` is the page's key for it. The same form again
        joins the first one or repeats its answer. A visitor who leaves meanwhile does not stop the lead. Raises
        `KeyError` for a form that the site doesn't have; every other fault is an `Outcome`.
        """
        ends = asyncio.get_running_loop().time() + self._deadline
        fields = FORMS[form].clean(raw)
        if problems := validate(form, fields):
            return Outcome(ok=False, problems=problems)
        words = fingerprint(form, fields)
        key = raw.get("key")
        minted = isinstance(key, str) and MINTED.fullmatch(key) is not None
        lead = NewLead(
            form=form,
            fields=fields,
            key=str(key) if minted else words[:KEY_LENGTH],
            payload_hash=words,
            minted=minted,
            via=via,
        )
        accept = partial(self._accept, lead, self._suspicion.of(raw, fields), address)
        return await asyncio.shield(self._start(self._take(lead, accept, ends)))

    async def aclose(self) -> None:
        """Wait for what is under way (not longer than the deadline and the marks take) and close the connections."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._gateway is not None:
            await self._gateway.aclose()
        self._threads.shutdown(wait=False)

    async def _take(self, lead: NewLead, accept: Callable[[], Stored], ends: float) -> Outcome:
        try:
            async with asyncio.timeout_at(ends):
                row = await self._settled_or_claimed(lead, accept)
        except (SQLAlchemyError, TimeoutError) as error:
            logger.error("A lead was not stored, or not delivered yet (%s)", type(error).__name__)
            return Outcome(ok=False)
        if row.status is Status.SENDING and self._gateway is not None:
            return await self._deliver(self._gateway, lead, row, ends)
        return Outcome(ok=row.is_settled, reference=row.reference)

    async def _settled_or_claimed(self, lead: NewLead, accept: Callable[[], Stored]) -> Stored:
        """Return the lead's row: delivered before, claimed by us, or left undelivered by the submit we waited for."""
        while True:
            row = await self._in_thread(accept)
            if row.is_settled:
                return row
            ours = row.payload_hash == lead.payload_hash  # else somebody is just delivering other words under this key
            if ours and (claimed := await self._in_thread(self._store.claim, row, _now())):
                return claimed
            other = await self._wait_for(row)
            if other is not None and other.payload_hash == lead.payload_hash:
                return other

    def _accept(self, lead: NewLead, suspect: str, address: str) -> Stored:
        """Store a lead, or find the one that it is already; count it, or put it by as a bot's. Blocks."""
        aside = Status.QUARANTINED if suspect else Status.KEPT if self._gateway is None else None
        limit = "" if suspect else self._suspicion.limit(address)
        row = self._store.accept(lead, _now(), aside, over_limit=bool(limit))
        if row.is_new and row.status is Status.QUARANTINED:
            logger.warning("Lead %s (%s) was quarantined: %s", row.reference, lead.form, suspect or limit)
        elif row.is_new:
            self._suspicion.count(address)
        return row

    async def _wait_for(self, row: Stored) -> Stored | None:
        """Wait for somebody else's delivery; None when it was given up or the row is gone."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            now = await self._in_thread(self._store.look, row.id)
            if now is None or now.status is not Status.SENDING:
                return now
            if now.is_open(_now()):
                return None

    async def _deliver(self, gateway: Gateway, lead: NewLead, claimed: Stored, ends: float) -> Outcome:
        loop = asyncio.get_running_loop()
        within = ends - loop.time() - self._deadline * MARK_SHARE
        try:
            if within > 0:
                body = compose(lead.form, lead.fields, reference=claimed.reference)
                delivery = await gateway.deliver(body, within=within)
            else:
                delivery = Delivery(Status.PENDING, TimeoutError.__name__)
        except asyncio.CancelledError:  # the server stops
            await self._mark_once(claimed, Delivery(Status.UNSURE, asyncio.CancelledError.__name__))
            raise
        logger.info("Lead %s (%s): %s, %s", claimed.reference, lead.form, delivery.status, delivery.code)
        # The answer is known and the lead is stored: a slow mark may go on without the visitor.
        await asyncio.wait({self._start(self._mark(claimed, delivery))}, timeout=max(0.0, ends - loop.time()))
        return Outcome(ok=delivery.status is Status.SENT, reference=claimed.reference)

    async def _mark(self, claimed: Stored, delivery: Delivery) -> None:
        for pause in MARK_PAUSES:
            if await self._mark_once(claimed, delivery):
                return
            await asyncio.sleep(pause)
        await self._mark_once(claimed, delivery)

    async def _mark_once(self, claimed: Stored, delivery: Delivery) -> bool:
        """Write the result down, in a thread that a cancellation does not stop."""
        try:
            await asyncio.shield(self._in_thread(self._store.mark, claimed, delivery, _now()))
        except SQLAlchemyError as error:
            logger.error("What became of lead %s was not written down (%s)", claimed.reference, type(error).__name__)
            return False
        return True

    def _in_thread(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that outlives its caller; the set holds it, as the loop alone would not."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _now() -> datetime:
    return datetime.now(UTC)
