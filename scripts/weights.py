"""The bytes that a visitor's first view of each page transfers, against its budget.

    python -m scripts.weights [--keep] [FOLDER]

FOLDER holds the built pages (default: dist); the brotli files beside them are counted. ``--keep`` writes the weights to
bench/weights.json, with which the next ones are compared. Exits with 1 where a budget is exceeded.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from rich.console import Console
from rich.table import Table

from gym_site.settings import ROOT

KEPT = ROOT / "bench" / "weights.json"
KB = 1000
# By page (path), else for any; the page's own CSS is in its HTML.
BUDGETS = {
    "scripts": {"/": 135 * KB, "": 125 * KB},
    "styles": {"": 14 * KB},
    "fonts": {"": 45 * KB},
    "html": {"": 45 * KB},
}
_START = re.compile(r'<script type="text/plain" id="start" src="/([^"]+)">')
_FROM_START = re.compile(r'"/(assets/[^"]+\.js)"')
_FROM_SCRIPT = re.compile(r'(?:\bfrom|\bimport)\s*["`]\./([^"`]+\.js)["`]')
_STYLE = re.compile(r'<link href="/([^"]+\.css)"[^>]* disabled=""/>')
_FONT = re.compile(r'<link [^>]*href="/(fonts/[^"]+\.woff2)"')


@dataclass(frozen=True)
class Weight:
    """Bytes of one page's first view. ``styles`` is a part of ``html``: what the stylesheet in it weighs alone."""

    scripts: int
    styles: int
    fonts: int
    html: int


def transfer_size(file: Path) -> int:
    """Return the bytes of a file as it is sent: compressed where the build did so."""
    compressed = file.with_name(f"{file.name}.br")
    return (compressed if compressed.exists() else file).stat().st_size


def scripts_of(html: str, root: Path) -> set[Path]:
    """Return the scripts that a page loads by itself: those that it starts, and their static imports."""
    loaded = {root / start for start in _START.findall(html)}
    queue = [root / path for start in loaded for path in _FROM_START.findall(start.read_text(encoding="utf-8"))]
    while queue:
        script = queue.pop()
        if script not in loaded:
            loaded.add(script)
            queue += [script.parent / name for name in _FROM_SCRIPT.findall(script.read_text(encoding="utf-8"))]
    return loaded


def weights(root: Path) -> dict[str, Weight]:
    """Return the weight of every page by its path."""
    measured = {}
    for page in root.rglob("index.html"):
        html = page.read_text(encoding="utf-8")
        measured[f"/{page.parent.relative_to(root).as_posix()}".removesuffix(".")] = Weight(
            scripts=sum(map(transfer_size, scripts_of(html, root))),
            styles=sum(transfer_size(root / path) for path in _STYLE.findall(html)),
            fonts=sum(transfer_size(root / path) for path in set(_FONT.findall(html))),
            html=transfer_size(page),
        )
    return dict(sorted(measured.items()))


def exceeded(measured: dict[str, Weight]) -> list[tuple[str, str, int, int]]:
    """Return page, kind, weight and budget of everything that is too heavy."""
    return [
        (path, kind, weight, budget)
        for path, sizes in measured.items()
        for kind, budgets in BUDGETS.items()
        if (weight := getattr(sizes, kind)) > (budget := budgets.get(path, budgets[""]))
    ]


def report(measured: dict[str, Weight]) -> Table:
    """Return a table of all pages in KB, with what has changed since the weights that were kept."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    table = Table("Page", *(f"{field.name} KB" for field in fields(Weight)))
    over = {(path, kind) for path, kind, _, _ in exceeded(measured)}
    for path, weight in measured.items():
        cells = []
        for kind, size in asdict(weight).items():
            change = size - kept.get(path, {}).get(kind, size)
            mark = " TOO MUCH" if (path, kind) in over else ""
            cells.append(f"{size / KB:.1f}" + (f" ({change / KB:+.1f})" if abs(change) >= KB / 10 else "") + mark)
        table.add_row(path, *cells)
    return table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m scripts.weights")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    measured = weights(options.folder)
    if not measured:
        sys.exit(f"There are no pages in {options.folder}: run `make export` first.")
    Console(width=120).print(report(measured))
    if options.keep:
        KEPT.write_text(json.dumps({path: asdict(weight) for path, weight in measured.items()}, indent=1) + "\n")
    sys.exit(1 if exceeded(measured) else 0)


if __name__ == "__main__":
    main()
