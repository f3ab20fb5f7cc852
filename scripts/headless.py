"""Take a picture of a local page with headless Chromium: the drawing scripts' way from SVG and HTML to pixels."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from scripts.programs import find_browser


def rasterise(page: Path, width: int, height: int) -> Image.Image:
    """Return the page as it looks in a window of ``width`` x ``height`` pixels.

    Raises FileNotFoundError without a Chromium, subprocess.CalledProcessError if it fails.
    """
    browser = find_browser()
    if browser is None:
        msg = "no Chromium or Chrome is installed: python -m scripts.programs installs one"
        raise FileNotFoundError(msg)
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder) / "shot.png"
        subprocess.run(
            [
                browser,
                "--headless",
                "--no-sandbox",  # the page is our own file, and containers run as root
                "--disable-gpu",
                "--hide-scrollbars",
                "--allow-file-access-from-files",
                "--virtual-time-budget=3000",
                f"--user-data-dir={folder}/profile",
                f"--window-size={width},{height}",
                f"--screenshot={shot}",
                page.resolve().as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        with Image.open(shot) as image:
            return image.convert("RGB")
