"""The first screen comes before scripts, shared styles and content below the fold, and is light on a phone."""

from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from gym_site.brand import BRAND
from gym_site.content.navigation import ERROR_SCREEN
from gym_site.content.plans import PLAN_TABS
from gym_site.routes import alias_for, url_for
from tests.a11y.visits import WALK
from tests.browsing import DESKTOP, NOTHING, PATHS, PHONE, poll, until
from tests.forms import SERVICE_KEY
from tests.parts import rows

WAITING = "[...document.querySelectorAll('main > *, footer')].filter((one) => getComputedStyle(one).contentVisibility === 'auto').length"
LATER_PICTURES = "[...document.querySelectorAll('main [loading=lazy]')].filter((one) => getComputedStyle(one).display !== 'none').length"
RECORDER = f"""
document.addEventListener("DOMContentLoaded", () => {{
  window.first = {{ waiting: {WAITING}, pictures: {LATER_PICTURES}, scripts: document.querySelectorAll("script[type=module]").length }};
}});
"""


def test_content_below_the_fold_is_laid_out_only_when_visitors_scroll(open_page):
    page = open_page(viewport=PHONE, first=RECORDER, scripts=False, color_scheme="light")
    assert page.evaluate("first.waiting") > 8
    assert page.evaluate("first.scripts") == 0
    assert page.evaluate("first.pictures") == 0  # they would compete with the first screen's
    until(page, f"{LATER_PICTURES} > 8")
    page.wait_for_timeout(500)
    assert page.evaluate(WAITING) > 8
    # The page is dark even if the visitor's system prefers light.
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.locator("footer").scroll_into_view_if_needed()
    until(page, f"{WAITING} === 0")
    page.locator("footer").scroll_into_view_if_needed()  # the content laid out above may have moved it
    expect(page.locator("footer")).to_be_in_viewport()
    page.locator(f".hero-links a[href='{alias_for('consultation')}']").first.click()
    until(page, f"document.querySelector('#consultation-title') && {WAITING} > 0 && scrollY === 0")
    page.wait_for_timeout(500)
    assert page.evaluate(WAITING) > 0
    page.mouse.wheel(0, 100)
    until(page, f"{WAITING} === 0 && !('brief' in document.documentElement.dataset)")


def test_the_end_key_lays_out_all_content_before_the_page_scrolls(open_page):
    page = open_page(viewport=PHONE, scripts=False)
    until(page, f"{LATER_PICTURES} > 8")
    left = page.evaluate(f"""() => {{
        document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: "End", bubbles: true }}));
        return {WAITING};
    }}""")
    assert left == 0


def test_a_link_to_a_section_works_before_the_content_above_is_laid_out(open_page):
    page = open_page(viewport=PHONE, scripts=False)
    until(page, f"{LATER_PICTURES} > 8")
    assert page.evaluate(WAITING) > 8
    page.locator(".hero a[href$='#membership']").first.evaluate("link => link.click()")
    until(page, "Math.abs(document.querySelector('#membership').getBoundingClientRect().top - 88) < 24")
    page.wait_for_timeout(1000)
    assert abs(page.evaluate("document.querySelector('#membership').getBoundingClientRect().top") - 88) < 24


@pytest.mark.parametrize("way", ["address with a section", "reload", "back"])
def test_a_page_that_opens_scrolled_down_is_laid_out_at_once(open_page, way):
    page = open_page("/#contact" if way == "address with a section" else "/", viewport=PHONE, first=RECORDER)
    if way != "address with a section":
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


STYLES_ARE_THERE = "[...document.querySelectorAll('[rel=stylesheet]:not([disabled])')].some((link) => link.sheet)"


APPLIES = "document.querySelector('[rel=stylesheet]:not([disabled])').media"
BROKEN = 'export default () => { throw new Error("planted"); };'


class HeldStyles:
    """Blocks the shared style sheet until ``released`` is true; pass it to `Opener.open` as ``prepare``."""

    def __init__(self) -> None:
        self.released = False
        self.refused = 0

    def __call__(self, page):
        page.route("**/assets/*.css", self._answer)

    def _answer(self, route):
        self.refused += not self.released
        route.continue_() if self.released else route.abort()


def looks_like(before: bytes, after: bytes) -> bool:
    """Return whether two screenshots are alike; text over the bar's translucent background may differ a little."""
    if before == after:
        return True
    was, is_ = (Image.open(BytesIO(shot)).convert("RGB") for shot in (before, after))
    return was.size == is_.size and all(high < 48 for _, high in ImageChops.difference(was, is_).getextrema())


