"""The time from saving a price to seeing it in the browser, under ``reflex run``: ``python -m bench.develop``."""

import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from bench.table import Row, progress, report
from gym_site.content.prices import format_price
from gym_site.settings import ROOT
from scripts.programs import find_browser
from tests.site import Server, answers, free_port, site_environment, wait_for

SAVES = 10
TARGET = 4.0  # seconds
PRICE = re.compile(r"(?m)^price = ([\d.]+)$")
START_WITHIN = 300  # seconds, including packages and the first compilation
SEEN_WITHIN = 60  # seconds


@contextmanager
def develop(project: Path, **settings: str) -> Iterator[str]:
    """Run a project under ``reflex run``; yield the URL of its pages. ``settings`` are environment variables."""
    port, backend_port = free_port(), free_port()
    url = f"http://localhost:{port}"
    environment = site_environment(
        REFLEX_DB_URL=f"sqlite:///{project / 'gym.db'}",
        REFLEX_FRONTEND_PORT=str(port),
        REFLEX_BACKEND_PORT=str(backend_port),
        PYTHONPATH=str(project),
        **settings,
    )
    command = [sys.executable, "-m", "reflex", "run"]
    server = Server(f"http://127.0.0.1:{backend_port}", project / "develop.log", command, cwd=project, env=environment)
    server.starts_within = START_WITHIN
    with server:
        wait_for(lambda: answers(url), START_WITHIN)
        yield url


def change_a_price(folder: Path) -> str:
    """Lower the first plan's price by a cent, too little to make its saving wrong; return the price as shown."""
    plans = folder / "plans.toml"
    text = plans.read_text(encoding="utf-8")
    price = Decimal(PRICE.search(text)[1]) - Decimal("0.01")
    plans.write_text(PRICE.sub(f"price = {price}", text, count=1), encoding="utf-8")
    return format_price(price)


def main() -> int:
    """Change a price several times, and measure how long the open home page takes to show each new price."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        project = Path(scratch) / "project"
        shutil.copytree(
            ROOT, project, ignore=shutil.ignore_patterns(".*", "tests", "originals", "__pycache__", "node_modules")
        )
        shutil.copy(ROOT / ".npmrc", project)
        progress("the start")
        with develop(project) as url:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(url, timeout=START_WITHIN * 1000)
            for save in range(SAVES):
                progress(f"save {save + 1} of {SAVES}")
                saved = time.monotonic()
                price = change_a_price(project / "gym")
                expect(page.locator(".plan-amount").first).to_have_text(price, timeout=SEEN_WITHIN * 1000)
                times.append(time.monotonic() - saved)
                page.wait_for_timeout(1000)  # until the file watcher has settled
            browser.close()
    median = statistics.median(times)
    measured = f"{median:.1f} s, {max(times):.1f} at most"
    row = Row("from a save to the page, median", f"{TARGET:.0f} s", measured, median <= TARGET)
    return report("Development", [row])


if __name__ == "__main__":
    sys.exit(main())
