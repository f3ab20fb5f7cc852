"""No picture is heavier than a phone should carry."""

from __future__ import annotations

from tests.a11y.visits import WALK
from tests.browsing import PHONE, until


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
