"""Find a Chromium or Chrome, or install one: what the tests, the screenshots and the drawing scripts use.

python -m scripts.browser
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from scripts.servers import install_packages

# The first has no window to draw: a page costs it half the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def find_browser() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None: then Playwright's own is used."""
    if found := next(filter(None, map(shutil.which, NAMES)), None):
        return found
    return str(_MAC) if _MAC.exists() else None


def install_browser() -> None:
    """Make sure that there is a browser: an installed one, Debian's package, or Playwright's download.

    Raises `subprocess.CalledProcessError` where none of these works.
    """
    if find_browser():
        return
    if not install_packages(["chromium-headless-shell"]):
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    install_browser()
