"""The trainers, shoulder to shoulder."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.content.trainers import IS_LINED_UP, LINE_UP
from gym_site.site import Site


def line_up(site: Site) -> rx.Component | None:
    """Return a full-width section: a title and a link to the trainers' page above their picture, if there is one.

    Return None if the gym has no words for it.
    """
    if LINE_UP is None:
        return None
    return section(
        "line-up",
        rx.el.h2(LINE_UP.title, id="line-up-title"),
        rx.el.p(LINE_UP.text, class_name="lead"),
        site_link(LINE_UP.more, site, look="line"),
        look="section line-up",
        frame="line-up-words",
        below=[picture(LINE_UP.picture, sizes="100vw", class_name="full-bleed")] if IS_LINED_UP else [],
    )
