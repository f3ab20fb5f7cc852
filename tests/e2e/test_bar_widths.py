"""A laptop's bar shows its links: nothing folds into the menu, wraps or runs out of the window (spec section 2)."""

from __future__ import annotations

import pytest

from tests.browsing import until

WANTED = [
    "Home", "Membership", "About", "Services", "Book Appointment", "Trainers", "Facility Expansion", "Testimonials",
    "Contact", "Blog", "Free Consultation", "Sign Up Online",
]  # fmt: skip
TARGETS = """[...document.querySelectorAll(".bar-nav li > a, .bar-nav summary, .bar-calls a")]
    .filter((one) => one.checkVisibility() && !one.closest(".services-menu"))
    .map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(one);
        const lines = new Set([...words.getClientRects()].map((box) => Math.round(box.bottom / 12)));
        return { name: one.textContent, left, right, width: right - left, height: bottom - top, lines: lines.size };
    })"""


@pytest.mark.parametrize("width", [1200, 1280, 1366, 1440])
def test_a_laptop_shows_every_link_in_the_bar(open_page, width):
    page = open_page("/privacy", viewport={"width": width, "height": 800})
    targets = page.evaluate(TARGETS)
    assert [one["name"] for one in targets] == WANTED
    assert not page.get_by_role("button", name="Open menu").is_visible()
    left, right = page.evaluate(
        "(({ left, right }) => [left, right])(document.querySelector('.bar').getBoundingClientRect())"
    )
    edges = [page.evaluate("document.querySelector('.bar .logo').getBoundingClientRect().right")]
    edges += [edge for one in targets for edge in (one["left"], one["right"])]
    assert edges == sorted(edges)  # none lies over the next
    assert left <= edges[0]
    assert edges[-1] <= right + 0.5
    assert [one for one in targets if one["width"] < 44 or one["height"] < 44 or one["lines"] > 1] == []
    page.locator(".nav-services summary").click()
    menu = page.locator(".services-menu")
    menu.wait_for()
    assert menu.bounding_box()["x"] + menu.bounding_box()["width"] <= width
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('.nav-services').open")
