"""What a screen reader is told: names, roles and states of what can be used."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from gym_site.content.expansion import EXPANSION_PICTURES
from gym_site.content.facility import FACILITY_PICTURES
from gym_site.content.gallery import TOUR, TOUR_WORDS
from gym_site.content.navigation import FREE_CONSULTATION, SERVICE_LINKS, SHELL
from gym_site.content.plans import PLAN_TABS
from gym_site.content.transformations import PAIRS
from gym_site.leads.fields import FORMS as RULES
from gym_site.routes import url_for
from tests.a11y.walk import go
from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM, Visitor


def test_the_bar_the_sheet_and_the_services_menu(phone, desktop):
    bar = go(desktop, url_for("trainers")).locator("header.site-header")
    expect(bar.get_by_role("navigation", name=SHELL.main_navigation)).to_be_visible()
    expect(bar.get_by_role("link", name=FREE_CONSULTATION.label)).to_be_visible()
    expect(desktop.locator(".bar [aria-current=page]")).to_have_text("Trainers")
    desktop.locator(".nav-services summary").click()
    expect(bar.get_by_role("link", name=SERVICE_LINKS[1].label)).to_be_visible()
    button = go(phone, "/").get_by_role("button", name=SHELL.open_menu)
    assert "[expanded]" not in button.aria_snapshot()
    button.click()
    sheet = phone.locator(".menu-sheet")
    expect(sheet.get_by_role("button", name=SHELL.close_menu)).to_be_visible()
    expect(sheet.get_by_role("navigation", name=SHELL.main_navigation)).to_be_visible()


def test_tabs_carousel_notices_and_photos_of_the_home_page(desktop):
    go(desktop, "/")
    tabs = desktop.locator(".tabs").aria_snapshot()
    assert '- tablist "' in tabs
    selected = [f'- tab "{tab.label}"{"" if number else " [selected]"}' for number, tab in enumerate(PLAN_TABS)]
    assert re.findall(r"- tab .*", tabs) == selected
    desktop.get_by_role("tab").nth(1).click()
    expect(desktop.get_by_role("tab", selected=True)).to_have_text(PLAN_TABS[1].label)
    panel = desktop.get_by_role("tabpanel", name=PLAN_TABS[1].label)
    expect(desktop.get_by_role("tab", selected=True)).to_have_attribute("aria-controls", panel.get_attribute("id"))
    expect(desktop.get_by_role("tabpanel")).to_have_count(1)

    for name in ("Previous pictures", "Next pictures"):
        expect(desktop.locator(".carousel").get_by_role("button", name=name)).to_be_visible()
    expect(desktop.locator(".carousel-position[aria-live=polite]")).to_have_text(f"1 of {len(FACILITY_PICTURES)}")

    roles = desktop.locator(".toasts > *").evaluate_all("all => all.map((one) => one.getAttribute('role'))")
    assert set(roles) == {"status", "alert"}
    expect(desktop.locator(".unreachable[role=alert]")).to_have_count(2)
    expect(desktop.locator("p.visually-hidden[role=status]")).to_have_count(1)
    expect(desktop.locator(".countdown :is([aria-live], [role=status])")).to_have_count(0)  # a second is no news

    first = desktop.locator(".photo-button").first
    expect(first).to_have_attribute("aria-haspopup", "dialog")
    first.click()
    dialog = desktop.get_by_role("dialog", name=TOUR_WORDS.title)
    for name in ("Close", "Previous photo", "Next photo"):
        expect(dialog.get_by_role("button", name=name)).to_be_visible()
    said = dialog.aria_snapshot()
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


@pytest.mark.parametrize("form", [CONSULTATION_FORM, INQUIRY_FORM, SERVICE_FORM], ids=lambda form: form.name)
def test_a_form_says_what_each_field_is_and_needs(desktop, form):
    visitor = Visitor(go(desktop, url_for("group-fitness") if form == SERVICE_FORM else "/"), form).open()
    for rule in RULES[form.name].fields:
        control = visitor.control(rule.name)
        if control.count() == 0:  # said by the page, not by the visitor
            assert (form, rule.name) == (SERVICE_FORM, "service")
            continue
        expect(control).to_have_accessible_name(rule.label)
        assert (control.get_attribute("required") is not None) == rule.required
        described = control.get_attribute("aria-describedby").split()
        assert all(desktop.locator(f"#{one}").count() == 1 for one in described)


def test_what_is_wrong_is_tied_to_its_field(desktop, service):
    connected(go(desktop, "/"))
    visitor = Visitor(desktop, CONSULTATION_FORM).fill(email="zoe@").send()
    message = "Please enter a valid email address"
    visitor.is_told(message)
    expect(visitor.control("email")).to_have_attribute("aria-invalid", "true")
    expect(visitor.control("email")).to_have_accessible_description(re.compile(message))
    assert visitor.control("name").get_attribute("aria-invalid") is None
    expect(visitor.problems.get_by_role("heading", name=visitor.form.content.answer_invalid)).to_be_visible()
    expect(visitor.problems.get_by_role("link", name=message)).to_be_visible()