def test_the_plans_of_other_tabs_are_hidden_also_in_folded_sections(open_page):
    """Chromium tells screen readers of everything in a folded section, as it doesn't know which of it CSS hides."""
    page = open_page(scripts=False)
    assert page.evaluate("'folded' in document.documentElement.dataset")
    known = page.locator(".tab-panel").evaluate_all(
        "all => all.map((one) => one.parentElement.checkVisibility({ contentVisibilityAuto: true }))"
    )
    assert known == [True] * len(PLAN_TABS)


@pytest.mark.parametrize("path", rows(PATHS, {"/", url_for(SERVICE_KEY)}))
def test_the_shared_style_sheet_does_not_change_the_look_of_a_loaded_page(open_page, path):
    held = HeldStyles()

    def prepare(page):
        held(page)
        page.route("**/images/*", lambda route: route.fulfill(body=NOTHING))  # real pictures arrive in any order

    page = open_page(path, scripts=False, prepare=prepare, reduced_motion="reduce")
    page.evaluate("dispatchEvent(new Event('wheel'))")
    until(page, "!document.querySelector('[data-brief], [data-held], [data-folded]')")
    page.evaluate("document.querySelectorAll('[loading=lazy]').forEach((one) => (one.loading = 'eager'))")
    until(page, "[...document.images].every((one) => one.complete)")

    def seen() -> list[bytes]:
        pictures = []
        for viewport in (PHONE, DESKTOP):
            page.set_viewport_size(viewport)
            pictures.append(page.screenshot(full_page=True, animations="disabled"))
        return pictures

    before = []

    def is_at_rest():
        nonlocal before
        earlier, before = before, seen()
        return before == earlier

    poll(page, is_at_rest, "the page is at rest")  # a busy machine draws some parts later than others
    assert held.refused
    held.released = True
    until(page, STYLES_ARE_THERE)

    poll(page, lambda: all(map(looks_like, before, seen())), "the page looks as before")


def test_the_shared_style_sheet_applies_at_the_first_input_event(open_page):
    page = open_page(viewport=PHONE, scripts=False)
    until(page, STYLES_ARE_THERE)
    assert page.evaluate(APPLIES) == "print"
    page.mouse.move(10, 10)
    until(page, f"{APPLIES} === 'all'")


def test_the_error_screen_of_a_page_that_fails_later_is_styled(open_page):
    page = open_page(url_for("faq"), viewport=PHONE)
    page.route("**/assets/_privacy_*.js", lambda route: route.fulfill(body=BROKEN, content_type="text/javascript"))
    page.locator(f"footer a[href='{url_for('privacy')}']").click()
    expect(page.locator("h1")).to_have_text(ERROR_SCREEN.title)
    until(page, f"{APPLIES} === 'all'")


@pytest.mark.parametrize("section", ["", "#membership"])
def test_the_next_page_stays_hidden_until_the_shared_style_sheet_arrives(open_page, section):
    held = HeldStyles()
    page = open_page("/privacy", prepare=held)
    page.locator(f".site-footer a[href='/{section}']").first.click()
    until(page, "document.querySelector('.hero') !== null")
    page.wait_for_timeout(500)
    assert page.locator(".hero").is_hidden()
    held.released = True
    expect(page.locator(section or ".hero")).to_be_in_viewport()


def test_an_unchanged_record_gets_an_empty_response_with_small_headers(open_page):
    answers = []
    page = open_page(
        prepare=lambda page: page.on("response", lambda one: "/records/" in one.url and answers.append(one))
    )
    until(
        page, "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/records/')).length === 2"
    )
    sizes = [answer.request.sizes() for answer in answers]
    assert [answer.status for answer in answers] == [304, 304]
    assert [size["responseBodySize"] for size in sizes] == [0, 0]
    assert max(size["responseHeadersSize"] for size in sizes) < 300, answers[0].all_headers()


def test_phones_download_few_bytes_of_pictures_on_the_home_page(open_page):
    """By day, when the hero has two pictures."""
    weights = {}

    def weigh(response):
        if "/images/" in response.url:
            weights[response.url] = int(response.headers["content-length"])

    def prepare(page):
        page.on("response", weigh)
        page.clock.set_fixed_time(datetime(2026, 1, 20, 14, tzinfo=ZoneInfo(BRAND.time_zone or "UTC")))

    page = open_page(viewport=PHONE, device_scale_factor=2, prepare=prepare)
    until(page, "[...document.querySelectorAll('.hero-picture img')].every((one) => one.complete)")
    assert 0 < sum(weights.values()) < 450_000
    page.evaluate(WALK)
    page.locator(".carousel-track").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.carousel-track').scrollTo({ left: 99999, behavior: 'instant' })")
    until(page, "[...document.querySelectorAll('.slide img')].at(-1).complete")
    assert sum(weights.values()) < 1_600_000
