"""The countdown to the expansion (spec section 4)."""

from __future__ import annotations

import reflex as rx

from gym_site.browser.countdown import Countdown
from gym_site.content.home import CountdownWords
from gym_site.settings import Settings


def expansion_countdown(words: CountdownWords, settings: Settings) -> rx.Component:
    """Return the countdown, and the line that stands beside its zeros once the date has passed.

    Without JavaScript nothing ticks: the date is shown instead, or that it had passed when the page was built.
    """
    opens_at, opened = settings.expansion_opens_at, settings.expansion_has_opened
    date = f"{opens_at:%B} {opens_at.day}, {opens_at.year}"
    return rx.el.div(
        rx.el.p(words.passed_heading if opened else words.heading, class_name="eyebrow"),
        Countdown.create(
            until=opens_at.isoformat(timespec="seconds"),
            days=words.initial_days,
            labels=[words.days, words.hours, words.minutes, words.seconds],
            class_name="countdown-figures",
        ),
        rx.el.p(words.passed, class_name="countdown-passed"),
        None if opened else rx.el.p(date, class_name="countdown-date"),
        class_name="countdown",
    )
