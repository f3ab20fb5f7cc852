"""The privacy page."""

import reflex as rx

from gym_site.components.contact import with_contacts
from gym_site.components.prose import prose
from gym_site.components.section import list_section, section
from gym_site.sections.page_head import page_head
from gym_site.site import Site
from gym_site.text import fill


def privacy(site: Site) -> tuple[rx.Component, ...]:
    """Return the page: the text, and contact details for questions."""
    words = site.gym.privacy
    live_map = f"\n- {words.live_map}" if site.settings.map_embed_url else ""
    has_calendar = site.settings.widget_script_url and site.gym.has("booking")
    calendar = f"\n- {words.booking_calendar}" if has_calendar else ""
    text = fill(words.text, **{"live map": live_map, "booking calendar": calendar})
    return (
        page_head(site, words.title, words.intro),
        list_section(words.title, prose(text)),
        section(
            "ask",
            rx.el.p(*with_contacts(words.ask_text, site), class_name="lead"),
            rx.el.p(words.complaint),
            title=words.ask_title,
            look="section paper",
            frame="call-out",
        ),
    )
