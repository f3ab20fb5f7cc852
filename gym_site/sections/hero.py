"""The first screen: headline, actions, countdown to the expansion, key figures (spec sections 1, 2 and 4)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import reflex as rx

from gym_site.browser.door import door_clock
from gym_site.components.link import Look, site_link
from gym_site.components.picture import picture
from gym_site.components.stats import stat_row
from gym_site.content.clock import daylight, offsets
from gym_site.content.hours import always, exceptions, sentences
from gym_site.gym import Gym
from gym_site.sections.countdown import expansion_countdown
from gym_site.site import Site
from gym_site.text import fill, unbroken
from lean_reflex.browser.state import script


def _day_picture(site: Site) -> rx.Component:
    """Return the frame in which the picture of the day appears after the first paint."""
    shown = rx.el.div(
        picture(site, site.gym.home.hero.day_picture, sizes="100vw", alt=""),
        custom_attrs={"ref": script("door", "arrives")},
    )
    return rx.el.div(
        rx.cond(door_clock.day, shown), class_name="hero-picture hero-day", custom_attrs={"data-waits": ""}
    )


def _door(gym: Gym) -> rx.Component:
    brand, words = gym.brand, gym.home.hero.door
    clock = fill(words.clock, time="{time}", town=brand.town)
    zone, now, about = ZoneInfo(brand.time_zone), datetime.now(UTC), (words, gym.door, brand.hours)
    today = brand.time(now).date()
    ticking = door_clock.ticking(
        offsets(zone, now), daylight(brand, zone, now), clock, sentences(*about), exceptions(*about, today)
    )
    said = door_clock.sentence | always(*about, today)
    return rx.el.p(said, class_name="hero-door", custom_attrs={"ref": ticking})


def hero(site: Site) -> rx.Component:
    """Return the hero; the first two actions are buttons, the others text links."""
    gym, words = site.gym, site.gym.home.hero
    looks: tuple[Look, ...] = ("ember", "line")
    buttons = [site_link(action, site, look=look) for action, look in zip(words.actions, looks, strict=False)]
    links = [rx.el.li(site_link(action, site)) for action in words.actions[len(looks) :]]
    knows_time = bool(gym.door and gym.brand.time_zone)
    return rx.el.section(
        picture(site, words.picture, sizes="100vw", eager=True, class_name="hero-picture"),
        _day_picture(site) if knows_time and words.day_picture else None,
        rx.el.div(
            expansion_countdown(gym.expansion.words.banner.countdown, site, more=True) if gym.expansion else None,
            rx.el.h1(words.headline),
            _door(gym) if knows_time else None,
            rx.el.div(
                rx.el.p(unbroken(words.sentence), class_name="lead"),
                rx.el.div(*buttons, class_name="hero-actions"),
                class_name="hero-row",
            ),
            rx.el.ul(*links, class_name="hero-links") if links else None,
            stat_row(words.figures, class_name="hero-figures"),
            class_name="frame hero-body",
        ),
        id="home",
        class_name="hero",
    )
