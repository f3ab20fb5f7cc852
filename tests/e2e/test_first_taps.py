"""Taps count from the first paint on, even on a slow phone: before the scripts have started and during hydration."""

import pytest

from tests.browsing import PHONE, until
from tests.gym import GYM
from tests.parts import rows

# Calls each of `taps` 50 ms after the first paint, but not before the page has been parsed.
TAPS = """
const alive = () => Object.keys(find("main")).some((name) => name.startsWith("__react"));
new PerformanceObserver((_, watch) => {
  watch.disconnect();
  setTimeout(function begin() {
    if (document.readyState === "loading") return setTimeout(begin, 10); // the tap targets are not parsed yet
    window.early = !alive();
    for (const tap of taps) tap();
  }, 50);
}).observe({ type: "paint", buffered: true });
const find = (selector) => document.querySelector(selector);
const tap = (selector) => () => {
  find(selector).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  find(selector).click();
};
const drag = (selector) => type(selector, () => 80);
const type = (selector, value) => () => {
  find(selector).value = value();
  find(selector).dispatchEvent(new InputEvent("input", { bubbles: true }));
};
"""
SLOWER = 6  # factor by which the processor is slowed down
SEEN = "find('{}').checkVisibility()"
# Page, tap target, and the expected result.
FIRST_TAPS = {
    "home": (
        [
            "tap('[role=tab]:nth-child(3)')",
            "tap('.carousel-controls > :last-child')",
            "tap('.photo-grid li:nth-child(2) button')",
        ],
        "find('[role=tab]:nth-child(3)').getAttribute('aria-selected') === 'true' && find('dialog').open"
        " && find('dialog figure:nth-of-type(2)').checkVisibility()"
        " && find('.carousel-position').textContent.startsWith('2 ')",
    ),
    "privacy": (["tap('.bar-menu')"], SEEN.format(".menu-sheet")),
    "faq": (
        ["tap('main summary')", "type('[type=search]', () => find('main summary').textContent)"],
        SEEN.format("details .answer-text") + " && find('.filter-count').textContent.startsWith('1 ')",
    ),
    "facility-expansion": (["tap('.dot:nth-child(4)')"], "find('.slideshow-row').dataset.index === '3'"),
    "before-after": (["drag('.compare input')"], "find('.compare').style.getPropertyValue('--at') === '80%'"),
}


@pytest.fixture
def open_slowly(open_page):
    def come(key, script):
        return open_page(
            GYM.routes.url_for(key), viewport=PHONE, first=f"{{{TAPS}{script}; window.find = find}}", prepare=slow
        )

    def slow(page):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    return come


@pytest.mark.parametrize("key", rows([route.key for route in GYM.routes.values() if route.key in FIRST_TAPS], ["home"]))
def test_taps_before_hydration_take_effect(open_slowly, key):
    taps, seen = FIRST_TAPS[key]
    page = open_slowly(key, f"const taps = [{', '.join(taps)}]")
    assert page.evaluate("early")
    until(page, seen)


@pytest.mark.long
@pytest.mark.part("expansion")
def test_every_tap_on_the_next_button_counts_once_despite_hydration(open_slowly):
    again = """const taps = [() => {
        const next = find('.slideshow .round-button[aria-label^="Next"]');
        let more = 10;
        window.count = 0;
        const timer = setInterval(() => {
            next.click();
            window.count += 1;
            if (alive() && !more--) clearInterval(timer), window.over = true;
        }, 37);
    }]"""
    page = open_slowly("facility-expansion", again)
    until(page, "window.over", 30)
    assert page.evaluate("early")
    until(page, f"find('.slideshow-row').dataset.index === String(count % {len(GYM.expansion.pictures)})")
