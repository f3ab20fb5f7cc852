"""The countdown to the expansion (spec section 4)."""

import reflex as rx

from gym_site.browser.countdown import countdown
from gym_site.components.dated import dated
from gym_site.components.link import site_link
from gym_site.content.expansion import CountdownWords
from gym_site.content.links import NavLink
from gym_site.content.opening import opening_date
from gym_site.content.text import fill
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
    opened = site.settings.expansion_has_opened
    heading: tuple[rx.Component | None, ...] = (rx.el.p(*dated(words.heading), class_name="eyebrow"),)
    if more:
        before = None if opened else rx.el.p(words.heading.before, class_name="eyebrow before-opening")
        link = NavLink(label=words.heading.after, key=words.page)
        heading = before, site_link(link, site, class_name="countdown-more after-opening")
    date = fill(words.on_date, date=opening_date(site.settings))
    return rx.el.div(
        *heading,
        _figures(words, opened=opened),
        None if opened else rx.el.p(date, class_name="countdown-date"),
        class_name="countdown",
    )
