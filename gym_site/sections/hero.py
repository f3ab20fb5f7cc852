"""The first screen: headline, actions, countdown to the expansion, key figures (spec sections 1, 2 and 4)."""

import reflex as rx

from gym_site.components.link import Look, site_link
from gym_site.components.picture import picture
from gym_site.components.stats import stat_row
from gym_site.content.expansion import COUNTDOWN
from gym_site.content.home import HERO
from gym_site.content.text import unbroken
from gym_site.sections.countdown import expansion_countdown
from gym_site.site import Site


def hero(site: Site) -> rx.Component:
    """Return the hero; the first two actions are buttons, the others text links."""
    looks: tuple[Look, ...] = ("ember", "line")
    buttons = [site_link(action, site, look=look) for action, look in zip(HERO.actions, looks, strict=False)]
    links = [rx.el.li(site_link(action, site)) for action in HERO.actions[len(looks) :]]
    return rx.el.section(
        picture(HERO.picture, sizes="100vw", eager=True, class_name="hero-picture"),
        rx.el.div(
            expansion_countdown(COUNTDOWN, site, more=True) if COUNTDOWN else None,
            rx.el.h1(HERO.headline),
            rx.el.div(
                rx.el.p(unbroken(HERO.sentence), class_name="lead"),
                rx.el.div(*buttons, class_name="hero-actions"),
                class_name="hero-row",
            ),
            rx.el.ul(*links, class_name="hero-links") if links else None,
            stat_row(HERO.figures, class_name="hero-figures"),
            class_name="frame hero-body",
        ),
        id="home",
        class_name="hero",
    )
