"""What every form keeps on the server: what became of the last attempt, never what was typed."""

from __future__ import annotations

from typing import ClassVar

import reflex as rx

from gym_site.leads.service import LeadService
from gym_site.leads.validate import Problem

_LONGEST_ATTEMPT = 64  # characters; the page's own are 32


class LeadForm(rx.State, mixin=True):
    """One form of the site.

    ``received`` and ``answered`` name the page's attempt, so that the page knows what is being answered. The state is
    disposable: what a visitor typed and the form's key live in the page, the lead in the database.
    """

    service: ClassVar[LeadService]  # set by the composition root, for all forms at once
    form: ClassVar[str]  # the form's key, and its name in the path of the plain post

    received: str = ""
    answered: str = ""
    ok: bool = False
    problems: list[Problem] = []

    @rx.event(background=True)
    async def submit(self, fields: dict, attempt: str):
        """Take one filled-in form. Background: other events of this visitor are not held up meanwhile."""
        if not isinstance(fields, dict) or not isinstance(attempt, str) or len(attempt) > _LONGEST_ATTEMPT:
            return  # a stranger's own socket, not our page
        async with self:
            self.received = attempt
            address = self.router.session.client_ip
        outcome = await self.service.submit(self.form, fields, via="event", address=address)
        async with self:
            self.ok = outcome.ok
            self.problems = list(outcome.problems)
            self.answered = attempt
