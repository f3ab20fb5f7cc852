"""The forms of the site (spec section 3)."""

from __future__ import annotations

from typing import ClassVar

import reflex as rx

from gym_site.state.lead_form import LeadForm


class ConsultationForm(LeadForm, rx.State):
    """Consultation request, on the home and the consultation page."""

    form: ClassVar[str] = "consultation"


class ServiceForm(LeadForm, rx.State):
    """Consultation request of a service page."""

    form: ClassVar[str] = "service"


class InquiryForm(LeadForm, rx.State):
    """General inquiry, in the contact section."""

    form: ClassVar[str] = "inquiry"
