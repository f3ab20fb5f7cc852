"""The time from an input to its effect on the screen: ``python -m bench.interactions``.

The processor is slowed to a quarter, like a cheap phone's. Each figure is the median of nine newly opened pages of the
site that the tests build. Other load on this machine makes the figures worse.
"""

import statistics
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench.table import Row, progress, report
from gym_site.folder import gym_folder
from gym_site.gym import Gym
from scripts.programs import find_browser
from tests.browsing import DESKTOP, PHONE, Opener, until
from tests.build import build_site
from tests.site import PrebuiltSite

REPEATS = 9
SLOWDOWN = 4
REACTION, NAVIGATION = 50, 300  # ms
SHORTEST = 16  # ms: the browser reports nothing shorter
# `durations`: the times from an input to the next paint. The browser reports one for every event of an interaction.
# `arrived`: from a click until a different heading is painted; up to a frame too long, as it waits for two frames.
RECORDER = f"""
window.durations = [];
new PerformanceObserver((list) => {{
  for (const entry of list.getEntries()) if (entry.interactionId) durations.push(entry.duration);
}}).observe({{ type: "event", durationThreshold: {SHORTEST}, buffered: true }});
window.painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
window.watchHeading = () => {{
  const before = document.querySelector("h1").textContent;
  window.arrived = 0;
  let clicked;
  addEventListener("click", (event) => {{ clicked = event.timeStamp; }}, {{ capture: true, once: true }});
  new MutationObserver(async (_, observer) => {{
    const heading = document.querySelector("h1");
    if (!heading || heading.textContent === before) return;
    observer.disconnect();
    await painted();
    window.arrived = performance.now() - clicked;
  }}).observe(document.body, {{ childList: true, characterData: true, subtree: true }});
}};
"""


class Interaction(NamedTuple):
    """A control on a page, and what the visitor does: click it, or press ``key`` while it has the focus."""

    name: str
    control: str
    path: str = "/"
    key: str = ""
    viewport: dict[str, int] = DESKTOP
    target: int = REACTION


def interactions(gym: Gym) -> list[Interaction]:
    """Return what is measured."""
    found = [
        Interaction("a membership tab", ".tab-list [role=tab][aria-selected=false]"),
        Interaction("the carousel's next button", ".carousel-controls button:last-child"),
        Interaction("opening a photo", ".photo-button"),
        Interaction("opening the menu on a phone", ".bar-menu", viewport=PHONE),
        Interaction("opening an answer", ".question summary", path=gym.routes.url_for("faq")),
        Interaction("typing in a form", "#consultation-name", key="a"),
    ]
    if other := gym.routes.get("trainers"):
        found.append(Interaction("another page's heading", f".bar-nav a[href='{other.path}']", target=NAVIGATION))
    return found


def measure(browser: Browser, url: str, interaction: Interaction) -> float:
    """Return the milliseconds until the effect of one input is painted."""
    with closing(Opener(browser)) as opener:
        page = opener.open(url + interaction.path, viewport=interaction.viewport, first=RECORDER)
        control = page.locator(interaction.control).first
        if interaction.key:
            control.focus()
        else:
            control.hover()
        page.wait_for_timeout(300)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        if interaction.target == NAVIGATION:
            page.evaluate("watchHeading()")
            _click(page)
            until(page, "arrived > 0")
            return page.evaluate("arrived")
        page.evaluate("painted().then(() => { durations.length = 0; })")
        if interaction.key:
            page.keyboard.press(interaction.key)
        else:
            _click(page)
        page.evaluate("painted()")
        page.wait_for_timeout(200)
        return max([SHORTEST, *page.evaluate("durations")])


def _click(page: Page) -> None:
    page.mouse.down()  # at its present position: Playwright's own click would make the page search for its target
    page.mouse.up()


def main() -> None:
    """Measure and print the table. Exits with 1 if a target is missed."""
    build_site()
    rows = []
    with tempfile.TemporaryDirectory() as scratch, PrebuiltSite(Path(scratch)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        for interaction in interactions(Gym.read(gym_folder())):
            progress(interaction.name)
            values = [measure(browser, site.url, interaction) for _ in range(REPEATS)]
            median, target = statistics.median(values), interaction.target
            measured = f"{median:.0f} ms ({min(values):.0f} to {max(values):.0f})"
            rows.append(Row(interaction.name, f"{target} ms", measured, median <= target))
    sys.exit(report("Interaction", rows))


if __name__ == "__main__":
    main()
