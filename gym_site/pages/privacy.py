"""The privacy page."""

import reflex as rx

from gym_site.components.contact import with_contacts
from gym_site.components.prose import prose
from gym_site.components.section import list_section, section
from gym_site.content.privacy import PRIVACY
from gym_site.sections.page_head import page_head
from gym_site.site import Site


def privacy(site: Site) -> tuple[rx.Component, ...]:
    """Return the page: the text, and contact details for questions."""
    return (
        page_head(PRIVACY.title, PRIVACY.intro),
        list_section(PRIVACY.title, prose(PRIVACY.text)),
        section(
            "ask",
            rx.el.p(*with_contacts(PRIVACY.ask_text, site), class_name="lead"),
            rx.el.p(PRIVACY.complaint),
            title=PRIVACY.ask_title,
            look="section paper",
            frame="call-out",
        ),
    )
