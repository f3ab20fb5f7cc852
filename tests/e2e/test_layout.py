"""Nothing moves, nothing overflows, and no picture is heavier than a phone should carry (look, performance)."""

from __future__ import annotations

import re

import pytest

from gym_site.routes import ROUTES, post_path
from tests.browsing import PHONE, until

PATHS = [route.path for route in ROUTES] + [post_path(1)]
ALIVE = "Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react'))"
TOO_WIDE = """document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".carousel-track, .tab-list, .visually-hidden"))
    .map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 30)}`)"""
WATCH_SHIFTS = """window.shifted = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
WALK = """(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
        scrollTo({ top: y, behavior: "instant" });
        await new Promise((done) => setTimeout(done, 30));
    }
    return true;
})()"""


def go(page, path):
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url))
    until(page, ALIVE)


@pytest.mark.parametrize("width", [320, 2560])
def test_no_page_is_wider_than_the_screen(open_page, width):
    page = open_page(viewport={"width": width, "height": 900})
    for path in PATHS:
        go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_text_of_twice_the_size_still_fits_a_phone(open_page):
    page = open_page(viewport=PHONE)
    for path in PATHS:
        go(page, path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(TOO_WIDE) == [], path


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 900}], ids=["phone", "desktop"])
def test_nothing_moves_while_a_page_loads_and_is_read(open_page, viewport):
    page = open_page(viewport=viewport, prepare=lambda page: page.add_init_script(WATCH_SHIFTS))
    for path in PATHS:
        go(page, path)
        page.evaluate(WALK)
        assert page.evaluate("window.shifted") < 0.001, path


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
