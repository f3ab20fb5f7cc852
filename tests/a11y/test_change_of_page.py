"""A change of page inside the document is told like a new document: focus on its heading, its title said once."""

from __future__ import annotations

import pytest

from gym_site.routes import ROUTES
from tests.browsing import PHONE, until

SAID = """window.said = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const { target } of changes) {
        const region = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target).closest("[role=status], [role=alert]");
        if (region?.textContent) window.said.push(region.textContent);
    }
}).observe(document.body, { childList: true, characterData: true, subtree: true }));"""


@pytest.fixture
def come(open_page):
    """Open a page that keeps what its live regions say."""
    return lambda path="/", **options: open_page(
        path, prepare=lambda page: page.add_init_script(SAID), reduced_motion="reduce", **options
    )


def arrived(page, path):
    """Wait until a page is there; return what was said on the way."""
    until(page, f"location.pathname === '{path}' && said.length && document.activeElement.matches('main h1')")
    page.wait_for_timeout(100)  # time enough to say it twice
    return page.evaluate("said.splice(0)")


def test_focus_goes_to_the_heading_and_the_title_is_said_once(come):
    page = come()
    for name in ("Trainers", "FAQ", "Online Fitness Coaching", "Home"):
        page.locator("footer").get_by_role("link", name=name, exact=True).click()
        path = next(route.path for route in ROUTES if route.label == name)
        assert arrived(page, path) == [page.title()]
        assert page.evaluate("scrollY") == 0
    page.keyboard.press("Tab")
    until(page, "document.querySelector('main').contains(document.activeElement)")


def test_going_back_is_told_and_the_place_is_kept(come):
    page = come("/gym-faq-surrey-delta")
    page.evaluate("scrollTo(0, 1500)")
    page.locator("footer").get_by_role("link", name="Trainers", exact=True).click()
    arrived(page, "/certified-personal-trainers-surrey")
    page.go_back()
    assert arrived(page, "/gym-faq-surrey-delta") == [page.title()]
    until(page, "scrollY > 1000")


def test_a_section_of_the_home_page_takes_focus_at_its_heading(come):
    page = come("/gym-faq-surrey-delta")
    page.locator(".bar").get_by_role("link", name="Testimonials", exact=True).click()
    until(page, "document.activeElement.matches('#testimonials h2')")
    assert page.evaluate("said") == [page.title()]


def test_back_to_home_takes_focus_to_the_services(come):
    page = come("/kickboxing-boxing-gym-surrey")
    page.get_by_role("link", name="Back to Home").click()
    until(page, "document.activeElement.matches('#services h2')")
    assert page.evaluate("said") == [page.title()]


def test_a_link_in_the_menu_of_a_phone_leads_focus_to_the_page(come):
    page = come(viewport=PHONE)
    page.get_by_role("button", name="Open menu").click()
    page.locator(".menu-sheet").get_by_role("link", name="Blog", exact=True).click()
    assert arrived(page, "/fitness-blog-surrey-delta") == [page.title()]


@pytest.mark.parametrize("path", ["/", "/#contact", "/gym-faq-surrey-delta", "/blog/1", "/no/such/door"])
def test_nothing_is_said_and_focus_stays_when_a_document_loads(come, path):
    page = come(path)
    page.wait_for_timeout(400)
    assert page.evaluate("said") == []
    assert page.evaluate("document.activeElement === document.body")


def test_a_link_to_a_section_of_the_same_page_says_nothing(come):
    page = come()
    page.locator(".bar").get_by_role("link", name="Contact", exact=True).click()
    until(page, "document.activeElement.matches('#contact h2')")
    assert page.evaluate("said") == []


def test_the_skip_link_and_the_index_of_the_questions_are_the_browsers_own(come):
    page = come("/gym-faq-surrey-delta")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "location.hash === '#main' && document.activeElement.matches('main')")
    page.locator(".faq-categories").get_by_role("link", name="Amenities").click()
    until(page, "Math.abs(document.getElementById('amenities').getBoundingClientRect().top - 88) < 60")
    page.keyboard.press("Tab")
    until(page, "document.getElementById('amenities').parentElement.contains(document.activeElement)")
    assert page.evaluate("said") == []
    assert page.locator("#amenities[tabindex]").count() == 0


def test_a_card_of_the_blog_is_a_new_document_and_says_nothing(come):
    page = come("/fitness-blog-surrey-delta")
    page.locator(".post-card a").first.click()
    until(page, "/^.blog.\\d+$/.test(location.pathname) && Array.isArray(window.said)")
    page.wait_for_timeout(300)
    assert page.evaluate("said") == []
