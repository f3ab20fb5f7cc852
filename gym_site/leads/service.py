"""Accepts forms from Reflex events and HTML form posts: stores each as a lead, and tries once to deliver it."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from gym_site.db.tables import Lead
from gym_site.leads.dispatcher import DEADLINE, Dispatcher
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.spam import spam_reason
from gym_site.leads.status import Status
from gym_site.leads.store import PAGE_KEY, TURN, LeadStore, is_settled, new_lead
from gym_site.leads.workers import Workers, now

logger = logging.getLogger(__name__)

POLL_INTERVAL = 0.1  # seconds between two checks of a lead that another call of `submit` is delivering
LOG_INTERVAL = 60.0  # minimum seconds between two log lines about leads that wait, are quarantined or are refused
LOOK_UP_SECONDS = 2.0  # timeout for a reference, without which the answer page is complete too
UNSTORED_SECONDS = 600.0  # seconds for which the health check counts a form that could not be stored


@dataclass(frozen=True)
class Outcome:
    """The outcome of a submission. If it is neither ``ok`` nor ``refused``, storing or delivering was not confirmed."""

    ok: bool
    refused: bool = False  # over a limit: nothing was stored
    reference: str = ""  # of the lead, if ``ok``
    key: str = ""  # the same; `LeadService.reference_of` finds the reference by it

    @classmethod
    def of(cls, row: Lead, *, ok: bool) -> "Outcome":
        """Return the outcome for this row. Suspected spam has a reference too: a bot must not see a difference."""
        return cls(ok=True, reference=row.reference, key=row.key) if ok else cls(ok=False)


@dataclass
class LeadService:
    """Accepts submitted forms (spec section 7). Each process has one service, on a single event loop."""

    store: LeadStore
    dispatcher: Dispatcher
    workers: Workers
    limits: RateLimiter
    _unlogged: Counter[str] = field(default_factory=Counter, init=False)  # leads that wait, are quarantined or refused
    _logged_at: float = field(default=-LOG_INTERVAL, init=False)
    _unstored: deque[float] = field(default_factory=lambda: deque(maxlen=1000), init=False)  # times of failures

    async def submit(
        self, form: str, raw: Mapping[str, object], fields: dict[str, str], *, via: str = "", address: str = ""
    ) -> Outcome:
        """Store and deliver a form; return the outcome for the visitor within `DEADLINE`.

        ``raw``: the fields as sent, and the page key as ``raw["key"]``. ``fields``: the cleaned and valid fields. If a
        page submits the same fields again, the second submit waits for the first and returns its outcome. Cancelling
        the caller does not cancel the delivery.
        """
        ends = asyncio.get_running_loop().time() + DEADLINE
        lead = new_lead(form, fields, page_key=raw.get("key"), via=via, reason=spam_reason(raw, fields), now=now())
        return await asyncio.shield(self.workers.start(self._store_and_deliver(lead, address, ends)))

    async def _store_and_deliver(self, lead: Lead, address: str, ends: float) -> Outcome:
        row: Lead | None = None
        try:
            async with asyncio.timeout_at(ends):
                row = await self.workers.in_thread(self._accept, lead, address)
                if row is None:
                    return Outcome(ok=False, refused=True)
                if self.dispatcher.delivers:
                    row = await self._claimed_or_settled(row)
            if row.status == Status.SENDING:
                delivery = await self.dispatcher.deliver(row, ends)
                return Outcome.of(row, ok=delivery.status is Status.SENT)
            return Outcome.of(row, ok=is_settled(row) or not self.dispatcher.delivers)
        except Exception as error:  # whatever fails, the visitor must get an answer with the telephone number
            what = f"Lead {row.reference} was not delivered yet" if row else "A lead was not stored"
            if row is None:
                self._unstored.append(time.monotonic())
            logger.error("%s (%s)", what, type(error).__name__, exc_info=error)
            return Outcome(ok=False)

    async def reference_of(self, key: str) -> str:
        """Return the reference of the lead with this key; empty if there is none, or if the database doesn't answer."""
        if not PAGE_KEY.fullmatch(key):  # a lead's key has the same form, until the lead is erased
            return ""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                return await self.workers.in_thread(self.store.reference_of, key)
        except (SQLAlchemyError, TimeoutError):
            return ""

    def unstored(self) -> int:
        """Return how many forms could not be stored in the last ten minutes."""
        since = time.monotonic() - UNSTORED_SECONDS
        return sum(moment > since for moment in self._unstored)

    def _accept(self, lead: Lead, address: str) -> Lead | None:
        """Store a lead or find its existing row; None if the lead is refused. Blocks."""
        status = Status.PENDING if self.dispatcher.delivers else Status.KEPT
        if lead.reason:
            status = Status.QUARANTINED
        row = self.store.accept(lead, status, self.limits.standing(address))
        if row is None:
            self._log(f"{lead.reason or 'limit'}, refused")
        elif row is lead:
            self.limits.count(address, at_once=status is Status.PENDING and not lead.reason)
            if lead.reason:
                self._log(f"{lead.reason}, {'waits' if lead.reason == TURN else 'quarantined'}")
            if lead.reason == TURN and self.limits.once_an_hour("GYM_LIMIT_TOTAL"):
                logger.warning(
                    "GYM_LIMIT_TOTAL is reached: new requests wait their turn. If they are genuine, raise the limit."
                )
        return row

    async def _claimed_or_settled(self, row: Lead) -> Lead:
        """Claim the row and return it. If it is already being delivered, wait, and return it with the outcome."""
        while not is_settled(row):
            if claimed := await self.workers.in_thread(self.store.claim, row, now()):
                return claimed
            current = await self.workers.in_thread(self.store.by_reference, row.reference)
            if current is None or current.status != Status.SENDING:
                return current or row
            if self.workers.closing:
                raise TimeoutError
            row = current
            await asyncio.sleep(POLL_INTERVAL)
        return row

    def _log(self, reason: str) -> None:
        """Log leads that wait, are quarantined or refused, in one line a minute: a flood must not fill the log."""
        self._unlogged[reason] += 1
        if time.monotonic() - self._logged_at >= LOG_INTERVAL:
            counted = "; ".join(f"{name}: {count}" for name, count in sorted(self._unlogged.items()))
            logger.warning("Leads wait, are quarantined or were refused (%s)", counted)
            self._unlogged.clear()
            self._logged_at = time.monotonic()
