"""The countdown to the expansion (spec section 4)."""

import reflex as rx

from gym_site.browser.countdown import countdown
from gym_site.components.link import site_link
from gym_site.content.expansion import CountdownWords
from gym_site.content.links import NavLink
from gym_site.site import Site


def _figures(words: CountdownWords, *, opened: bool) -> rx.Component:
    labels = words.days, words.hours, words.minutes, words.seconds
    # build/opening.js writes the figures before React runs. A translator would replace React's nodes.
    written_before = {"suppressHydrationWarning": True, "translate": "no"}
    parts = (
        rx.el.span(
            rx.el.b("0" if opened else figure, custom_attrs=written_before),
            " ",
            rx.el.span(label),
            class_name="countdown-part",
        )
        for label, figure in zip(labels, countdown.figures(), strict=True)
    )
    ticking = {} if opened else {"ref": countdown.second_hand()}
    return rx.el.div(*parts, role="timer", custom_attrs=ticking, class_name="countdown-figures")


def expansion_countdown(words: CountdownWords, site: Site, *, more: bool = False) -> rx.Component:
    """Return heading, figures and date. Without JavaScript, CSS shows the date alone.

    If ``more`` is true, the heading shown after the opening links to the expansion's page.
    """
    opened = site.gym.has_opened
    if more and opened:
        heading = site_link(NavLink(label=words.opened, key=words.page), site, class_name="countdown-more")
    elif opened:
        heading = rx.el.p(words.opened, class_name="eyebrow")
    else:  # at 0, CSS shows the other words
        until, then = rx.el.span(words.heading), rx.el.span(words.opened, hidden=True)
        heading = rx.el.p(until, then, class_name="eyebrow countdown-heading")
    return rx.el.div(
        heading,
        _figures(words, opened=opened),
        None if opened else rx.el.p(words.on_date, class_name="countdown-date"),
        class_name="countdown" if opened else "countdown countdown-ahead",
    )
