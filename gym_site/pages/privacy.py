"""The privacy page."""

import reflex as rx

from gym_site.brand import BRAND
from gym_site.components.contact import with_contacts
from gym_site.components.prose import prose
from gym_site.components.section import list_section, section
from gym_site.content.privacy import PRIVACY
from gym_site.sections.page_head import page_head
from gym_site.site import Site
from gym_site.text import fill


def privacy(site: Site) -> tuple[rx.Component, ...]:
    """Return the page: the text, and contact details for questions."""
    live_map = f"\n- {PRIVACY.live_map}" if site.settings.map_embed_url else ""
    has_calendar = site.settings.widget_script_url and BRAND.has("booking")
    calendar = f"\n- {PRIVACY.booking_calendar}" if has_calendar else ""
    text = fill(PRIVACY.text, **{"live map": live_map, "booking calendar": calendar})
    return (
        page_head(PRIVACY.title, PRIVACY.intro),
        list_section(PRIVACY.title, prose(text)),
        section(
            "ask",
            rx.el.p(*with_contacts(PRIVACY.ask_text, site), class_name="lead"),
            rx.el.p(PRIVACY.complaint),
            title=PRIVACY.ask_title,
            look="section paper",
            frame="call-out",
        ),
    )
