"""What is painted first: the first screen, before what is further down is laid out and before the page's scripts."""

from __future__ import annotations

import pytest

from tests.browsing import PHONE, until

WAITING = "[...document.querySelectorAll('main > *, footer')].filter((one) => getComputedStyle(one).contentVisibility === 'auto').length"
RECORDER = f"""
document.addEventListener("DOMContentLoaded", () => {{
  window.first = {{ waiting: {WAITING}, scripts: document.querySelectorAll("script[type=module]").length }};
}});
"""


@pytest.fixture
def open_recorded(open_page):
    """Open a page on a phone that notes how it stands when it has been read, before anything is painted."""
    return lambda path="/", **options: open_page(
        path, viewport=PHONE, prepare=lambda page: page.add_init_script(RECORDER), **options
    )


def test_what_is_further_down_waits_for_the_first_screen_and_then_is_there(open_recorded):
    page = open_recorded()
    assert page.evaluate("first.waiting") > 8
    assert page.evaluate("first.scripts") == 0
    until(page, f"{WAITING} === 0")
    until(page, "!('brief' in document.documentElement.dataset)")
    page.locator("footer").scroll_into_view_if_needed()
    assert page.evaluate("document.querySelector('footer').getBoundingClientRect().top < innerHeight")


def test_another_page_opens_with_its_first_screen_too(open_recorded):
    page = open_recorded()
    until(page, f"{WAITING} === 0")
    page.evaluate(
        "addEventListener('pageopens', () => requestAnimationFrame(() => { first.opened = " + WAITING + " }))"
    )
    page.locator(".hero-links a[href='/consultation']").first.click()
    until(page, "first.opened > 0")
    until(page, f"{WAITING} === 0")
    until(page, "!('brief' in document.documentElement.dataset)")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("way", ["address with a section", "reload", "back"])
def test_a_page_that_opens_further_down_is_laid_out_at_once(open_recorded, way):
    page = open_recorded("/#contact" if way == "address with a section" else "/")
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
    until(page, f"document.querySelector('#contact').getBoundingClientRect().top < {PHONE['height']}")


def test_a_visitor_whose_system_is_light_sees_the_site_as_it_is(open_recorded):
    page = open_recorded(color_scheme="light")
    until(page, f"{WAITING} === 0")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
