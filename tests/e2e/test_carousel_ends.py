"""Every click in the facility carousel moves it or leads round, however many pictures are in view (spec section 4)."""

from __future__ import annotations

import pytest

from tests.browsing import DESKTOP, PHONE, TABLET, until

PLACE = """(() => {
    const track = document.querySelector(".carousel-track").getBoundingClientRect();
    return [...document.querySelectorAll(".slide")].findIndex((one) => one.getBoundingClientRect().left >= track.left - 2);
})()"""


@pytest.mark.parametrize(("viewport", "in_view"), [(DESKTOP, 3), (TABLET, 2), (PHONE, 1)], ids=["3", "2", "1"])
def test_every_click_moves_or_leads_round(open_page, viewport, in_view):
    page = open_page(viewport=viewport, reduced_motion="reduce")
    page.locator(".carousel").scroll_into_view_if_needed()
    last = 16 - in_view
    for name, places in [("Next pictures", [*range(1, last + 1), 0, 1]), ("Previous pictures", [0, last, last - 1])]:
        for place in places:
            page.get_by_role("button", name=name).click()
            until(page, f"{PLACE} === {place}")
            assert page.locator(".carousel-position").inner_text() == f"{place + 1} of 16"


def test_a_click_after_a_swipe_to_the_end_leads_round(open_page):
    page = open_page(reduced_motion="reduce")
    page.locator(".carousel-track").evaluate("one => one.scrollTo({ left: 99999 })")
    until(page, "document.querySelector('.carousel-position').textContent === '14 of 16'")
    page.get_by_role("button", name="Next pictures").click()
    until(page, f"{PLACE} === 0")
