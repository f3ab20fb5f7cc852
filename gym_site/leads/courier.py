"""The way from a claimed lead to the form service and back into its row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gym_site.leads.compose import compose
from gym_site.leads.gateway import Delivery, Gateway
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, Stored

logger = logging.getLogger(__name__)

T = TypeVar("T")

DEADLINE = 8.0  # seconds from the submit to the answer, the database's time included
MARK_SHARE = 1 / 16  # of the deadline, left for writing down what the form service said
MARK_PAUSES = (0.5, 1.0, 2.0, 4.0)  # seconds between attempts: an unmarked lead is sent once more


class Courier:
    """Delivers claimed leads and writes down what became of them. One for each process; used on one event loop.

    Without a ``gateway`` nothing is delivered. ``deadline`` is in seconds. The courier also owns what the rest of the
    pipeline works with: the threads for the database, and the tasks that outlive whoever started them.
    """

    def __init__(self, engine: Engine, gateway: Gateway | None, *, deadline: float = DEADLINE) -> None:
        self.gateway = gateway
        self.deadline = deadline
        self.store = LeadStore(engine)
        self.delivered = 0  # leads that the form service took since the start
        self.closes = False  # nobody should wait for somebody else's delivery any more
        # Threads of its own: waiting for a locked database must not use up those that look up addresses. SQLite has
        # one writer, so one thread queues what would otherwise poll for the lock.
        self._threads = ThreadPoolExecutor(1 if engine.dialect.name == "sqlite" else 5, thread_name_prefix="leads")
        self._tasks: set[asyncio.Task[Any]] = set()

    async def deliver(
        self, form: str, fields: Mapping[str, str], claimed: Stored, *, ends: float | None = None
    ) -> Delivery:
        """Post a claimed lead once, and mark its row. ``ends`` is the loop's time at which somebody waits no longer."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + self.deadline if ends is None else ends
        within = ends - loop.time() - self.deadline * MARK_SHARE
        try:
            if self.gateway is not None and within > 0:
                body = compose(form, fields, reference=claimed.reference)
                delivery = await self.gateway.deliver(body, within=within)
            else:
                delivery = Delivery(Status.PENDING, TimeoutError.__name__)
        except asyncio.CancelledError:  # the server stops
            await self._mark_once(claimed, Delivery(Status.UNSURE, asyncio.CancelledError.__name__))
            raise
        self.delivered += delivery.status is Status.SENT
        logger.info("Lead %s (%s): %s, %s", claimed.reference, form, delivery.status, delivery.code)
        # The answer is known and the lead is stored: a slow mark may go on without whoever waits.
        await asyncio.wait({self.start(self._mark(claimed, delivery))}, timeout=max(0.0, ends - loop.time()))
        return delivery

    def in_thread(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Call a function of the database off the event loop."""
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that outlives its caller; the set holds it, as the loop alone would not."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def aclose(self) -> None:
        """Wait for what is under way (not longer than the deadline and the marks take) and close the connections."""
        self.closes = True
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self.gateway is not None:
            await self.gateway.aclose()
        self._threads.shutdown(wait=False)

    async def _mark(self, claimed: Stored, delivery: Delivery) -> None:
        for pause in MARK_PAUSES:
            if await self._mark_once(claimed, delivery):
                return
            await asyncio.sleep(pause)
        await self._mark_once(claimed, delivery)

    async def _mark_once(self, claimed: Stored, delivery: Delivery) -> bool:
        """Write the result down, in a thread that a cancellation does not stop."""
        try:
            await asyncio.shield(self.in_thread(self.store.mark, claimed, delivery, now()))
        except SQLAlchemyError as error:
            logger.error("What became of lead %s was not written down (%s)", claimed.reference, type(error).__name__)
            return False
        return True


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)
