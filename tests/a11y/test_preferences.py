"""The site as somebody has set up their browser: less motion, colours of their own, larger text, paper."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.a11y.visits import TOO_WIDE, WALK
from tests.browsing import PHONE, connected, until
from tests.forms import CONSULTATION_FORM, Visitor

EXPANSION = "/new-gym-facility-surrey-delta"
RECORD_MOTION = """window.moved = [];
for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, ({ target, propertyName, animationName }) => {
    for (const one of target.getAnimations()) {
        const { duration } = one.effect.getComputedTiming();
        const jumps = one.effect.getKeyframes().every(({ easing }) => easing.startsWith("step"));
        if (duration > 10 && !jumps) window.moved.push(`${target.className}: ${propertyName ?? animationName}: ${duration}`);
    }
}, true);"""

# Words whose colour has less than 3:1 on white paper.
PALE = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, strong, span, summary, figcaption), footer li")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.closest(".visually-hidden, .plan-badge"))
    .filter((one) => {
        const parts = getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).map((part) => (part / 255) ** 2.2);
        return 1.05 / (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05) < 3;
    })
    .map((one) => `${one.className} ${getComputedStyle(one).color} ${one.textContent.slice(0, 30)}`)"""


def test_nothing_moves_for_those_who_want_less_motion(open_page, service):
    page = open_page(at_once=False, reduced_motion="reduce", prepare=lambda page: page.add_init_script(RECORD_MOTION))
    connected(page)
    page.evaluate(WALK)
    page.get_by_role("tab", name="Annual Billing").click()
    page.locator("#panel-annual summary").first.click()
    page.get_by_role("button", name="Next pictures").click()
    until(page, "document.querySelector('.carousel-position').textContent.startsWith('2 of ')")
    page.locator(".photo-button").first.click()
    until(page, "document.querySelector('dialog.viewer').open")
    page.keyboard.press("Escape")
    page.locator(".service").first.hover()
    page.locator(".nav-services summary").click()
    assert page.locator(".post-video").count() == 0  # nobody is offered a loop
    Visitor(page, CONSULTATION_FORM).send().toast("destructive")
    page.locator("footer").get_by_role("link", name="Facility Expansion").click()
    until(page, "document.activeElement.matches('main h1')")
    page.get_by_role("button", name="Next picture", exact=True).click()
    until(page, "document.querySelector('.slideshow-row').dataset.index === '1'")
    assert page.evaluate("moved") == []
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_what_moves_is_noticed(open_page):
    page = open_page(prepare=lambda page: page.add_init_script(RECORD_MOTION))
    page.locator(".nav-services summary").click()
    until(page, "moved.length > 0")


def colours(locator) -> set[tuple[int, ...]]:
    """Return the colours of an element that are more than a trace."""
    picture = Image.open(BytesIO(locator.screenshot())).convert("RGB")
    return {colour for count, colour in picture.getcolors(1_000_000) if count > 8}


@pytest.fixture
def forced(open_page):
    """Open a page for somebody whose system gives every page its own few colours."""
    return lambda path="/", **options: open_page(path, forced_colors="active", reduced_motion="reduce", **options)


@pytest.mark.parametrize("selector", [".bar .logo .mark", ".bar-menu .icon", ".bar > a.bar-button .icon"])
def test_icons_are_seen_in_forced_colours(forced, selector):
    page = forced(viewport=PHONE)
    page.evaluate("document.querySelector('.hero').remove()")  # a picture behind the bar has colours of its own
    assert len(colours(page.locator(selector))) > 1


def test_states_are_seen_in_forced_colours(forced):
    page = forced()
    border = "getComputedStyle(document.querySelector('{}')).borderWidth"
    assert page.evaluate(border.format("#tab-monthly")) != page.evaluate(border.format("#tab-annual"))
    assert page.locator(".button-ember").first.evaluate("one => getComputedStyle(one).borderColor") not in (
        "rgba(0, 0, 0, 0)",
        "transparent",
    )
    connected(page)
    visitor = Visitor(page, CONSULTATION_FORM).send()
    visitor.told()
    assert page.evaluate(border.format("#consultation-name")) != page.evaluate(border.format("#consultation-age"))
    page.keyboard.press("Tab")
    until(page, "getComputedStyle(document.activeElement).outline.endsWith('solid 2px')")


def test_the_current_picture_is_seen_in_forced_colours(forced):
    dots = forced(EXPANSION).locator(".dot")
    assert colours(dots.nth(0)) != colours(dots.nth(1))
    assert colours(dots.nth(1)) == colours(dots.nth(2))


@pytest.mark.parametrize(("width", "text"), [(320, "100%"), (390, "200%")])
def test_menu_and_errors_fit_a_narrow_screen_and_large_text(open_page, width, text):
    page = open_page(viewport={"width": width, "height": 640})
    connected(page)
    page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
    Visitor(page, CONSULTATION_FORM).send().told()
    assert page.evaluate(TOO_WIDE) == []
    notice, close = (page.locator(one).bounding_box() for one in (".toast", ".toast-close"))
    assert min(notice["y"], close["y"]) > 0
    page.get_by_role("button", name="Open menu").click()
    until(page, "document.querySelector('.menu-sheet').matches(':popover-open')")
    assert (
        page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.menu-sheet'))"
        )
        <= 0
    )


def test_the_printed_page_is_dark_on_white_and_shows_every_plan(open_page):
    page = open_page()
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("[role=tabpanel]:visible").count() == 5
    assert not page.locator(".site-header").is_visible()
    assert page.evaluate(PALE) == []
