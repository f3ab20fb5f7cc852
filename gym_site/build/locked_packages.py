"""Fails the build when npm installs anything but the locked JavaScript packages."""

import json
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

Package = tuple[str, str, str]  # path, version, integrity


class LockedPackages(Plugin):
    """Stops the build if npm installed packages that ``reflex.lock/`` doesn't list, before any of their code runs.

    Reflex calls ``npm install``, not ``npm ci``: if the lock file doesn't match, npm resolves versions
    again and updates the file. Without a lock file nothing is checked, and the build writes one.
    """

    def __init__(self) -> None:
        self._locked: set[Package] = set()

    def pre_compile(self, **_context: Any) -> None:
        """Run before the packages are installed."""
        self._locked = locked_packages()

    def get_static_assets(self, **_context: Any) -> tuple[()]:
        """Run between installation and build; add no file."""
        if self._locked and (added := locked_packages() - self._locked):
            names = ", ".join(sorted(f"{path.rpartition('node_modules/')[2]} {version}" for path, version, _ in added))
            raise RuntimeError(
                f"npm installed packages missing from reflex.lock/: {names}. To accept them, build again and commit."
            )
        return ()


def locked_packages() -> set[Package]:
    """Return the packages of the project's lock file; empty if there is none."""
    lock = Path(constants.Bun.ROOT_LOCKFILE_DIR) / constants.Node.LOCKFILE_PATH
    if not lock.exists():
        return set()
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {(path, package["version"], package["integrity"]) for path, package in packages.items() if path}
