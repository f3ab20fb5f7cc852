"""The state of the forms on the server: the outcome of the last attempt, never what was typed (spec section 3)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

import reflex as rx
from pydantic import Field

from gym_site.forms.entries import Problem, clean, find_problems
from gym_site.forms.form import Form, FormKey
from gym_site.leads.service import LeadService, Outcome
from gym_site.site import Current

Key = Annotated[str, Field(max_length=64)]  # a field's name, or the random name of an attempt
Fields = Annotated[dict[Key, str], Field(max_length=40)]


class FormState(rx.State, mixin=True):
    """The state of a form on the server: the last attempt ``received``, and the last attempt ``answered``.

    ``ok``, ``problems`` (as one line: ``invalid``) and, after a success, the request's ``reference`` are the outcome of
    the attempt ``answered``. Losing this state does no harm: the page has what the visitor typed, and the database has
    the lead.
    """

    service: ClassVar[LeadService]  # set by the composition root, for all forms at once
    current: ClassVar[Current]  # as the service
    form_key: ClassVar[FormKey]

    received: str = ""
    answered: str = ""
    ok: bool = False
    problems: list[Problem] = []
    invalid: str = ""
    reference: str = ""

    @classmethod
    def form(cls) -> Form:
        """Return the form, as the current build has it."""
        return cls.current.site.forms[cls.form_key]

    @classmethod
    def sanitise(cls, fields: Mapping[str, str]) -> dict[str, str]:
        """Remove control characters from the fields, and markup if the form is ``sanitised`` (spec section 5)."""
        return clean(cls.form(), fields)

    @classmethod
    def validate(cls, fields: Mapping[str, str]) -> tuple[Problem, ...]:
        """Return what is wrong with sanitised fields (spec section 5)."""
        return find_problems(cls.form(), fields, complete=True)

    @rx.event(background=True)
    async def submit(self, fields: Fields, attempt: Key):
        """Submit a form, as a background event: the visitor's other events don't wait for it."""
        async with self:
            self.received = attempt
            address = self.router.session.client_ip
        sanitised = self.sanitise(fields)
        problems, outcome = self.validate(sanitised), Outcome(ok=False)
        if not problems:
            outcome = await self.service.submit(self.form_key, fields, sanitised, via="event", address=address)
        async with self:
            if self.received != attempt:  # one that was sent later, after a reload, has its own answer
                return
            self.ok, self.problems, self.reference = outcome.ok, list(problems), outcome.reference
            self.invalid = ", ".join(dict.fromkeys(problem.message for problem in problems))
            self.answered = attempt


class ConsultationForm(FormState, rx.State):
    """The consultation request on the home page and on the consultation page."""

    form_key: ClassVar[FormKey] = "consultation"


class ServiceForm(FormState, rx.State):
    """The consultation request on a service page."""

    form_key: ClassVar[FormKey] = "service"


class InquiryForm(FormState, rx.State):
    """The general inquiry in the contact section."""

    form_key: ClassVar[FormKey] = "inquiry"
