"""The trainers, shoulder to shoulder."""

import reflex as rx

from gym_site.components.link import site_link
from gym_site.components.picture import picture
from gym_site.components.section import section
from gym_site.site import Site


def line_up(site: Site) -> rx.Component | None:
    """Return a full-width section: a title and a link to the trainers' page above their picture, if there is one.

    Return None if the gym has no words for it.
    """
    page = site.gym.trainers_page
    if page is None or page.line_up is None:
        return None
    words, shown = page.line_up, site.gym.is_lined_up
    return section(
        "line-up",
        rx.el.h2(words.title, id="line-up-title"),
        rx.el.p(words.text, class_name="lead"),
        site_link(words.more, site, look="line"),
        look="section line-up",
        frame="line-up-words",
        below=[picture(site, words.picture, sizes="100vw", class_name="full-bleed")] if shown else [],
    )
