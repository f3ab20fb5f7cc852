"""The site under user preferences: reduced motion, forced colours, larger text, print."""

import re

import pytest
from playwright.sync_api import expect

from tests.a11y.visits import TOO_WIDE, WALK
from tests.browsing import FRAMES, PHONE, colours, connected, go
from tests.forms import CONSULTATION_FORM, Visitor
from tests.gym import GYM

RECORD_MOTION = """window.moved = [];
for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, ({ target, propertyName, animationName }) => {
    for (const one of target.getAnimations()) {
        const { duration } = one.effect.getComputedTiming();
        const jumps = one.effect.getKeyframes().every(({ easing }) => easing.startsWith("step"));
        if (duration > 10 && !jumps) window.moved.push(`${target.className}: ${propertyName ?? animationName}: ${duration}`);
    }
}, true);"""
AT_ONCE = "(one) => one instanceof CSSTransition && !one.effect.getTiming().delay"  # those with a delay show a tooltip

# Text with a contrast below 3:1 on white paper.
PALE = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, strong, span, summary, figcaption), footer li")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() && !one.closest(".visually-hidden, .plan-badge"))
    .filter((one) => {
        const parts = getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).map((part) => (part / 255) ** 2.2);
        return 1.05 / (0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05) < 3;
    })
    .map((one) => `${one.className} ${getComputedStyle(one).color} ${one.textContent.slice(0, 30)}`)"""


def test_with_reduced_motion_nothing_moves_and_success_messages_stay(open_page, service):
    page = open_page(at_once=False, reduced_motion="reduce", first=RECORD_MOTION)
    connected(page)
    page.evaluate(WALK)
    page.get_by_role("tab").nth(1).click()
    page.locator("[role=tabpanel]:visible summary").first.click()
    page.get_by_role("button", name="Next pictures").click()
    expect(page.locator(".carousel-position")).to_have_text(re.compile(r"^2\b"))
    page.locator(".photo-button").first.click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".service").first.hover()
    page.locator(".nav-services summary").click()
    assert page.locator(".post-video:visible").count() == 0  # no play button
    visitor = Visitor(page, CONSULTATION_FORM).send()
    visitor.toast("destructive")
    visitor.fill().send().toast("success")
    page.locator(f"footer a[href='{GYM.routes.url_for('faq')}']").click()
    expect(page.locator("main h1")).to_be_focused()
    page.locator("main summary").first.click()
    assert page.evaluate("moved") == []
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page.evaluate("document.documentElement.style.fontSize = '120%'")
    assert page.evaluate(f"document.getAnimations().filter({AT_ONCE}).length") == 0
    life = "one => one.getAnimations().map((moving) => moving.effect.getTiming().duration)"
    assert page.locator(".toast-success").evaluate(life) == [8000]


def test_icons_and_the_states_of_controls_are_visible_in_forced_colours(open_page):
    page = open_page(viewport=PHONE, forced_colors="active", reduced_motion="reduce")
    border = "getComputedStyle(document.querySelector('{}')).borderWidth"
    assert page.evaluate(border.format("[role=tab]")) != page.evaluate(border.format("[role=tab]:nth-child(2)"))
    for colour in ("rgba(0, 0, 0, 0)", "transparent"):
        expect(page.locator(".button-ember").first).not_to_have_css("border-top-color", colour)
    connected(page)
    expect(Visitor(page, CONSULTATION_FORM).send().problems).to_be_focused()
    assert page.evaluate(border.format("#consultation-name")) != page.evaluate(border.format("#consultation-age"))
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_css("outline-style", "solid")
    expect(page.locator(":focus")).to_have_css("outline-width", "2px")
    go(page, "/").evaluate("document.querySelector('.hero').remove()")  # forced colours leave pictures alone
    for selector in (".bar .logo .mark", ".bar-menu .icon", ".bar > a.bar-button .icon", ".rating-stars"):
        assert len(colours(page.locator(selector))) > 1, selector


def test_menu_and_error_messages_fit_a_small_screen_with_large_text(open_page):
    page = open_page(viewport={"width": 390, "height": 640})
    connected(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate(FRAMES)
    Visitor(page, CONSULTATION_FORM).send().toast("destructive")
    assert page.evaluate(TOO_WIDE) == []
    notice, close = (page.locator(one).bounding_box() for one in (".toast", ".toast-close"))
    assert min(notice["y"], close["y"]) >= 0
    page.locator(".toast-close").click()  # it lies on the bar
    page.get_by_role("button", name="Open menu").click()
    sheet = page.locator(".menu-sheet")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_a_printed_page_is_dark_on_white_and_shows_all_plans_and_answers(open_page):
    page = open_page()
    page.emulate_media(media="print")
    for ground in ("body", "#contact", ".visit"):
        expect(page.locator(ground)).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator(".band")).to_be_hidden()  # it has text over a picture
    expect(page.locator("[role=tabpanel]:visible")).to_have_count(len(GYM.plans.tabs))
    assert page.locator(".tab-name:visible").all_text_contents() == [tab.label for tab in GYM.plans.tabs]
    expect(page.locator(".site-header")).to_be_hidden()
    assert page.evaluate(PALE) == []
    shown = "[...document.querySelectorAll('{}')].map((one) => one.getBoundingClientRect().height > 0)"
    assert set(page.evaluate(shown.format(".plan-benefits li"))) == {True}
    assert set(page.evaluate(shown.format("summary .icon"))) == {False}  # paper shows no icon for opening a list
    assert page.locator(".stat-row:visible").count() == 1 + GYM.has("expansion")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="Letter"))) <= 7
    go(page, GYM.routes.url_for("faq"))
    assert set(page.evaluate(shown.format(".answer-text"))) == {True}


@pytest.mark.part("expansion")
def test_the_expansion_follows_the_preferences_for_motion_contrast_and_print(open_page):
    page = open_page(GYM.routes.url_for("facility-expansion"), at_once=False, viewport=PHONE, first=RECORD_MOTION,
                     reduced_motion="reduce")  # fmt: skip
    page.get_by_role("button", name="Next picture", exact=True).click()
    expect(page.locator(".slideshow-row")).to_have_attribute("data-index", "1")
    assert page.evaluate("moved") == []
    page.emulate_media(reduced_motion="reduce", forced_colors="active")
    other, current, another = (colours(page.locator(".dot").nth(number)) for number in range(3))
    assert other == another != current
    page.emulate_media(media="print", forced_colors="none")
    for part in ("#inside", "#timeline .picture"):  # the carousel, and a picture over the text
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator("#timeline li").last).to_be_visible()


@pytest.mark.pictures
@pytest.mark.part("trainers")
def test_trainers_are_printed_as_name_and_text_without_pictures(open_page):
    page = open_page(GYM.routes.url_for("trainers"))
    page.emulate_media(media="print")
    assert set(page.evaluate("[...document.querySelectorAll('.trainer :is(h2, .trainer-about)')]"
                             ".map((one) => one.getBoundingClientRect().height > 0)")) == {True}  # fmt: skip
    printed = page.pdf(format="Letter")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 4
    assert len(printed) < 300_000  # too small for pictures, which are not compressed in a PDF
