"""The two floating buttons: when they show, and that they cover no form or call to action (spec section 2)."""

import pytest
from playwright.sync_api import expect

from gym_site.routes import ROUTES, url_for
from tests.a11y.visits import CLICKABLE
from tests.browsing import PHONE, WIDTHS, until
from tests.forms import SERVICE_KEY

# The elements that match a selector and lie under a floating button, each as its text or its name.
COVERED = """(selector) => {
    const buttons = [...document.querySelectorAll(".floating a")].map((link) => link.getBoundingClientRect());
    return [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).filter((one) => {
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
# The parts of forms that a floating button covers while a visitor scrolls past the form.
COVERED_IN_FORMS = f"""() => [...document.querySelectorAll(".lead-form")].flatMap((form) => {{
    const covered = [], first = form.getBoundingClientRect().top + scrollY;
    for (let top = first - 600; top < first + form.offsetHeight; top += 300) {{
        scrollTo({{ top, behavior: "instant" }});
        covered.push(...({COVERED})(".lead-form :is(input, select, textarea, button, label, p)"));
    }}
    return covered;
}})"""


def test_floating_buttons_hide_on_scroll_down_and_return_on_scroll_up(open_page):
    page = open_page(url_for("privacy"), viewport=PHONE)
    top = "document.querySelector('.floating').getBoundingClientRect().top"
    page.mouse.move(195, 400)
    page.mouse.wheel(0, 700)
    until(page, f"{top} >= innerHeight")
    page.mouse.wheel(0, -200)
    until(page, f"{top} < innerHeight - 40")
    page.mouse.wheel(0, 300)
    until(page, f"{top} >= innerHeight")
    page.keyboard.press("Shift+Tab")  # the page's last link
    until(page, f"{top} < innerHeight - 40")


@pytest.mark.parametrize("width", WIDTHS)
def test_floating_buttons_are_visible_and_cover_nothing_without_scripts(open_page, site, width):
    page = open_page(viewport=WIDTHS[width], java_script_enabled=False)
    keys = {"home", SERVICE_KEY, "consultation", "facility-expansion"}
    for key in (route.key for route in ROUTES if route.key in keys):
        page.goto(site.url + url_for(key))
        page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
        assert len(page.evaluate(CLICKABLE)) == 2, key
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        assert (
            page.evaluate(COVERED, ".hero :is(a, dt, dd), .page-head :is(a, dt, dd, .price-figure), .countdown *") == []
        ), key
        assert page.evaluate(COVERED_IN_FORMS) == [], key


def test_a_focused_floating_button_is_visible_over_the_hero(open_page):
    page = open_page()
    page.keyboard.press("Shift+Tab")  # from the page's beginning to its last link
    expect(page.locator(".floating a").last).to_be_focused()
    until(page, "document.elementFromPoint(...(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
                "(document.activeElement.getBoundingClientRect())) === document.activeElement")  # fmt: skip
