"""Animations cost nothing while unseen: off-screen, in a background tab, and on an idle page."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browsing import PATIENCE, until
from tests.gym import GYM

# Counts timer and frame callbacks, and records the countdown's figures with the count at that moment (tests/builds).
RECORDER = """
window.ran = 0;
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
  const real = window[name];
  window[name] = (call, ...rest) => real((...given) => { window.ran += 1; call(...given); }, ...rest);
}
const now = Date.now.bind(Date);
window.showClock = (moment) => { const ahead = moment - now(); Date.now = () => now() + ahead; };
window.blocking = [];
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, call, options) {
  if (/^(wheel|touchstart|touchmove)$/.test(type) && !options?.passive) window.blocking.push(type);
  return listen.call(this, type, call, options);
};
window.figures = () => [...document.querySelectorAll(".countdown-part b")].map((one) => one.textContent).join(" ");
window.seen = [];
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.parentElement?.closest(".countdown-part")))
    window.seen.push([window.figures(), window.ran]);
}).observe(document.body, { characterData: true, childList: true, subtree: true }));
"""


def rest(*pages):
    """Wait until no timer or frame callback runs for 1.5 seconds; timers already started may finish first."""
    ends, before = time.monotonic() + PATIENCE, None
    while before != (calls := [page.evaluate("ran") for page in pages]):
        assert time.monotonic() < ends, f"{before} calls, then {calls}"
        pages[0].wait_for_timeout(1500)
        before = calls


# Time-based animations only; scroll-driven ones stop with the scrolling.
MOVING = "document.getAnimations().filter((one) => one.timeline === document.timeline).length"


@pytest.mark.long
@pytest.mark.parametrize(
    "key", [key for key in ("home", "facility-expansion", "before-after", "book-appointment") if key in GYM.routes]
)
def test_a_page_runs_no_timer_while_idle_nor_the_home_page_while_scrolling_or_after_a_carousel_move(open_page, key):
    page = open_page(GYM.routes[key].path, first=RECORDER)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    until(page, f"{MOVING} === 0")
    rest(page)
    assert page.evaluate(f"[{MOVING}, blocking]") == [0, []]
    if key != "home":
        return
    before = page.evaluate("ran")
    for _ in range(10):
        page.mouse.wheel(0, -300)
    until(page, "scrollY + innerHeight * 2 < document.body.scrollHeight")
    assert page.evaluate("ran") == before
    page.locator(".carousel").scroll_into_view_if_needed()
    page.get_by_role("button", name="Next pictures").click()
    expect(page.locator(".carousel-position")).to_have_text(re.compile(r"^2\b"))
    rest(page)
