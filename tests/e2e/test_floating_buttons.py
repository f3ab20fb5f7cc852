"""When the two floating buttons show (spec section 2). Each visit to a page walks past them at every position."""

import pytest
from playwright.sync_api import expect

from tests.a11y.visits import FLOATING, FLOATING_NOW
from tests.browsing import DESKTOP, PHONE
from tests.gym import GYM


def test_with_text_at_200_percent_the_bar_of_a_small_phone_is_whole_and_low(open_page):
    page = open_page(GYM.routes.url_for("faq"), viewport={"width": 360, "height": 740})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(FLOATING) == []
    assert page.locator(".floating").bounding_box()["height"] < 740 / 8


def test_the_pair_goes_while_a_field_has_the_focus_or_the_menu_or_a_photo_is_open(open_page):
    page = open_page(viewport=PHONE, reduced_motion="reduce")
    pair = page.locator(".floating")
    field, choice = page.locator("#contact textarea"), page.locator("#contact select")
    for opens, closes in (
        (field.focus, field.blur),
        (choice.focus, choice.blur),
        (page.get_by_role("button", name=GYM.site.shell.open_menu).click, lambda: page.keyboard.press("Escape")),
        (page.locator(".photo-button").first.click, lambda: page.keyboard.press("Escape")),
    ):
        opens()
        expect(pair).to_have_css("opacity", "0")
        closes()
        expect(pair).to_have_css("opacity", "1")


@pytest.mark.parametrize(("size", "position"), [(PHONE, "static"), (DESKTOP, "fixed")], ids=["phone", "desktop"])
def test_without_scripts_the_pair_is_at_the_foot_of_the_page_on_a_phone_and_always_there_elsewhere(
    open_page, size, position
):
    page = open_page(viewport=size, java_script_enabled=False)
    expect(page.locator(".floating")).to_have_css("position", position)
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    assert page.evaluate(FLOATING_NOW) == []


def test_a_focused_floating_button_is_seen_while_its_place_is_in_the_window_anyway(open_page):
    page = open_page()
    page.locator(".floating").evaluate("(pair) => pair.toggleAttribute('data-twice', true)")
    expect(page.locator(".floating")).to_have_css("opacity", "0")
    page.keyboard.press("Shift+Tab")  # from the page's beginning to its last link
    expect(page.locator(".floating a").last).to_be_focused()
    expect(page.locator(".floating")).to_have_css("opacity", "1")
