"""Delivers claimed leads to the form service or mail server, and records the outcomes."""

import asyncio
import logging
from dataclasses import dataclass, field

from gym_site.db.tables import Lead
from gym_site.leads.gateway import Delivery, Gateway, MailGateway
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import Workers, now

logger = logging.getLogger(__name__)

DEADLINE = 8.0  # seconds from submit to response, including database time
MARK_SECONDS = 0.5  # part of the deadline reserved for recording the outcome
CLOSING_PAUSES = (0.0, 0.5, 1.0, 2.0)  # at shutdown: seconds before each attempt to record outcomes
CONCURRENT_DELIVERIES = 8  # stored leads that are delivered at the same time
LOGGED_AS = {Status.SENT: logging.INFO, Status.REJECTED: logging.ERROR}  # other statuses: warning


@dataclass
class Dispatcher:
    """Delivers leads and records the outcomes; keeps outcomes in memory while the database is down.

    Each process has one dispatcher.
    """

    store: LeadStore
    gateway: Gateway | MailGateway | None  # None: nothing is delivered
    workers: Workers
    _unmarked: dict[str, tuple[Lead, Delivery]] = field(default_factory=dict, init=False)  # unrecorded, by reference

    @property
    def delivers(self) -> bool:
        """Whether a form service or mail server is configured."""
        return self.gateway is not None

    async def deliver(self, claimed: Lead, ends: float) -> Delivery:
        """Send a claimed lead once and record the outcome. ``ends``: the deadline, in the event loop's time.

        An unexpected exception is an outcome too: without one, the lead would be retried for ever.
        """
        loop = asyncio.get_running_loop()
        within = ends - loop.time() - MARK_SECONDS
        failure: Exception | None = None
        try:
            delivery = Delivery(Status.PENDING, TimeoutError.__name__)
            if self.gateway is not None and within > 0:
                delivery = await self.gateway.deliver(claimed, within=within)
        except asyncio.CancelledError:  # the server is stopping
            await self._mark(claimed, Delivery(Status.UNSURE, asyncio.CancelledError.__name__))
            raise
        except Exception as error:
            failure, delivery = error, Delivery(Status.UNSURE, type(error).__name__)
        outcome = f"{delivery.status}, {delivery.code}"
        if delivery.status is Status.REJECTED:
            outcome += ". Is GYM_FORM_ENDPOINT right?"
        level = logging.ERROR if failure else LOGGED_AS.get(delivery.status, logging.WARNING)
        logger.log(level, "Lead %s (%s): %s", claimed.reference, claimed.form, outcome, exc_info=failure)
        # The response to the visitor doesn't depend on this update: wait for the update only until the deadline.
        await asyncio.wait({self.workers.start(self._mark(claimed, delivery))}, timeout=max(0.0, ends - loop.time()))
        return delivery

    async def deliver_waiting(self, lead: Lead) -> Delivery | None:
        """Claim a stored lead and deliver it; None if it can't be claimed."""
        claimed = await self.workers.in_thread(self.store.claim, lead, now())
        ends = asyncio.get_running_loop().time() + DEADLINE
        return await self.workers.start(self.deliver(claimed, ends)) if claimed else None

    async def mark_unmarked(self) -> None:
        """Record the outcomes that could not be recorded before."""
        for claimed, delivery in list(self._unmarked.values()):
            await self._mark(claimed, delivery)

    async def aclose(self) -> None:
        """Wait for deliveries in progress, and record the last outcomes."""
        await self.workers.finish()
        for pause in CLOSING_PAUSES:
            if self._unmarked:
                await asyncio.sleep(pause)
                await self.mark_unmarked()

    async def _mark(self, claimed: Lead, delivery: Delivery) -> None:
        """Record an outcome; cancelling the task does not stop the write."""
        self._unmarked[claimed.reference] = claimed, delivery
        try:
            await asyncio.shield(self.workers.in_thread(self.store.mark, claimed, delivery, now()))
        except Exception as error:  # one lead's outcome must not stop the others
            logger.error(
                "The outcome of lead %s was not recorded (%s)", claimed.reference, type(error).__name__, exc_info=error
            )
        else:
            self._unmarked.pop(claimed.reference, None)
