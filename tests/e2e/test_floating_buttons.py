"""The two floating buttons: in view on every page, and never over what has calls of its own (spec section 2)."""

from __future__ import annotations

import pytest

from tests.a11y.visits import FLOATING
from tests.a11y.walk import WIDTHS
from tests.browsing import HYDRATED, until

SERVICE = "/kickboxing-boxing-gym-surrey"
# Which of the two a visitor could click: none of their middles lies below another element.
CLICKABLE = """[...document.querySelectorAll(".floating a")].filter((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === link;
}).map((link) => link.textContent)"""
BOTH = ["3 Day Trial", "Free Consultation"]
# What of these is in view and below a floating button.
COVERED = """(selector) => {
    const buttons = [...document.querySelectorAll(".floating a")].map((link) => link.getBoundingClientRect());
    return [...document.querySelectorAll(selector)].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return buttons.some((button) => {
            const x = (Math.max(left, button.left) + Math.min(right, button.right)) / 2;
            const y = (Math.max(top, button.top) + Math.min(bottom, button.bottom)) / 2;
            const crossed = x > left && x < right && x > button.left && x < button.right
                && y > top && y < bottom && y > button.top && y < button.bottom;
            return crossed && document.elementFromPoint(x, y)?.closest(".floating");
        });
    }).map((one) => one.textContent || one.name);
}"""


def scroll(page, y):
    page.evaluate(f"scrollTo({{ top: {y}, behavior: 'instant' }})")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_floating_buttons_are_there_and_cover_no_control_of_a_form_and_nothing_of_the_hero(
    open_page, site, width, scripts
):
    page = open_page(viewport=WIDTHS[width], java_script_enabled=scripts)
    covered = []
    for path in ("/", SERVICE, "/free-fitness-consultation-surrey"):
        page.goto(site.url + path)
        if scripts:
            until(page, HYDRATED)
        assert page.evaluate(FLOATING)[-1] == BOTH, path
        scroll(page, 0)
        covered += page.evaluate(COVERED, ".hero :is(a, dt, dd)")
        for form in page.locator(".lead-form").all():
            top, height = form.evaluate("one => [one.getBoundingClientRect().top + scrollY, one.offsetHeight]")
            for y in range(int(top) - 600, int(top + height), 300):
                scroll(page, y)
                covered += page.evaluate(COVERED, ".lead-form :is(input, select, textarea, button, label, p)")
    assert covered == []


def test_the_price_of_a_service_is_free_at_the_first_view_on_a_phone(open_page):
    page = open_page(SERVICE, viewport=WIDTHS["phone"])
    assert page.evaluate(COVERED, ".fact-list > div") == []
    assert page.evaluate(CLICKABLE) == []
    scroll(page, 900)
    assert page.evaluate(CLICKABLE) == BOTH


def test_a_floating_button_in_focus_is_seen_over_the_hero(open_page):
    page = open_page()
    assert page.evaluate(CLICKABLE) == []
    page.keyboard.press("Shift+Tab")  # from the page's beginning to its last link
    until(page, "document.activeElement.closest('.floating')")
    assert page.evaluate(CLICKABLE) == BOTH
