"""What a screen reader is told: names, roles and states of what can be used."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from gym_site.content.expansion import EXPANSION_PICTURES
from gym_site.content.facility import FACILITY_PICTURES
from gym_site.content.gallery import TOUR, TOUR_WORDS
from gym_site.content.navigation import SHELL
from gym_site.content.transformations import PAIRS
from gym_site.routes import url_for
from tests.a11y.walk import go


def test_the_bar_says_which_page_this_is_and_the_button_of_the_menu_only_what_it_does(phone, desktop):
    expect(go(desktop, url_for("trainers")).locator(".bar [aria-current=page]")).to_have_text("Trainers")
    button = go(phone, "/").get_by_role("button", name=SHELL.open_menu)
    assert "[expanded]" not in button.aria_snapshot()
    button.click()
    expect(phone.locator(".menu-sheet").get_by_role("navigation", name=SHELL.main_navigation)).to_be_visible()


def test_what_is_news_on_the_home_page_is_said_and_a_photo_opens_a_dialog_that_says_where_it_is(desktop):
    go(desktop, "/")
    expect(desktop.get_by_role("tablist")).to_have_accessible_name(re.compile("."))
    expect(desktop.locator(".carousel-position[aria-live=polite]")).to_have_text(f"1 of {len(FACILITY_PICTURES)}")
    roles = desktop.locator(".toasts > *").evaluate_all("all => all.map((one) => one.getAttribute('role'))")
    assert set(roles) == {"status", "alert"}
    expect(desktop.locator(".unreachable[role=alert]")).to_have_count(2)
    expect(desktop.locator("p.visually-hidden[role=status]")).to_have_count(1)
    expect(desktop.locator(".countdown :is([aria-live], [role=status])")).to_have_count(0)  # a second is no news
    first = desktop.locator(".photo-button").first
    expect(first).to_have_attribute("aria-haspopup", "dialog")
    first.click()
    said = desktop.get_by_role("dialog", name=TOUR_WORDS.title).aria_snapshot()
    assert TOUR[0].caption in said
    assert f"1 of {len(TOUR)}" in said
    assert TOUR[1].caption not in said


def test_the_slideshow_the_sliders_and_the_filter_are_named_and_say_where_they_are(desktop):
    show = go(desktop, url_for("facility-expansion")).locator(".slideshow")
    expect(show.locator("[aria-live=polite]")).to_have_text(f"1 of {len(EXPANSION_PICTURES)}")
    expect(show.get_by_role("figure")).to_have_count(1)  # the one in view
    expect(show.locator(".dot[aria-current=true]")).to_have_count(1)
    sliders = go(desktop, url_for("before-after")).get_by_role("slider")
    names = sliders.evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert len(names) == len(set(names)) == len(PAIRS)
    expect(go(desktop, url_for("faq")).locator(".filter-count[role=status]")).to_have_count(1)
