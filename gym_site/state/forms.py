"""The server states of the forms: the outcome of the last attempt, never what was typed (spec section 3)."""

from typing import ClassVar

import reflex as rx

from gym_site.content.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, Form
from gym_site.leads.fields import Problem
from gym_site.leads.service import LeadService

_MAX_ATTEMPT_ID = 64  # characters; the page's own are 32


class LeadForm(rx.State, mixin=True):
    """A form of the site; ``received`` and ``answered`` are the attempt that the page waits for.

    The state may be lost at any moment: what was typed is kept in the page, the lead in the database.
    """

    service: ClassVar[LeadService]  # set by the composition root, for all forms at once
    form: ClassVar[Form]

    received: str = ""
    answered: str = ""
    ok: bool = False
    problems: list[Problem] = []

    @rx.event(background=True)
    async def submit(self, fields: dict, attempt: str):
        """Submit a form. A background event, so that the visitor's other events don't have to wait."""
        if not isinstance(fields, dict) or not isinstance(attempt, str) or len(attempt) > _MAX_ATTEMPT_ID:
            return  # not sent by our page
        async with self:
            self.received = attempt
            address = self.router.session.client_ip
        outcome = await self.service.submit(self.form.key, fields, via="event", address=address)
        async with self:
            self.ok = outcome.ok
            self.problems = list(outcome.problems)
            self.answered = attempt


class ConsultationForm(LeadForm, rx.State):
    """Consultation request, on the home and the consultation page."""

    form: ClassVar[Form] = CONSULTATION_FORM


class ServiceForm(LeadForm, rx.State):
    """Consultation request of a service page."""

    form: ClassVar[Form] = SERVICE_FORM


class InquiryForm(LeadForm, rx.State):
    """General inquiry, in the contact section."""

    form: ClassVar[Form] = INQUIRY_FORM
