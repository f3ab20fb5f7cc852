"""The countdown to the expansion, in the visitor's own time (spec sections 4 and 9)."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

ENDS = datetime(2025, 10, 31, 23, 59, 59)
FIGURES = "[...document.querySelectorAll('.countdown-part b')].map((one) => one.textContent).join(' ')"


@pytest.fixture(params=["America/Vancouver", "Asia/Tokyo"])
def open_at(request, open_anywhere):
    """Open the page at a moment of the visitor's local time; the page's clock then stands still."""

    def open_page(moment):
        def set_clock(page):
            page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(request.param)))

        page = open_anywhere(timezone_id=request.param, prepare=set_clock)
        page.tick = lambda moment: set_clock_to(page, moment, request.param)
        return page

    return open_page


def set_clock_to(page, moment, zone):
    page.clock.set_fixed_time(moment.replace(tzinfo=ZoneInfo(zone)))


def until_figures(page, figures):
    """Wait for the figures; the page ticks once a second."""
    for _ in range(100):
        if page.evaluate(FIGURES) == figures:
            return
        page.wait_for_timeout(25)
    assert page.evaluate(FIGURES) == figures


def test_it_counts_down_to_the_visitors_midnight_and_says_so(open_at):
    page = open_at(ENDS - timedelta(days=12, hours=3, minutes=4, seconds=5))
    until_figures(page, "12 3 4 5")
    assert not page.get_by_text("The expansion is open.").is_visible()
    page.tick(ENDS - timedelta(seconds=1))
    until_figures(page, "0 0 0 1")
    page.tick(ENDS)
    until_figures(page, "0 0 0 0")
    page.get_by_text("The expansion is open.").wait_for()


def test_after_the_date_all_values_are_zero(open_anywhere):
    page = open_anywhere()  # the date of the specification lies in the past
    until_figures(page, "0 0 0 0")
    page.get_by_text("The expansion is open.").wait_for()
