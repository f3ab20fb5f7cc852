"""Background work of every server process: redelivery and erasure."""

import asyncio
import itertools
import logging
import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from gym_site.leads.dispatcher import CONCURRENT_DELIVERIES, Dispatcher
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import REDELIVERED, Status
from gym_site.leads.workers import Workers, now
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

ROUND_SECONDS = 5.0  # between two rounds of the background work
TAKEN_OVER_AFTER = 30.0  # seconds to wait after a database error before taking over leads with an expired lease
MAINTENANCE_ROUNDS = 12  # rounds from one run of `maintain` to the next: about a minute


@dataclass
class Background:
    """The background work of one server process."""

    settings: Settings
    workers: Workers
    dispatcher: Dispatcher
    maintenance: Maintenance
    prepare: Callable[[], object]  # blocking; called after a database error to create missing tables
    turned: float = field(default_factory=time.monotonic, init=False)  # time of the last progress, for the health check
    failed: float = field(default=-math.inf, init=False)  # time of the last database error

    def start(self) -> asyncio.Task[None]:
        """Start the work as a task; its end is logged unless it was cancelled."""
        work = asyncio.create_task(self.run())
        work.add_done_callback(_log_end)
        return work

    async def run(self) -> None:
        """Work until cancelled. A failure is logged and never ends the loop."""
        prepared = True
        for number in itertools.count():
            self.turned = time.monotonic()
            try:
                if not prepared:
                    await self.workers.in_thread(self.prepare)
                    prepared = True
                await self.dispatcher.mark_unmarked()
                if number % MAINTENANCE_ROUNDS == 0:
                    await self.maintain()
                if self.settings.redeliver:
                    await self.redeliver()
            except SQLAlchemyError as error:
                logger.error("The background work can't use the database (%s)", type(error).__name__)
                prepared, self.failed = False, time.monotonic()
            except Exception as error:
                logger.error("A round of the background work failed (%s)", type(error).__name__, exc_info=error)
            await asyncio.sleep(ROUND_SECONDS * random.uniform(0.8, 1.2))  # processes must not run in lockstep

    async def redeliver(self) -> None:
        """Deliver due leads in batches; stop when none is left, or when the form service accepts none of a batch."""
        in_thread, maintenance = self.workers.in_thread, self.maintenance
        # After a database error, other processes first get time to record their outcomes.
        if time.monotonic() > self.failed + TAKEN_OVER_AFTER:
            await in_thread(maintenance.expire, now())
        if not self.dispatcher.delivers:
            return
        statuses = REDELIVERED if self.settings.resend_unsure else (Status.PENDING,)
        for reference in await in_thread(maintenance.give_up, now(), statuses):
            logger.error("Gave up on lead %s after three days of attempts: staff must deal with the lead", reference)
        while batch := await in_thread(maintenance.waiting, statuses, now(), CONCURRENT_DELIVERIES):
            self.turned = time.monotonic()  # otherwise a round with thousands of leads would look stalled
            deliveries = await asyncio.gather(*(self.dispatcher.deliver_waiting(lead) for lead in batch))
            if not any(delivery is not None and delivery.status is Status.SENT for delivery in deliveries):
                return

    async def maintain(self) -> None:
        """Erase content whose retention time is over."""
        in_thread, maintenance = self.workers.in_thread, self.maintenance
        erased = 0
        while batch := await in_thread(maintenance.erase_due, now()):
            erased += batch
        if erased:
            logger.info("The content of %d leads was erased", erased)
        await in_thread(maintenance.empty_journal)  # a command or another process may have erased content too


def _log_end(work: asyncio.Task[None]) -> None:
    if not work.cancelled():
        error = work.exception()
        logger.error("The background work has ended (%s): restart the site", type(error).__name__, exc_info=error)
