"""Nothing moves under a reader's eyes, however slowly a page comes and wherever it is scrolled meanwhile."""

from __future__ import annotations

import re

from gym_site.routes import ROUTES, post_path, url_for
from tests.browsing import PHONE, until

PATHS = [route.path for route in ROUTES] + [post_path(1)]
KINDS = [url_for(key) for key in ("home", "athletic-performance", "facility-expansion", "trainers", "faq", "blog")]
WATCH_SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput)
        window.shifts.push([value, ...sources.map(({ node }) => node && `${node.nodeName} ${node.textContent.slice(0, 30)}`)]);
}).observe({ type: "layout-shift", buffered: true });"""
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}  # bytes
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def moved(page) -> float:
    return sum(shift[0] for shift in page.evaluate("shifts"))


def go(page, path, until_when):
    page.goto(re.sub(r"(://[^/]+).*", rf"\1{path}", page.url), wait_until=until_when)


def test_fonts_that_come_late_move_nothing(open_page, long):
    page = open_page("/privacy", viewport=PHONE, scripts=False)
    held = []
    page.add_init_script(WATCH_SHIFTS)
    page.route(re.compile("/fonts/"), lambda route: held.append(route))
    for number, path in enumerate(PATHS if long else KINDS):
        go(page, path, "domcontentloaded")
        page.evaluate(f"scrollTo({{ top: innerHeight * {number % 3}, behavior: 'instant' }})")
        until(page, "performance.getEntriesByName('first-contentful-paint').length")
        assert len(held) == 3, path
        for route in held:
            route.continue_()
        held.clear()
        until(page, "document.readyState === 'complete'")
        page.evaluate(FRAMES)
        assert moved(page) < 0.01, (path, page.evaluate("shifts"))


def test_nothing_moves_on_a_slow_phone_that_is_scrolled_while_a_page_loads(open_page, long):
    page = open_page("/privacy", viewport=PHONE)
    page.add_init_script(WATCH_SHIFTS)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for path in KINDS if long else KINDS[::2]:
        go(page, path, "commit")
        until(page, "document.querySelector('h1')")
        page.mouse.move(200, 400)
        for _ in range(6):
            page.mouse.wheel(0, 700)
            page.wait_for_timeout(100)
        until(page, "document.readyState === 'complete' && !('brief' in document.documentElement.dataset)", 20)
        page.evaluate(FRAMES)
        assert page.evaluate("scrollY") > 500, path
        assert moved(page) < 0.01, (path, page.evaluate("shifts"))
