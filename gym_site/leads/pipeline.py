"""One filled-in form becomes one stored lead and, once, one delivery.

`LeadDesk.submit` is called with the same mapping by the Reflex event and by the plain HTTP post.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from gym_site.leads.courier import Courier, now
from gym_site.leads.fields import FORMS
from gym_site.leads.status import Status
from gym_site.leads.store import KEY_LENGTH, NewLead, Stored, fingerprint
from gym_site.leads.suspicion import Suspicion
from gym_site.leads.validate import Problem, validate
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

LOOK_EVERY = 0.1  # seconds, while another submit delivers the same lead
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

    Where the ``courier`` has no form service to deliver to, leads are kept for staff to read. Leads that look like a
    bot's are stored and not delivered.
    """

    def __init__(self, settings: Settings, courier: Courier) -> None:
        self.courier = courier
        self._suspicion = Suspicion(settings)

    def opened(self) -> str:
        """Return the present moment for a form that a visitor begins (`Suspicion.opened`)."""
        return self._suspicion.opened()

    async def submit(self, form: str, raw: Mapping[str, object], *, via: str = "", address: str = "") -> Outcome:
        """Take one filled-in form and return what the visitor is told, within the deadline.

        ``raw`` is what a stranger sent from ``address``; ``raw["key"]`` is the page's key for it. The same form again
        joins the first one or repeats its answer. A visitor who leaves meanwhile does not stop the lead. Raises
        `KeyError` for a form that the site doesn't have; every other fault is an `Outcome`.
        """
        ends = asyncio.get_running_loop().time() + self.courier.deadline
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
        return await asyncio.shield(self.courier.start(self._take(lead, accept, ends)))

    async def _take(self, lead: NewLead, accept: Callable[[], Stored], ends: float) -> Outcome:
        try:
            async with asyncio.timeout_at(ends):
                row = await self._settled_or_claimed(lead, accept)
            if row.status is Status.SENDING:
                delivery = await self.courier.deliver(lead.form, lead.fields, row, ends=ends)
                return Outcome(ok=delivery.status is Status.SENT, reference=row.reference)
            return Outcome(ok=row.is_settled, reference=row.reference)
        except Exception as error:  # whatever it is, the visitor keeps their words and gets the telephone number
            logger.error("A lead was not stored, or not delivered yet (%s)", type(error).__name__)
            return Outcome(ok=False)

    async def _settled_or_claimed(self, lead: NewLead, accept: Callable[[], Stored]) -> Stored:
        """Return the lead's row: delivered before, claimed by us, or left undelivered by the submit we waited for."""
        while True:
            row = await self.courier.in_thread(accept)
            if row.is_settled:
                return row
            ours = row.payload_hash == lead.payload_hash  # else somebody is just delivering other words under this key
            if ours and (claimed := await self.courier.in_thread(self.courier.store.claim, row, now())):
                return claimed
            other = await self._wait_for(row)
            if other is not None and other.payload_hash == lead.payload_hash:
                return other

    def _accept(self, lead: NewLead, suspect: str, address: str) -> Stored:
        """Store a lead, or find the one that it is already; count it, or put it by as a bot's. Blocks."""
        aside = Status.QUARANTINED if suspect else Status.KEPT if self.courier.gateway is None else None
        limit = "" if suspect else self._suspicion.limit(address)
        row = self.courier.store.accept(lead, now(), aside, over_limit=bool(limit))
        if row.is_new and row.status is Status.QUARANTINED:
            logger.warning("Lead %s (%s) was quarantined: %s", row.reference, lead.form, suspect or limit)
        elif row.is_new:
            self._suspicion.count(address)
        return row

    async def _wait_for(self, row: Stored) -> Stored | None:
        """Wait for somebody else's delivery; None when it was given up or the row is gone."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            seen = await self.courier.in_thread(self.courier.store.look, row.id)
            if seen is None or seen.status is not Status.SENDING:
                return seen
            if seen.is_open(now()):
                return None
            if self.courier.closes:
                raise TimeoutError
