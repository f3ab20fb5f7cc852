"""How long it takes until the site runs, target beside measured: ``python -m bench.build``.

Everything happens in a scratch folder: a new environment, a first build, a second one, and starts of what was built.
pip and npm take what they have in their caches; what isn't there comes over the network, and takes its time.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from bench.table import Row, progress, report
from gym_site.settings import ROOT
from tests.site import PrebuiltSite, site_environment

STARTS = 5
START_WITHIN = 2.0  # seconds
MEMORY = 130  # MB
EXPORT = ("-m", "reflex", "export", "--frontend-only", "--no-zip", "--env", "prod")


def _seconds(*command: str, **variables: str) -> float:
    """Run a command to its end and return how long it took. Raises `subprocess.CalledProcessError`."""
    started = time.monotonic()
    subprocess.run(command, cwd=ROOT, env=site_environment(**variables), check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def install(scratch: Path) -> tuple[Path, Row]:
    """Install what the site needs into a new environment; return its Python too."""
    folder = scratch / "venv"
    took = _seconds(sys.executable, "-m", "venv", str(folder))
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    took += _seconds(str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check",
                     "-r", "requirements.txt")  # fmt: skip
    return python, Row("requirements into a new environment", "", f"{took:.0f} s", None)


def build(scratch: Path, python: Path) -> list[Row]:
    """Build the pages in an empty folder, and once more there."""
    variables = {"REFLEX_WEB_WORKDIR": str(scratch / "web"), "REFLEX_DB_URL": f"sqlite:///{scratch / 'build.db'}"}
    return [
        Row(f"{which} build", "", f"{_seconds(str(python), *EXPORT, **variables):.0f} s", None)
        for which in ("first", "second")
    ]


def start(scratch: Path) -> list[Row]:
    """Start what was built, each time with a database of its own."""
    times: list[float] = []
    memory: list[float] = []
    for _ in range(STARTS):
        folder = Path(tempfile.mkdtemp(dir=scratch))
        started = time.monotonic()
        with PrebuiltSite(folder, REFLEX_WEB_WORKDIR=str(scratch / "web")) as site:
            httpx.get(site.url).raise_for_status()
            times.append(time.monotonic() - started)
            memory.append(site.memory() / 1024)
    took, held = statistics.median(times), statistics.median(memory)
    return [
        Row("start to the first page", f"under {START_WITHIN:.0f} s", f"{took:.2f} s", took < START_WITHIN),
        Row("memory after it", f"under {MEMORY} MB", f"{held:.0f} MB", held < MEMORY),
    ]


def main() -> None:
    """Measure and print the table. Exits with 1 where a target is missed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        progress("install")
        python, row = install(folder)
        progress("build")
        rows = [row, *build(folder, python)]
        progress("start")
        rows += start(folder)
    sys.exit(report("Build", rows))


if __name__ == "__main__":
    main()
