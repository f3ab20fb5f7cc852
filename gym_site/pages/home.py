"""The home page (spec section 2)."""

import reflex as rx

from gym_site.sections.about import about
from gym_site.sections.consultation import consultation
from gym_site.sections.contact import contact
from gym_site.sections.facility import facility
from gym_site.sections.hero import hero
from gym_site.sections.line_up import line_up
from gym_site.sections.membership import membership
from gym_site.sections.services import services
from gym_site.sections.social import social
from gym_site.sections.steps import steps
from gym_site.sections.testimonials import testimonials
from gym_site.sections.voices import voices
from gym_site.site import Site


def home(site: Site) -> tuple[rx.Component | None, ...]:
    """Return the page. Sections that the gym lacks are None."""
    sign_up = site.gym.home.steps
    return (
        hero(site),
        steps(sign_up.title, sign_up.steps) if sign_up else None,
        about(site),
        *membership(site),
        facility(site),
        voices(site),
        services(site),
        line_up(site) if site.gym.has("trainers") else None,
        consultation(site),
        testimonials(site),
        social(site),
        contact(site),
    )
