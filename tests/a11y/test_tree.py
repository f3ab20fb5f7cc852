"""What a screen reader is told: landmarks, headings, names, roles and states of what can be used."""

from __future__ import annotations

import re

import pytest

from gym_site.content.expansion import EXPANSION_PICTURES
from gym_site.content.facility import FACILITY_PICTURES
from gym_site.content.forms import CONSULTATION_FORM as CONSULTATION_WORDS
from gym_site.content.gallery import TOUR, TOUR_WORDS
from gym_site.content.plans import PLAN_TABS
from gym_site.content.transformations import PAIRS
from gym_site.leads.fields import FORMS as RULES
from tests.a11y.walk import go
from tests.browsing import connected, until
from tests.forms import CONSULTATION_FORM, Visitor


def tree(page, selector="body") -> str:
    """Return the accessibility tree of a part of the page."""
    return page.locator(selector).first.aria_snapshot()


def test_the_bar_the_sheet_and_the_services_menu(phone, desktop):
    bar = tree(go(desktop, "/gym-faq-surrey-delta"), "header.site-header")
    assert '- navigation "Main"' in bar
    assert '- link "Free Consultation"' in bar
    menu = desktop.locator(".nav-services")
    assert desktop.evaluate("document.querySelector('.nav-services').open") is False
    menu.locator("summary").click()
    assert '- link "Group Fitness"' in menu.aria_snapshot()
    assert (
        go(desktop, "/certified-personal-trainers-surrey").locator(".bar [aria-current=page]").inner_text()
        == "Trainers"
    )
    go(phone, "/")
    button = phone.get_by_role("button", name="Open menu")
    assert "[expanded]" not in button.aria_snapshot()
    button.click()
    until(phone, "document.querySelector('.menu-sheet').matches(':popover-open')")
    sheet = tree(phone, ".menu-sheet")
    assert '- button "Close menu"' in sheet
    assert '- navigation "Main"' in sheet


def test_the_tabs_name_their_panels_and_say_which_is_selected(desktop):
    go(desktop, "/")
    tabs = [f'- tab "{tab.label}"' for tab in PLAN_TABS]
    tabs[0] += " [selected]"
    listed = re.findall(r"- tab .*", tree(desktop, ".tabs"))
    assert listed == tabs
    assert '- tablist "' in tree(desktop, ".tabs")
    desktop.get_by_role("tab").nth(1).click()
    desktop.get_by_role("tab", selected=True, name=PLAN_TABS[1].label).wait_for()
    panel = desktop.get_by_role("tabpanel")
    assert panel.count() == 1
    assert panel.get_attribute("id") == desktop.get_by_role("tab", selected=True).get_attribute("aria-controls")
    assert desktop.get_by_role("tabpanel", name=PLAN_TABS[1].label).count() == 1


def test_photos_open_a_dialog_that_says_which_is_shown(desktop):
    go(desktop, "/")
    first = desktop.locator(".photo-button").first
    assert first.get_attribute("aria-haspopup") == "dialog"
    first.click()
    until(desktop, "document.querySelector('dialog.viewer').open")
    said = tree(desktop, "dialog.viewer")
    assert said.startswith(f'- dialog "{TOUR_WORDS.title}"')
    for name in ("Close", "Previous photo", "Next photo"):
        assert f'- button "{name}"' in said
    assert TOUR[0].caption in said
    assert f"1 of {len(TOUR)}" in said
    assert TOUR[1].caption not in said


def test_the_carousel_the_slideshow_and_the_sliders_are_named_and_say_where_they_are(desktop):
    carousel = tree(go(desktop, "/"), ".carousel")
    assert '- button "Previous pictures"' in carousel
    assert '- button "Next pictures"' in carousel
    position = desktop.locator(".carousel-position")
    assert (position.get_attribute("aria-live"), position.inner_text()) == ("polite", f"1 of {len(FACILITY_PICTURES)}")
    go(desktop, "/new-gym-facility-surrey-delta")
    assert desktop.locator(".slideshow [aria-live=polite]").inner_text() == f"1 of {len(EXPANSION_PICTURES)}"
    assert desktop.locator(".slideshow").get_by_role("figure").count() == 1  # the one in view
    assert desktop.locator(".dot[aria-current=true]").count() == 1
    go(desktop, "/fitness-transformation-results")
    names = [one.get_attribute("aria-label") for one in desktop.get_by_role("slider").all()]
    assert len(names) == len(set(names)) == len(PAIRS)


@pytest.mark.parametrize(("form", "path"), [("consultation", "/"), ("inquiry", "/"), ("service", "/group-fitness")])
def test_a_form_says_what_each_field_is_and_needs(desktop, form, path):
    go(desktop, path)
    for rule in RULES[form].fields:
        control = desktop.locator(f"#{form}-{rule.name}")
        if control.count() == 0:  # said by the page, not by the visitor
            assert rule.name == "service"
            continue
        label = desktop.locator(f"label[for={form}-{rule.name}]").evaluate(
            "(one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join('')"
        )
        assert re.fullmatch(rf"- \w+ \"{re.escape(label.strip())}\".*", control.aria_snapshot().splitlines()[0])
        assert (control.get_attribute("required") is not None) == rule.required
        described = control.get_attribute("aria-describedby").split()
        assert all(desktop.locator(f"#{one}").count() == 1 for one in described)


def test_what_is_wrong_is_tied_to_its_field(desktop, service):
    connected(go(desktop, "/"))
    visitor = Visitor(desktop, CONSULTATION_FORM).fill(email="zoe@").send()
    visitor.told()
    email = visitor.control("email")
    assert email.get_attribute("aria-invalid") == "true"
    described = [desktop.locator(f"#{one}").inner_text() for one in email.get_attribute("aria-describedby").split()]
    assert "Please enter a valid email address" in described
    assert visitor.control("name").get_attribute("aria-invalid") is None
    said = tree(desktop, "#consultation .error-summary")
    assert f'- heading "{CONSULTATION_WORDS.answer_invalid}"' in said
    assert '- link "Please enter a valid email address"' in said


def test_what_changes_by_itself_is_said_politely_and_what_fails_at_once(desktop):
    go(desktop, "/")
    regions = desktop.locator(".toasts > *").evaluate_all("all => all.map((one) => one.getAttribute('role'))")
    assert set(regions) == {"status", "alert"}
    assert desktop.locator(".unreachable[role=alert]").count() == 2
    assert desktop.locator("p.visually-hidden[role=status]").count() == 1
    assert desktop.locator(".countdown :is([aria-live], [role=status])").count() == 0  # a second is no news
    go(desktop, "/gym-faq-surrey-delta")
    assert desktop.locator(".filter-count[role=status]").count() == 1
