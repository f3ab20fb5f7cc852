"""Find Firefox and WebKitGTK, or install them: the other two engines that the tests visit the site with.

python -m scripts.engines
"""

from __future__ import annotations

import shutil
from pathlib import Path

from scripts.servers import install_packages

MINI_BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
"""WebKitGTK's own browsers, which Debian keeps off the path."""


def missing() -> dict[str, list[str]]:
    """Return the engines that are not there, each with Debian's packages that bring it."""
    webkit = bool(MINI_BROWSERS and shutil.which("WebKitWebDriver") and shutil.which("Xvfb"))
    found = {"Firefox": shutil.which("firefox-esr") or shutil.which("firefox"), "WebKit": webkit}
    packages = {"Firefox": ["firefox-esr"], "WebKit": ["webkit2gtk-driver", "xvfb"]}
    return {engine: packages[engine] for engine, there in found.items() if not there}


def install_engines() -> None:
    """Install what is missing where that is possible; elsewhere say what to install.

    Raises `subprocess.CalledProcessError` where an installation fails.
    """
    wanted = [package for packages in missing().values() for package in packages]
    if not install_packages(wanted):
        print(f"The tests in {' and '.join(missing())} are skipped without: {', '.join(wanted)}")


if __name__ == "__main__":
    install_engines()
