"""Plans in five tabs, benefits on demand; all in the browser, with and without a server (spec sections 2 and 4)."""

from __future__ import annotations

import pytest

from gym_site.content.plans import PLAN_TABS, benefits_text
from gym_site.settings import Settings

TABS = {tab.key: tab.label for tab in PLAN_TABS}
PLANS = PLAN_TABS[0].plans


@pytest.fixture
def page(open_page):
    return open_page()


def shown(page):
    """Return the keys of the tab that is selected and of every panel that can be seen."""
    selected = page.locator("[role=tab][aria-selected=true]").all()
    panels = [one for one in page.locator("[role=tabpanel]").all() if one.is_visible()]
    return [one.get_attribute("id").split("-")[1] for one in (*selected, *panels)]


def until_shown(page, key):
    page.locator(f"#tab-{key}[aria-selected=true]").wait_for()
    assert shown(page) == [key, key]


def test_monthly_billing_is_shown_first_and_a_click_shows_the_plans_of_a_tab(page):
    assert shown(page) == ["monthly", "monthly"]
    assert page.get_by_role("tab").all_inner_texts() == list(TABS.values())
    for key, label in TABS.items():
        page.get_by_role("tab", name=label).click()
        until_shown(page, key)
    assert page.watch.submits() == []


def test_keys_move_along_the_tabs_and_round(page):
    page.locator("#tab-monthly").focus()
    for key, tab in [("ArrowRight", "annual"), ("ArrowRight", "visit"), ("ArrowLeft", "annual"), ("End", "personal"),
                     ("ArrowRight", "monthly"), ("ArrowLeft", "personal"), ("Home", "monthly")]:  # fmt: skip
        page.keyboard.press(key)
        until_shown(page, tab)
        assert page.evaluate("document.activeElement.id") == f"tab-{tab}"
    assert page.locator("[role=tab][tabindex='0']").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "panel-monthly"  # one stop for all tabs, then the panel


def test_benefits_open_and_close_on_their_own_card(page):
    card, other = page.locator("#panel-monthly .plan").nth(0), page.locator("#panel-monthly .plan").nth(1)
    benefit = card.get_by_text(PLANS[0].features[0])
    assert not benefit.is_visible()
    card.get_by_text(benefits_text(PLANS[0])).click()
    benefit.wait_for()
    assert not other.get_by_text(PLANS[0].features[0]).is_visible()
    card.get_by_text(benefits_text(PLANS[0])).click()
    benefit.wait_for(state="hidden")


def test_a_plan_is_bought_at_the_portal_in_a_new_tab(page):
    page.context.route(f"{Settings().portal_url}/**", lambda route: route.fulfill(body="portal"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=f"Sign Up Online: {PLANS[0].name}").click()
    assert opened.value.url == PLANS[0].link.url(Settings())
    assert opened.value.evaluate("opener") is None
