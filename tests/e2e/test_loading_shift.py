"""Nothing shifts while a page loads, however slow the connection and wherever the reader scrolls meanwhile."""

import re

import pytest
from playwright.sync_api import expect

from tests.a11y.visits import KINDS, WATCH_SHIFTS
from tests.browsing import FRAMES, HYDRATED, PATHS, PHONE, until
from tests.forms import SERVICE_KEY
from tests.gym import GYM

OFTEN = ["/", GYM.routes.url_for(SERVICE_KEY)]
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}  # ms, bytes/s


def nothing_moved(page, path):
    page.evaluate(FRAMES)
    shifted = page.evaluate("shifted")
    assert sum(value for value, _ in shifted) < 0.01, (path, shifted)


@pytest.mark.long
def test_fonts_that_arrive_late_do_not_shift_the_page(open_page, site):
    page = open_page("/privacy", viewport=PHONE)
    page.route(
        re.compile(r"/assets/.*\.js"), lambda route: None
    )  # they never arrive; a failure would make the page plain
    held = []
    page.add_init_script(WATCH_SHIFTS)
    page.route(re.compile("/fonts/"), lambda route: held.append(route))
    for number, path in enumerate(PATHS[:-1]):
        page.goto(site.url + path, wait_until="domcontentloaded")
        page.evaluate(f"scrollTo({{ top: innerHeight * {number % 3}, behavior: 'instant' }})")
        until(page, "performance.getEntriesByName('first-contentful-paint').length")
        assert len(held) == 3, path
        while held:
            held.pop().continue_()
        until(page, "document.readyState === 'complete'")
        nothing_moved(page, path)


# Stops the one-second timer that ends a page's wait for its fonts.
NO_TIMER = """const after = setTimeout;
window.setTimeout = (act, time, ...rest) => (time === 1000 ? 0 : after(act, time, ...rest));
"""
# Notes the states of the optional typefaces at the moment when the page is shown.
WHEN_SHOWN = f"""{NO_TIMER}new MutationObserver((_, watch) => {{
    const {{ documentElement: root, fonts }} = document;
    if (root.dataset.held === undefined && document.body) {{
        watch.disconnect();
        window.shown = [...fonts].filter((face) => face.display === "optional").map((face) => face.status);
    }}
}}).observe(document, {{ attributes: true, subtree: true, attributeFilter: ["data-held"] }});"""


def test_a_page_is_shown_once_its_typefaces_are_made(open_page, site):
    page = open_page("/privacy", viewport=PHONE, scripts=False)
    page.add_init_script(WHEN_SHOWN)
    for path in OFTEN:
        page.goto(site.url + path, wait_until="commit")
        until(page, "window.shown")
        assert page.evaluate("shown") == ["loaded"] * 3, path


ON_A_SLOW_LINE = NO_TIMER + 'Object.defineProperty(navigator.connection, "downlink", { get: () => 0.4 });'


def test_text_does_not_wait_for_the_fonts_on_a_slow_connection(open_page):
    page = open_page("/privacy", viewport=PHONE, scripts=False)
    page.add_init_script(ON_A_SLOW_LINE)
    page.route(re.compile("/fonts/"), lambda route: None)  # they never arrive
    page.goto(page.url, wait_until="domcontentloaded")
    expect(page.locator("h1")).to_be_visible()


def test_nothing_shifts_if_a_slow_phone_scrolls_while_loading(open_page, site, long):
    page = open_page("/privacy", viewport=PHONE)
    page.add_init_script(WATCH_SHIFTS)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for path in KINDS if long else OFTEN[:1]:
        page.goto(site.url + path, wait_until="commit")
        until(page, "document.querySelector('h1')")
        page.mouse.move(200, 400)
        for _ in range(6):
            page.mouse.wheel(0, 700)
            page.wait_for_timeout(100)
        until(page, f"document.readyState === 'complete' && {HYDRATED}", 60)
        until(page, "scrollY > 500")
        nothing_moved(page, path)
