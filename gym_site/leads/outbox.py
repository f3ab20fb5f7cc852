"""What happens to leads while nobody waits: sent again, given up, erased in time, and staff told of.

The same work is done by the server's `Outbox.run` and by ``python -m gym_site leads deliver | purge``; the database
decides who gets which lead, so any number of processes may do it at once.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Sequence

from sqlalchemy.exc import SQLAlchemyError

from gym_site.leads.alerts import Alerts
from gym_site.leads.courier import Courier, now
from gym_site.leads.gateway import Delivery
from gym_site.leads.status import REDELIVERED, Status
from gym_site.leads.upkeep import Upkeep, Waiting
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

EVERY = 5.0  # seconds between two rounds
HOUSEKEEPING_EVERY = 60.0  # seconds
AT_ONCE = 8


class Outbox:
    """The background work of one process; it shares its ``courier`` with the desk."""

    def __init__(self, settings: Settings, courier: Courier, upkeep: Upkeep) -> None:
        self._courier = courier
        self._upkeep = upkeep
        self._alerts = Alerts(settings)
        self._redelivers = settings.redeliver
        self._statuses = REDELIVERED if settings.resend_unsure else (Status.PENDING,)
        self._is_away = True  # the form service, until it has taken a lead
        self._delivered = 0  # when it was last looked

    async def run(self) -> None:
        """Work until cancelled. A fault is one line in the log, never the end."""
        housekeeping = 0.0
        while True:
            try:
                if housekeeping <= 0:
                    housekeeping = HOUSEKEEPING_EVERY
                    await self.keep_house()
                if self._redelivers:
                    await self.redeliver()
            except SQLAlchemyError as error:
                logger.error("The outbox can't reach the database (%s)", type(error).__name__)
            except Exception as error:
                logger.error("A round of the outbox failed (%s)", type(error).__name__)
            pause = EVERY * random.uniform(0.8, 1.2)  # several processes should not march in step
            housekeeping -= pause
            await asyncio.sleep(pause)

    async def redeliver(self) -> None:
        """Send what is due. While the form service is away one lead at a time finds out whether it is back."""
        thread, upkeep = self._courier.in_thread, self._upkeep
        await thread(upkeep.expire, now())
        if self._courier.gateway is None:
            return
        for reference in await thread(upkeep.give_up, now(), self._statuses):
            logger.error("Lead %s was given up after three days of attempts: it needs a person", reference)
        while True:
            if self._is_away and self._courier.delivered > self._delivered:
                self._is_away = False
                await thread(upkeep.hurry, now(), self._statuses)
            self._delivered = self._courier.delivered
            batch = await thread(upkeep.due, now(), 1 if self._is_away else AT_ONCE, self._statuses)
            if not batch:
                return
            results = await asyncio.gather(*(self.deliver(waiting) for waiting in batch))
            tried = [delivery for delivery in results if delivery is not None]
            if tried and all(delivery.status in REDELIVERED for delivery in tried):
                self._is_away = True
                return

    async def deliver(self, waiting: Waiting) -> Delivery | None:
        """Deliver one lead now; None where somebody else has it by now."""
        claimed = await self._courier.in_thread(self._courier.store.claim, waiting.row, now())
        if claimed is None:
            return None
        return await self._courier.start(self._courier.deliver(waiting.form, waiting.fields, claimed))

    async def deliver_all(self, leads: Sequence[Waiting]) -> AsyncIterator[tuple[Waiting, Delivery | None]]:
        """Deliver these leads, and yield each with what became of it as soon as that is known."""
        slots = asyncio.Semaphore(AT_ONCE)

        async def one(waiting: Waiting) -> tuple[Waiting, Delivery | None]:
            async with slots:
                return waiting, await self.deliver(waiting)

        for done in asyncio.as_completed([one(waiting) for waiting in leads]):
            yield await done

    async def aclose(self) -> None:
        """Wait for what is under way and close the connections."""
        await self._courier.aclose()

    async def keep_house(self) -> None:
        """Erase what has been kept long enough, and tell staff what they have to know."""
        if erased := await self._courier.in_thread(self._upkeep.erase_due, now()):
            logger.info("The words of %d leads were erased", erased)
        if alert := await self._courier.in_thread(self._upkeep.alert, now()):
            await self._alerts.send(alert)
