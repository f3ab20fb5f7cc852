"""The home page (spec section 2)."""

import reflex as rx

from gym_site.content.facility import CAROUSEL, FACILITY_PICTURES, FACILITY_WORDS, FEATURE_CARDS, OPENING_PANEL
from gym_site.content.forms import CONSULTATION_FORM, INQUIRY_FORM
from gym_site.content.gallery import TOUR, TOUR_WORDS, VIEWER
from gym_site.content.home import ABOUT, BUSINESS_INFO, CONTACT, HERO, STEPS, TESTIMONIALS
from gym_site.content.line_up import LINE_UP
from gym_site.content.opening import as_built
from gym_site.content.plans import MEMBERSHIP, PLAN_TABS, TRIAL
from gym_site.content.services import SERVICE_CARDS, SERVICES_WORDS
from gym_site.content.social import SOCIAL, SOCIAL_POSTS
from gym_site.sections.about import about
from gym_site.sections.contact import contact
from gym_site.sections.facility import facility
from gym_site.sections.forms import consultation
from gym_site.sections.hero import hero
from gym_site.sections.line_up import line_up
from gym_site.sections.membership import membership
from gym_site.sections.services import services
from gym_site.sections.social import social
from gym_site.sections.steps import steps
from gym_site.sections.testimonials import testimonials
from gym_site.site import Site


def home(site: Site) -> tuple[rx.Component, ...]:
    """Return the page; without a business record the business info is left out."""
    return (
        hero(as_built(HERO, site.settings), site.settings),
        steps(STEPS.title, STEPS.steps),
        about(as_built(ABOUT, site.settings), TOUR_WORDS, TOUR, VIEWER),
        *membership(PLAN_TABS, TRIAL, MEMBERSHIP, site.settings),
        facility(
            as_built(FACILITY_WORDS, site.settings),
            FACILITY_PICTURES,
            CAROUSEL,
            as_built(FEATURE_CARDS, site.settings),
            as_built(OPENING_PANEL, site.settings),
            site.settings,
        ),
        services(SERVICES_WORDS, SERVICE_CARDS),
        line_up(LINE_UP, site.settings),
        consultation(CONSULTATION_FORM, site),
        testimonials(TESTIMONIALS, site.settings),
        social(SOCIAL, SOCIAL_POSTS, site.settings),
        contact(CONTACT, INQUIRY_FORM, site, BUSINESS_INFO if site.has_business_record else None),
    )
