"""Lighthouse on every page, beside a page without any JavaScript: ``python -m bench.lighthouse [PATH ...]``.

Each page is opened three times on each profile and the medians are shown: a phone and a desktop computer, each with a
slow network and processor that Lighthouse computes (*simulated*) and that the browser really has (*throttled*). The
reference is the home page with its scripts taken out. It measures the site that the tests have built (``make test``
builds it), served by the app itself; Lighthouse is installed into .cache/lighthouse.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from gym_site.routes import ROUTES, post_path, url_for
from gym_site.settings import ROOT
from scripts.programs import find_browser
from tests.site import PAGES, WEB, PrebuiltSite

VERSION = "12.8.2"
FOLDER = ROOT / ".cache" / "lighthouse"
FLOOR = "/floor"
ATTEMPTS = 3
PROFILES = {
    "phone, simulated": ["--form-factor=mobile"],
    "phone, throttled": ["--form-factor=mobile", "--throttling-method=devtools"],
    "desktop, simulated": ["--preset=desktop"],
    "desktop, throttled": ["--preset=desktop", "--throttling-method=devtools"],
}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TIMES = {
    "FCP": "first-contentful-paint",
    "LCP": "largest-contentful-paint",
    "TBT": "total-blocking-time",
    "CLS": "cumulative-layout-shift",
}
KINDS = {"JS": "Script", "CSS": "Stylesheet", "total": None}


@dataclass(frozen=True)
class View:
    """One page on one profile: scores of 100, milliseconds, kilobytes sent; ``failed`` names what lost points."""

    page: str
    profile: str
    numbers: dict[str, float]
    failed: tuple[str, ...]


def install() -> Path:
    """Return Lighthouse's command, installed where it isn't yet."""
    command = FOLDER / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text("{}")
        npm = shutil.which("npm", path=_path()) or sys.exit("npm is missing: pip install -r requirements.txt")
        subprocess.run([npm, "install", "--no-audit", "--no-fund", f"lighthouse@{VERSION}"], cwd=FOLDER, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
    return command


def _path() -> str:
    """Return the environment's own Node before all others."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"


def with_floor(scratch: Path) -> Path:
    """Copy the build and add the reference page; return the copy."""
    web = scratch / "web"
    shutil.copytree(PAGES, web / PAGES.relative_to(WEB))
    floor = web / PAGES.relative_to(WEB) / FLOOR.strip("/")
    floor.mkdir()
    html = (PAGES / "index.html").read_text(encoding="utf-8")
    (floor / "index.html").write_text(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL), encoding="utf-8")
    for compress in (["brotliCompressSync", "br"], ["gzipSync", "gz"]):
        code = (
            "const fs=require('fs'),z=require('zlib'),[f,c,e]=process.argv.slice(1);"
            "fs.writeFileSync(f+'.'+e,z[c](fs.readFileSync(f)))"
        )
        node = shutil.which("node", path=_path()) or "node"
        subprocess.run([node, "-e", code, str(floor / "index.html"), *compress], check=True)
    return web


def look(command: Path, url: str, options: list[str]) -> dict[str, Any]:
    """Let Lighthouse open a page once and return its report; now and then it misses the start, and tries again."""
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        for _ in range(ATTEMPTS):
            done = subprocess.run(
                [str(command), url, "--quiet", "--output=json", f"--output-path={report}", flags, *options],
                env=os.environ | {"CHROME_PATH": find_browser(), "PATH": _path()}, timeout=180, stderr=subprocess.PIPE,
                text=True,
            )  # fmt: skip
            if done.returncode == 0:
                return json.loads(report.read_text())
    sys.exit(f"Lighthouse could not look at {url}: {done.stderr}")


def view(page: str, profile: str, reports: list[dict[str, Any]]) -> View:
    """Return the medians of several reports."""
    numbers = {}
    for category in CATEGORIES:
        numbers[category] = statistics.median(one["categories"][category]["score"] * 100 for one in reports)
    for name, audit in TIMES.items():
        numbers[name] = statistics.median(one["audits"][audit]["numericValue"] for one in reports)
    for name, kind in KINDS.items():
        numbers[name] = statistics.median(
            sum(
                item["transferSize"]
                for item in one["audits"]["network-requests"]["details"]["items"]
                if kind in (None, item.get("resourceType"))
            )
            / 1000
            for one in reports
        )
    return View(page, profile, numbers, tuple(sorted({name for one in reports for name in _failed(one)})))


def _failed(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points outside the performance category, whose metrics are shown anyway."""
    return [
        ref["id"]
        for name in CATEGORIES[1:]
        for ref in report["categories"][name]["auditRefs"]
        if ref["weight"] and report["audits"][ref["id"]]["score"] not in (None, 1)
    ]


def show(views: list[View]) -> Table:
    """Return the table; LCP also as a ratio to the reference page's on the same profile."""
    floors = {one.profile: one.numbers["LCP"] for one in views if one.page == FLOOR}
    table = Table(
        "Page", "Profile", "Perf/A11y/BP/SEO", "FCP ms", "LCP ms", "to floor", "TBT ms", "CLS", "JS", "CSS", "KB", ""
    )
    for one in views:
        n = one.numbers
        scores = "/".join(f"{n[name]:.0f}" for name in CATEGORIES)
        ratio = f"{n['LCP'] / floors[one.profile]:.2f}" if one.profile in floors else ""
        row = [f"{n['FCP']:.0f}", f"{n['LCP']:.0f}", ratio, f"{n['TBT']:.0f}", f"{n['CLS']:.3f}"]
        sizes = [f"{n[name]:.0f}" for name in KINDS]
        table.add_row(one.page, one.profile, scores, *row, *sizes, " ".join(one.failed))
    return table


def main() -> None:
    """Measure, print the table and write it as JSON."""
    pages = [FLOOR, *(url_for(route.key) for route in ROUTES), post_path(1)]
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="only these pages, and the reference")
    parser.add_argument("--profile", action="append", choices=PROFILES, help="only this one; may be given repeatedly")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=Path, default=FOLDER / "report.json", help="default: %(default)s")
    chosen = parser.parse_args()
    if not PAGES.exists():
        sys.exit("Nothing is built yet: run `make test` once.")
    command = install()
    views = []
    with tempfile.TemporaryDirectory() as scratch:
        web = with_floor(Path(scratch))
        with PrebuiltSite(Path(scratch), REFLEX_WEB_WORKDIR=str(web)) as site:
            for profile in chosen.profile or PROFILES:
                for page in [FLOOR, *chosen.paths] if chosen.paths else pages:
                    reports = [look(command, site.url + page, PROFILES[profile]) for _ in range(chosen.runs)]
                    views.append(view(page, profile, reports))
                    numbers = views[-1].numbers
                    Console(stderr=True).print(
                        f"{profile}: {page} {numbers['performance']:.0f}, LCP {numbers['LCP']:.0f} ms"
                    )
    Console(width=170).print(show(views))
    chosen.json.write_text(
        json.dumps([{"page": one.page, "profile": one.profile, **one.numbers} for one in views], indent=1)
    )


if __name__ == "__main__":
    main()
