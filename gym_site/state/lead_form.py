"""What every form keeps on the server: what became of the last attempt, never what was typed."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

import reflex as rx

from gym_site.leads.pipeline import LeadDesk

_LONGEST_ATTEMPT = 64  # characters; the page's own are 32


@dataclasses.dataclass
class Remark:
    """A problem as the page shows it."""

    field: str
    message: str


class LeadForm(rx.State, mixin=True):
    """One form of the site.

    ``received`` and ``answered`` name the page's attempt, so that the page knows what is being answered. The state is
    disposable: what a visitor typed and the form's key live in the page, the lead in the database.
    """

    desk: ClassVar[LeadDesk]  # set by the composition root, for all forms at once
    form: ClassVar[str]  # the name in the pipeline and in the path of the plain post

    received: str = ""
    answered: str = ""
    ok: bool = False
    problems: list[Remark] = []

    @rx.event(background=True)
    async def submit(self, fields: dict, attempt: str):
        """Take one filled-in form. Background: other events of this visitor are not held up meanwhile."""
        if not isinstance(fields, dict) or not isinstance(attempt, str) or len(attempt) > _LONGEST_ATTEMPT:
            return  # a stranger's own socket, not our page
        async with self:
            self.received = attempt
            address = self.router.session.client_ip
        outcome = await self.desk.submit(self.form, fields, via="event", address=address)
        async with self:
            self.ok = outcome.ok
            self.problems = [Remark(one.field, one.message) for one in outcome.problems]
            self.answered = attempt
