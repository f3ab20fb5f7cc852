"""What a screen reader is told: landmarks, headings, names, roles and states of what can be used."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from gym_site.content.forms import CONSULTATION_FORM as CONSULTATION_WORDS
from gym_site.content.gallery import TOUR, TOUR_WORDS
from gym_site.content.plans import PLAN_TABS
from gym_site.leads.fields import FORMS as RULES
from tests.a11y.walk import PATHS, go
from tests.browsing import connected, until
from tests.forms import CONSULTATION_FORM, Visitor

HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((one) => one.checkVisibility())
    .map((one) => Number(one.tagName[1]))"""


def tree(page, selector="body") -> str:
    """Return the accessibility tree of a part of the page."""
    return page.locator(selector).first.aria_snapshot()


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_its_landmarks_one_title_and_headings_in_order(desktop, path):
    go(desktop, path)
    for role in ("banner", "main", "contentinfo"):
        assert desktop.get_by_role(role).count() == 1, role
    assert desktop.get_by_role("navigation", name="Main", exact=True).count() == 1
    navigations = desktop.get_by_role("navigation").all()
    names = [one.get_attribute("aria-label") for one in navigations]
    assert None not in names
    assert len(set(names)) == len(names)
    assert desktop.locator("html").get_attribute("lang") == "en-CA"
    levels = desktop.evaluate(HEADINGS)
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize("path", PATHS)
def test_everything_to_use_has_a_name_and_no_two_links_share_one_for_two_places(desktop, path):
    said = tree(go(desktop, path))
    roles = "link|button|textbox|combobox|spinbutton|searchbox|slider|tab|img|region|dialog"
    nameless = re.findall(rf"^ *- '?({roles})(?: \[[^\]]*\])*'?:?(?: [^\"\n]*)?$", said, re.MULTILINE)
    assert nameless == []
    unclear = re.findall(r'- link "(here|more|read more|learn more|click here)"', said, re.IGNORECASE)
    assert unclear == []


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
    assert (position.get_attribute("aria-live"), position.inner_text()) == ("polite", "1 of 16")
    go(desktop, "/new-gym-facility-surrey-delta")
    assert desktop.locator(".slideshow [aria-live=polite]").inner_text() == "1 of 5"
    assert desktop.locator(".slideshow").get_by_role("figure").count() == 1  # the one in view
    assert desktop.locator(".dot[aria-current=true]").count() == 1
    go(desktop, "/fitness-transformation-results")
    names = [one.get_attribute("aria-label") for one in desktop.get_by_role("slider").all()]
    assert len(names) == len(set(names)) == 10


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


@pytest.mark.parametrize("path", PATHS)
def test_every_picture_says_what_it_shows_or_is_passed_over(desktop, path):
    go(desktop, path)
    pictures = desktop.locator("img").evaluate_all(
        "all => all.map((one) => [one.alt, one.hasAttribute('alt'), one.src])"
    )
    assert all(has for _, has, _ in pictures), pictures
    assert [alt for alt, _, _ in pictures if re.search(r"\.(jpg|webp|avif)|^(image|picture|photo) of", alt, re.I)] == []
