"""Find the servers that a site of several processes stands on, or install them: what the tests of scale start.

python -m scripts.servers
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

PACKAGES = {"redis-server": "redis-server", "caddy": "caddy", "postgres": "postgresql", "initdb": "postgresql"}
"""Each program, and Debian's package that brings it."""

_POSTGRESQL = Path("/usr/lib/postgresql")  # Debian keeps these programs off the path, one folder a version


def find_server(name: str) -> str | None:
    """Return the path of one of the programs in `PACKAGES`, or None."""
    if found := shutil.which(name):
        return found
    versions = (path for path in _POSTGRESQL.glob(f"*/bin/{name}") if path.parts[-3].isdecimal())
    newest = max(versions, key=lambda path: int(path.parts[-3]), default=None)
    return str(newest) if newest else None


def missing() -> list[str]:
    """Return the packages whose programs are not there."""
    return sorted({package for name, package in PACKAGES.items() if not find_server(name)})


def install_servers() -> None:
    """Install what is missing where that is possible; elsewhere say what to install.

    Raises `subprocess.CalledProcessError` where an installation fails.
    """
    wanted = missing()
    if not install_packages(wanted):
        print(f"The tests of several processes are skipped without: {', '.join(wanted)}")


def install_packages(wanted: list[str]) -> bool:
    """Install Debian's packages, none included; return False where this machine or user can't.

    Raises `subprocess.CalledProcessError` where an installation fails.
    """
    if not wanted:
        return True
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    subprocess.run(["apt-get", "update", "-qq"], check=True)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted], check=True)
    return True


if __name__ == "__main__":
    install_servers()
