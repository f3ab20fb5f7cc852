"""The membership plans in five tabs, switched in the browser (spec sections 2 and 4)."""

import re

import pytest
from playwright.sync_api import expect

from gym_site.content.plans import offers_text
from tests.browsing import PHONE
from tests.gym import GYM

KEYS = [tab.key for tab in GYM.plans.tabs]


@pytest.fixture(scope="module")
def page(shared):
    return shared()


def shows(page, key):
    """Wait until only this tab is selected and only its panel is visible."""
    expect(page.locator(f"#tab-{key}")).to_have_attribute("aria-selected", "true")
    expect(page.locator("[role=tab][aria-selected=true]")).to_have_count(1)
    expect(page.locator(f"#panel-{key}")).to_be_visible()
    expect(page.locator("[role=tabpanel]:visible")).to_have_count(1)


def test_the_first_plan_tab_is_open_and_a_click_opens_another(page):
    shows(page, KEYS[0])
    expect(page.get_by_role("tablist")).to_have_accessible_name(re.compile("."))
    expect(page.get_by_role("tab")).to_have_text([tab.label for tab in GYM.plans.tabs])
    for tab in reversed(GYM.plans.tabs):
        page.get_by_role("tab", name=tab.label).click()
        shows(page, tab.key)
        expect(page.locator(f"#panel-{tab.key} h3")).to_have_text([plan.name for plan in tab.plans])
    assert page.watch.submits() == []


def test_arrow_keys_switch_tabs_and_the_tab_key_enters_the_panel(page):
    page.locator(f"#tab-{KEYS[0]}").focus()
    for key, position in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", -1), ("ArrowRight", 0),
                          ("ArrowLeft", -1), ("Home", 0), ("ArrowRight", 1)]:  # fmt: skip
        page.keyboard.press(key)
        shows(page, KEYS[position])
        expect(page.locator(f"#tab-{KEYS[position]}")).to_be_focused()
    panel = page.locator(f"#panel-{KEYS[1]}")
    page.keyboard.press("Tab")
    expect(panel).to_be_focused()  # the tab list is one tab stop, then the panel
    page.keyboard.press("Tab")
    expect(panel.locator("summary").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel.locator("details").first).to_have_attribute("open", "")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(f"#tab-{KEYS[1]}")).to_be_focused()
    page.keyboard.press("Home")


@pytest.mark.long
def test_on_a_phone_a_chosen_tab_is_in_view_also_that_of_the_trial_passes(open_page):
    page = open_page(viewport=PHONE)
    page.get_by_role("link", name=offers_text(GYM.trial)).click()
    shows(page, GYM.trial.key)
    expect(page.locator(f"#tab-{GYM.trial.key}")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name=GYM.trial.plans[0].name)).to_be_in_viewport(ratio=1)
    page.get_by_role("tablist").scroll_into_view_if_needed()
    for key in (KEYS[-1], KEYS[0]):
        page.locator(f"#tab-{key}").evaluate("tab => tab.click()")  # Playwright's own click would scroll to the tab
        expect(page.locator(f"#tab-{key}")).to_be_in_viewport(ratio=1)
