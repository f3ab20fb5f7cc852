"""What a phone gets first: the first screen, before what is further down is laid out and before the page's scripts."""

import pytest
from playwright.sync_api import expect

from gym_site.routes import alias_for
from tests.a11y.visits import WALK
from tests.browsing import PHONE, until

WAITING = "[...document.querySelectorAll('main > *, footer')].filter((one) => getComputedStyle(one).contentVisibility === 'auto').length"
LATER_PICTURES = "[...document.querySelectorAll('main [loading=lazy]')].filter((one) => getComputedStyle(one).display !== 'none').length"
RECORDER = f"""
document.addEventListener("DOMContentLoaded", () => {{
  window.first = {{ waiting: {WAITING}, pictures: {LATER_PICTURES}, scripts: document.querySelectorAll("script[type=module]").length }};
}});
"""


def test_what_is_further_down_waits_for_the_first_screen_here_and_on_the_page_moved_to(open_page):
    page = open_page(viewport=PHONE, first=RECORDER, color_scheme="light")
    assert page.evaluate("first.waiting") > 8
    assert page.evaluate("first.scripts") == 0
    assert page.evaluate("first.pictures") == 0  # they would compete with the first
    until(page, f"{WAITING} === 0")
    until(page, f"{LATER_PICTURES} > 8")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"  # on a light system too
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.locator("footer")).to_be_in_viewport()
    page.evaluate(
        "addEventListener('pageopens', () => requestAnimationFrame(() => { first.opened = " + WAITING + " }))"
    )
    page.locator(f".hero-links a[href='{alias_for('consultation')}']").first.click()
    until(page, "first.opened > 0")
    until(page, f"{WAITING} === 0 && !('brief' in document.documentElement.dataset)")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("way", ["address with a section", "reload", "back"])
def test_a_page_that_opens_further_down_is_laid_out_at_once(open_page, way):
    page = open_page("/#contact" if way == "address with a section" else "/", viewport=PHONE, first=RECORDER)
    if way != "address with a section":
        until(page, f"{WAITING} === 0")
        page.locator("#contact").scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        if way == "reload":
            page.reload()
        else:
            page.goto(f"{page.url}privacy")
            page.go_back()
        until(page, "window.first")
        until(page, f"Math.abs(scrollY - {before}) < 2")
    assert page.evaluate("first.waiting") == 0
    expect(page.locator("#contact")).to_be_in_viewport()


def test_the_home_pages_pictures_are_light_on_a_phone(open_page):
    weights = {}

    def weigh(response):
        if "/images/" in response.url:
            weights[response.url] = int(response.headers["content-length"])

    page = open_page(viewport=PHONE, device_scale_factor=2, prepare=lambda page: page.on("response", weigh))
    until(page, "document.querySelector('.hero-picture img').complete")
    assert 0 < sum(weights.values()) < 450_000
    page.evaluate(WALK)
    page.locator(".carousel-track").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.carousel-track').scrollTo({ left: 99999, behavior: 'instant' })")
    until(page, "[...document.querySelectorAll('.slide img')].at(-1).complete")
    assert sum(weights.values()) < 1_600_000
