"""Lighthouse on every page, beside a page without any JavaScript: ``python -m bench.lighthouse [PATH ...]``.

After a warm-up each page is opened five times in each profile, and the medians are shown. The profiles are a phone and
a desktop computer, each with a slow network and processor that Lighthouse computes (*simulated*) or that the browser
really has (*throttled*). A full Chromium or Chrome is used if one is installed: the headless shell of the tests paints
earlier, as it fetches no icons. The reference is the home page with its scripts removed. All pages are from the site
that the tests build, and the app itself serves them; npx fetches Lighthouse.
"""

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.table import progress
from gym_site.built import built_folder
from gym_site.folder import gym_folder
from gym_site.gym import Gym
from gym_site.settings import ROOT
from scripts.programs import find_browser, find_full_browser
from tests.build import build_site
from tests.site import BOOKING_PORT, WIDGETS, PrebuiltSite, plain_host

VERSION = "12.8.2"
REFERENCE = "/without-scripts"
ATTEMPTS = 3
PROFILES = {
    "phone, simulated": ["--form-factor=mobile"],
    "phone, throttled": ["--form-factor=mobile", "--throttling-method=devtools"],
    "desktop, simulated": ["--preset=desktop"],
    "desktop, throttled": ["--preset=desktop", "--throttling-method=devtools"],
}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = {
    "FCP": "first-contentful-paint",
    "LCP": "largest-contentful-paint",
    "TBT": "total-blocking-time",
    "CLS": "cumulative-layout-shift",
}
RESOURCES = {"JS KB": "script", "CSS KB": "stylesheet", "all KB": "total"}
# The Node of the Python virtual environment comes first.
ENVIRONMENT = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def with_reference(scratch: Path) -> Path:
    """Copy the build and add the home page without scripts; return the copy."""
    web = scratch / "web"
    shutil.copytree(build_site() / "builds", web / "builds")
    pages = built_folder(web)
    page = pages / REFERENCE.strip("/") / "index.html"
    page.parent.mkdir()
    html = (pages / "index.html").read_text(encoding="utf-8")
    page.write_text(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL), encoding="utf-8")
    page.with_name("index.html.gz").write_bytes(gzip.compress(page.read_bytes()))  # browsers accept no brotli over http
    return web


def audit(url: str, options: list[str]) -> dict[str, Any]:
    """Return Lighthouse's report of a page. Retries, as Lighthouse sometimes fails to connect to its browser."""
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"
    environment = ENVIRONMENT | {"CHROME_PATH": find_full_browser() or find_browser() or ""}
    error = ""
    for _ in range(ATTEMPTS):
        arguments = ["npx", "--yes", f"lighthouse@{VERSION}", url, "--quiet", "--output=json", flags, *options]
        done = subprocess.run(arguments, env=environment, timeout=180, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return json.loads(done.stdout)
        error = done.stderr
    sys.exit(f"Lighthouse could not open {url}: {error}")


def numbers(report: dict[str, Any]) -> dict[str, float]:
    """Return a report's scores (from 0 to 100), milliseconds, layout shift and kilobytes sent."""
    sizes = {item["resourceType"]: item for item in report["audits"]["resource-summary"]["details"]["items"]}
    return {
        **{name: report["categories"][name]["score"] * 100 for name in CATEGORIES},
        **{name: report["audits"][metric]["numericValue"] for name, metric in METRICS.items()},
        **{name: sizes[kind]["transferSize"] / 1000 for name, kind in RESOURCES.items()},
    }


def failed(report: dict[str, Any]) -> set[str]:
    """Return the failed audits outside the performance category, whose metrics are shown anyway."""
    return {
        audit["id"]
        for category in CATEGORIES[1:]
        for audit in report["categories"][category]["auditRefs"]
        if audit["weight"] and report["audits"][audit["id"]]["score"] not in (None, 1)
    }


def main() -> None:
    """Measure and print the table. The LCP ratio compares a page with the reference page in the same profile."""
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only these pages, and the reference")
    parser.add_argument("--profile", action="append", choices=PROFILES, help="only this one; may be given repeatedly")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    gym = Gym.read(gym_folder())
    posts = [gym.routes.post_path(post.id) for post in gym.posts[:1]]
    paths = options.paths or [*(route.path for route in gym.routes.values()), *posts]
    table = Table("Page", "Profile", "Perf/A11y/BP/SEO", *METRICS, "LCP ratio", *RESOURCES, "Failed")
    with tempfile.TemporaryDirectory() as scratch:
        web = with_reference(Path(scratch))
        booking = plain_host(ROOT / "tests" / "booking_service", BOOKING_PORT)
        with booking, PrebuiltSite(Path(scratch), REFLEX_WEB_WORKDIR=str(web), **WIDGETS) as site:
            machine = audit(site.url, PROFILES["phone, simulated"])["environment"]
            browser = re.search(r"(Headless)?Chrome/[\d.]+", machine["hostUserAgent"])[0]
            table.title = f"Lighthouse {VERSION}, {browser}, benchmark index {machine['benchmarkIndex']:.0f}"
            for profile in options.profile or PROFILES:
                reference = None
                for path in [REFERENCE, *paths]:
                    progress(f"{profile}: {path}")
                    reports = [audit(site.url + path, PROFILES[profile]) for _ in range(options.runs)]
                    runs = [numbers(report) for report in reports]
                    median = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
                    reference = reference or median["LCP"]
                    table.add_row(
                        path,
                        profile,
                        "/".join(f"{median[name]:.0f}" for name in CATEGORIES),
                        *(f"{median[name]:.{3 if name == 'CLS' else 0}f}" for name in METRICS),
                        f"{median['LCP'] / reference:.2f}",
                        *(f"{median[name]:.0f}" for name in RESOURCES),
                        " ".join(sorted(set().union(*map(failed, reports)))),
                    )
    Console(width=170).print(table)


if __name__ == "__main__":
    main()
