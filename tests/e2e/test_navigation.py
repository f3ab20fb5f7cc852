"""The bar, the menus, the anchors and the floating buttons, with and without a server (spec sections 2 and 4)."""

from __future__ import annotations

import pytest

from gym_site.content.business import BUSINESS
from tests.browsing import PHONE, until

BAR = "getComputedStyle(document.querySelector('.site-header')).backgroundColor"
CLEAR = f"{BAR} === 'rgba(0, 0, 0, 0)'"
SOLID = f"parseFloat({BAR}.split(',')[3] ?? '1') > 0.7"


def at_section(page, anchor):
    """Wait until a section stands right below the bar, or as near as the page's end allows."""
    until(page, f"""(() => {{
        const top = document.getElementById("{anchor}").getBoundingClientRect().top;
        const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        return (top >= -1 && top <= 130) || (atEnd && top > 0 && top < innerHeight);
    }})()""")  # fmt: skip


def jump(page, y):
    """Scroll at once, whatever the page's own scrolling is like."""
    page.evaluate(f"scrollTo({{ top: {y}, behavior: 'instant' }})")


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
def phone(open_page):
    return open_page(viewport=PHONE)


def test_the_bar_turns_solid_beyond_fifty_pixels(page):
    until(page, CLEAR)
    for y, wanted in [(51, SOLID), (50, CLEAR), (400, SOLID), (0, CLEAR)]:
        jump(page, y)
        until(page, wanted)


def test_the_bar_stays_in_view(page):
    jump(page, 3000)
    assert page.locator(".site-header").bounding_box()["y"] == 0


def test_links_and_buttons_of_the_bar_scroll_to_their_sections(page):
    for link in ("Membership", "About", "Testimonials", "Contact", "Free Consultation", "Sign Up Online"):
        anchor = {"Free Consultation": "consultation", "Sign Up Online": "membership"}.get(link, link.lower())
        jump(page, 0)
        page.locator(".bar").get_by_role("link", name=link, exact=True).click()
        at_section(page, anchor)
        assert page.url.endswith(f"/#{anchor}")


def test_sections_are_scrolled_to_smoothly_but_not_for_those_who_want_less_motion(open_page):
    scrolling = "getComputedStyle(document.documentElement).scrollBehavior"
    assert open_page(at_once=False).evaluate(scrolling) == "smooth"
    assert open_page(at_once=False, reduced_motion="reduce").evaluate(scrolling) == "auto"


@pytest.mark.parametrize("anchor", ["membership", "services", "contact"])
def test_an_address_with_an_anchor_opens_at_its_section(open_page, anchor):
    at_section(open_page(f"/#{anchor}", reduced_motion="reduce"), anchor)


def test_the_hero_leads_to_membership_and_facility(page):
    page.locator("#home").get_by_role("link", name="Choose Your Membership").click()
    at_section(page, "membership")
    jump(page, 0)
    page.locator("#home").get_by_role("link", name="See the Facility").click()
    at_section(page, "facility")


def test_the_services_menu_lists_seven_and_closes_again(page):
    menu, summary = page.locator(".services-menu"), page.locator(".nav-services summary")
    assert not menu.is_visible()
    summary.click()
    menu.wait_for()
    assert menu.get_by_role("link").count() == 7
    page.keyboard.press("Escape")
    menu.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    summary.click()
    menu.wait_for()
    page.mouse.click(720, 700)
    menu.wait_for(state="hidden")


def test_the_services_menu_closes_when_focus_leaves_it(page):
    page.locator(".nav-services summary").focus()
    page.keyboard.press("Enter")
    page.locator(".services-menu").wait_for()
    for _ in range(8):
        page.keyboard.press("Tab")
    page.locator(".services-menu").wait_for(state="hidden")


def open_sheet(page):
    page.get_by_role("button", name="Open menu").click()
    sheet = page.locator(".menu-sheet")
    sheet.wait_for()
    return sheet


def test_the_menu_of_a_phone_fills_the_screen_with_every_link(phone):
    sheet = open_sheet(phone)
    box = sheet.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, PHONE["width"], PHONE["height"])
    names = ["Home", "Membership", "About", "Book Appointment", "Trainers", "Facility Expansion", "Testimonials",
             "Contact", "Blog", "Group Fitness", "Free Consultation", "Sign Up Online"]  # fmt: skip
    for name in names:
        assert sheet.get_by_role("link", name=name, exact=True).count() == 1


CLOSE = {
    "the key": lambda page: page.keyboard.press("Escape"),
    "the button": lambda page: page.get_by_role("button", name="Close menu").click(),
}


@pytest.mark.parametrize("close", CLOSE.values(), ids=CLOSE)
def test_the_menu_of_a_phone_closes_and_focus_is_where_it_was(phone, close):
    sheet = open_sheet(phone)
    close(phone)
    sheet.wait_for(state="hidden")
    assert phone.evaluate("document.activeElement.getAttribute('aria-label')") == "Open menu"


@pytest.mark.parametrize(("link", "anchor"), [("Contact", "contact"), ("Sign Up Online", "membership")])
def test_choosing_a_section_in_the_menu_closes_it_and_goes_there(phone, link, anchor):
    sheet = open_sheet(phone)
    sheet.get_by_role("link", name=link, exact=True).click()
    sheet.wait_for(state="hidden")
    at_section(phone, anchor)


def test_the_menu_opens_before_any_script_has_loaded(open_page):
    open_sheet(open_page(viewport=PHONE, scripts=False))


def test_a_phone_can_call_from_the_bar(phone):
    call = phone.locator(".bar").get_by_role("link", name=f"Call {BUSINESS.phone}")
    assert call.is_visible()
    assert call.get_attribute("href") == f"tel:+1{BUSINESS.phone.replace('-', '')}"


def test_the_floating_buttons_lead_to_the_trial_and_to_the_form(page):
    jump(page, 3500)
    trial = page.locator(".floating").get_by_role("link", name="3 Day Trial")
    trial.wait_for()
    assert trial.get_attribute("href").startswith("https://portal.")
    assert trial.get_attribute("target") == "_blank"
    page.locator(".floating").get_by_role("link", name="Free Consultation").click()
    at_section(page, "consultation")


def test_the_first_tab_stop_skips_the_navigation(page):
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    until(page, "location.hash === '#main'")
    page.keyboard.press("Tab")
    until(page, "document.querySelector('main').contains(document.activeElement)")
