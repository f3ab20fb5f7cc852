"""The first screen comes before scripts, shared styles and content below the fold, and is light on a phone."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.a11y.visits import WALK
from tests.browsing import HYDRATED, PHONE, go, until
from tests.gym import GYM
from tests.parts import rows

WAITING = "[...document.querySelectorAll('main > *, footer')].filter((one) => getComputedStyle(one).contentVisibility === 'auto').length"
LATER_PICTURES = "[...document.querySelectorAll('main [loading=lazy]')].filter((one) => getComputedStyle(one).display !== 'none').length"
RECORDER = f"""
document.addEventListener("DOMContentLoaded", () => {{
  window.first = {{ waiting: {WAITING}, pictures: {LATER_PICTURES}, scripts: document.querySelectorAll("script[type=module]").length }};
}});
"""
# Only in its own font is the hero's line as high after the scripts have changed its words.
WITHOUT_DOOR = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(".hero-door { display: none; }");
document.adoptedStyleSheets = [sheet];
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
    page.locator(f".hero-links a[href='{GYM.routes.alias_for('consultation')}']").first.click()
    until(page, f"document.querySelector('#consultation-title') && {WAITING} > 0 && scrollY === 0")
    page.wait_for_timeout(500)
    assert page.evaluate(WAITING) > 0
    page.mouse.wheel(0, 100)
    until(page, f"{WAITING} === 0 && !('brief' in document.documentElement.dataset)")


def test_a_page_asks_for_all_its_scripts_at_once(browser, site):
    page = browser.new_page(viewport=PHONE)
    held = []
    page.route("**/assets/manifest-*.js", lambda route: held.append(route))
    with page.expect_request("**/assets/entry.client-*.js"):
        page.goto(site.url)
    for route in held:
        route.continue_()
    until(page, HYDRATED)
    page.close()


def test_a_key_and_a_link_reach_content_that_is_not_laid_out_yet(open_page):
    page = open_page(viewport=PHONE, scripts=False)

    def load():
        page.goto(page.url.partition("#")[0])
        until(page, f"{LATER_PICTURES} > 8 && {WAITING} > 8")

    load()
    # Chromium tells screen readers of everything in a folded section, as it doesn't know which of it CSS hides.
    seen = "all => all.map((one) => one.parentElement.checkVisibility({ contentVisibilityAuto: true }))"
    assert page.locator(".tab-panel").evaluate_all(seen) == [True] * len(GYM.plans.tabs)
    page.locator(".hero a[href$='#membership']").first.evaluate("link => link.click()")
    until(page, "Math.abs(document.querySelector('#membership').getBoundingClientRect().top - 88) < 24")
    page.wait_for_timeout(1000)  # it stays there while the page unfolds
    assert abs(page.evaluate("document.querySelector('#membership').getBoundingClientRect().top") - 88) < 24
    page.evaluate("scrollTo(0, 0)")
    load()
    left = page.evaluate(f"""() => {{
        document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: "End", bubbles: true }}));
        return {WAITING};
    }}""")
    assert left == 0


def test_a_page_that_opens_scrolled_down_is_laid_out_at_once(open_page):
    def without_fonts(page):  # with and without them, the page has different heights
        page.route(re.compile("/fonts/"), lambda route: route.abort())

    count = "window.moves = 0; addEventListener('scroll', () => { moves++; });"
    options = {"first": WITHOUT_DOOR + RECORDER + count, "prepare": without_fonts, "at_once": False}
    page = open_page("/#contact", viewport=PHONE, **options)
    assert page.evaluate("first.waiting") == 0
    expect(page.locator("#contact")).to_be_in_viewport()
    go(page, "/")
    for _ in range(2):  # the content laid out above may move it
        page.locator("#contact").evaluate("one => one.scrollIntoView({ behavior: 'instant' })")
        until(page, f"{WAITING} === 0")
    before = page.evaluate("scrollY")

    def come_back():
        page.goto(f"{page.url}privacy")
        page.go_back()

    for way in (page.reload, come_back):
        way()
        until(page, f"window.first && Math.abs(scrollY - {before}) < 2")
        assert page.evaluate("[first.waiting, moves < 5]") == [0, True], way  # nor does it glide there
        expect(page.locator("#contact")).to_be_in_viewport()


@pytest.mark.parametrize("section", rows(["", "#membership"], ["#membership"]))
def test_the_next_page_stays_hidden_until_the_shared_style_sheet_arrives(open_page, section):
    sheets = "**/assets/*.css"
    page = open_page("/privacy", prepare=lambda page: page.route(sheets, lambda route: route.abort()))
    page.locator(f".site-footer a[href='/{section}']").first.click()
    until(page, "document.querySelector('.hero') !== null")
    page.wait_for_timeout(500)
    assert page.locator(".hero").is_hidden()
    page.unroute(sheets)
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


@pytest.mark.pictures
def test_phones_download_few_bytes_of_pictures_on_the_home_page(open_page):
    """By day, when the hero has two pictures."""
    weights = {}

    def weigh(response):
        if "/images/" in response.url:
            weights[response.url] = int(response.headers["content-length"])

    def prepare(page):
        page.on("response", weigh)
        page.clock.set_fixed_time(datetime(2026, 1, 20, 14, tzinfo=ZoneInfo(GYM.brand.time_zone or "UTC")))

    page = open_page(viewport=PHONE, device_scale_factor=2, prepare=prepare)
    until(page, "[...document.querySelectorAll('.hero-picture img')].every((one) => one.complete)")
    assert 0 < sum(weights.values()) < 450_000
    page.evaluate(WALK)
    page.locator(".carousel-track").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.carousel-track').scrollTo({ left: 99999, behavior: 'instant' })")
    until(page, "[...document.querySelectorAll('.slide img')].at(-1).complete")
    assert sum(weights.values()) < 1_600_000
