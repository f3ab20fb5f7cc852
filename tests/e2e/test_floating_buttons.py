"""The two floating buttons: when they show, and that they cover no form or call to action (spec section 2)."""

import pytest
from playwright.sync_api import expect

from gym_site.routes import ROUTES, url_for
from tests.a11y.visits import CLICKABLE
from tests.browsing import HYDRATED, PATHS, PHONE, WIDTHS, until
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


# The visible floating buttons of which something covers a part, with the share of their height that is in view.
CUT = """() => [...document.querySelectorAll(".floating a")].map((link) => {
    const { left, right, top, height } = link.getBoundingClientRect();
    const parts = Array.from({ length: 19 }, (_, at) => top + (height * (at + 1)) / 20);
    const seen = parts.filter((y) => document.elementFromPoint((left + right) / 2, y)?.closest(".floating"));
    return [link.textContent, scrollY, seen.length / parts.length];
}).filter(([, , seen]) => seen > 0 && seen < 1 && getComputedStyle(document.querySelector(".floating")).opacity === "1")"""


def test_no_floating_button_is_half_covered(open_page, site, long):
    page = open_page()
    paths = PATHS[:-1] if long else ["/", url_for(SERVICE_KEY), url_for("trainers")]
    for path in paths:
        page.goto(site.url + path)
        until(page, HYDRATED)
        assert page.evaluate(CUT) == [], path
        page.mouse.move(100, 300)
        for _ in range(8):
            page.mouse.wheel(0, 310)
            page.wait_for_timeout(100)
            assert page.evaluate(CUT) == [], path


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
