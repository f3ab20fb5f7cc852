"""How soon the page answers a hand, target beside measured: ``python -m bench.interactions [--json FILE]``.

On a processor slowed down to a quarter, as a cheap phone's is; the median of nine, each on a page opened anew. It
measures the site that the tests have built (``make test`` builds it). Anything else that this machine does meanwhile
makes the figures worse.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.table import Line, report, say
from gym_site.routes import url_for
from scripts.programs import find_browser
from tests.browsing import DESKTOP, PHONE, Opener, connected, until
from tests.site import PAGES, PrebuiltSite

TIMES = 9
SLOWED = 4
ANSWER, CHANGE_OF_PAGE = 50, 300  # ms
SHORTEST = 16  # ms: what is painted sooner the browser doesn't report
# From the input to the paint after it, as the browser itself takes it for every event of an interaction; and the time
# from a click until a heading with other words is painted: two frames after it is there, so rather too long than short.
RECORDER = f"""
window.answered = [];
new PerformanceObserver((list) => {{
  for (const one of list.getEntries()) if (one.interactionId) answered.push(one.duration);
}}).observe({{ type: "event", durationThreshold: {SHORTEST}, buffered: true }});
window.painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
window.nextHeading = () => {{
  const before = document.querySelector("h1").textContent;
  window.arrived = 0;
  let clicked;
  addEventListener("click", (event) => {{ clicked = event.timeStamp; }}, {{ capture: true, once: true }});
  new MutationObserver(async (_, watch) => {{
    const heading = document.querySelector("h1");
    if (!heading || heading.textContent === before) return;
    watch.disconnect();
    await painted();
    window.arrived = performance.now() - clicked;
  }}).observe(document.body, {{ childList: true, characterData: true, subtree: true }});
}};
"""


@dataclass(frozen=True)
class Interaction:
    """A control and what is done to it: a click, or where ``key`` is given a key pressed in it."""

    what: str
    control: str
    path: str = url_for("home")
    key: str = ""
    on_phone: bool = False

    def measure(self, page: Page) -> float:
        """Return the milliseconds until the paint that answers it."""
        control = page.locator(self.control).first
        if self.key:
            control.focus()
        else:
            control.hover()
        page.wait_for_timeout(300)
        _slow_down(page)
        page.evaluate("painted().then(() => { answered.length = 0; })")
        _act(page, self.key)
        page.evaluate("painted()")
        page.wait_for_timeout(200)
        return max([SHORTEST, *page.evaluate("answered")])


INTERACTIONS = (
    Interaction("a membership tab", ".tab-list [role=tab][aria-selected=false]"),
    Interaction("the carousel's next button", ".carousel-controls button:last-child"),
    Interaction("opening a photo", ".photo-button"),
    Interaction("opening the menu on a phone", ".bar-menu", on_phone=True),
    Interaction("opening an answer", ".question summary", path=url_for("faq")),
    Interaction("typing in a form", "#consultation-name", key="a"),
)


def _slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def _act(page: Page, key: str = "") -> None:
    """Press the key, or the mouse where it is: Playwright's own click would have the page look for its target."""
    if key:
        page.keyboard.press(key)
    else:
        page.mouse.down()
        page.mouse.up()


def _change_of_page(page: Page) -> float:
    """Return the milliseconds from a click in the bar until the other page's heading is painted."""
    link = page.locator(f".bar-nav a[href='{url_for('trainers')}']")
    link.hover()
    page.wait_for_timeout(300)
    _slow_down(page)
    page.evaluate("nextHeading()")
    _act(page)
    until(page, "arrived > 0")
    return page.evaluate("arrived")


@dataclass(frozen=True)
class Result:
    """What was measured, in milliseconds."""

    what: str
    target: float
    median: float
    values: list[float]

    @property
    def line(self) -> Line:
        """Its row of the table."""
        at_most = "at most " if self.median == SHORTEST else ""
        measured = f"{at_most}{self.median:.0f} ms ({min(self.values):.0f} to {max(self.values):.0f})"
        return Line(self.what, f"{self.target:.0f} ms", measured, self.median <= self.target)


def _result(what: str, target: float, measure: Callable[[], float]) -> Result:
    say(what)
    values = [measure() for _ in range(TIMES)]
    return Result(what, target, statistics.median(values), values)


def measure_all() -> list[Result]:
    """Start the built site and a browser, and measure everything."""
    with tempfile.TemporaryDirectory() as scratch, PrebuiltSite(Path(scratch)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])

        def once(measure: Callable[[Page], float], path: str = url_for("home"), on_phone: bool = False) -> float:
            with closing(Opener(browser)) as opener:
                page = opener.open(
                    site.url + path,
                    viewport=PHONE if on_phone else DESKTOP,
                    prepare=lambda page: page.add_init_script(RECORDER),
                )
                connected(page)
                return measure(page)

        results = [
            _result(one.what, ANSWER, lambda one=one: once(one.measure, one.path, one.on_phone)) for one in INTERACTIONS
        ]
        results.append(_result("another page's heading", CHANGE_OF_PAGE, lambda: once(_change_of_page)))
        browser.close()
    return results


def main() -> None:
    """Measure and print the table. Exits with 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.interactions", description="From the input to the paint.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every value to this file too")
    chosen = parser.parse_args()
    if not PAGES.exists():
        sys.exit("Nothing is built yet: run `make test` once.")
    results = measure_all()
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(result) for result in results], indent=2) + "\n", encoding="utf-8")
    sys.exit(report("Interaction", [result.line for result in results]))


if __name__ == "__main__":
    main()
