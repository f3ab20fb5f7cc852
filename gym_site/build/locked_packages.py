"""Stops the build if npm installs other JavaScript packages than the locked ones."""

import json
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

Package = tuple[str, str, str]  # path, version, integrity


class LockedPackages(Plugin):
    """Stops the build, before any package's code runs, if npm installed packages that ``reflex.lock/`` doesn't list.

    Reflex calls ``npm install``, which changes a lock file that doesn't match package.json; ``npm ci`` would fail.
    If there is no lock file, nothing is checked, and the build writes one.
    """

    def __init__(self) -> None:
        self._locked: set[Package] = set()

    def pre_compile(self, **_context: Any) -> None:
        """Read the lock file before npm installs the packages."""
        self._locked = locked_packages()

    def get_static_assets(self, **_context: Any) -> tuple[()]:
        """Raise `RuntimeError` if npm added or changed packages in the lock file. Return no assets."""
        if self._locked and (added := locked_packages() - self._locked):
            names = ", ".join(sorted(f"{path.rpartition('node_modules/')[2]} {version}" for path, version, _ in added))
            raise RuntimeError(
                f"npm installed packages that are not in reflex.lock/: {names}. To accept them, build again and commit."
            )
        return ()


def locked_packages() -> set[Package]:
    """Return the packages in the project's lock file, or an empty set if there is no lock file."""
    lock = Path(constants.Bun.ROOT_LOCKFILE_DIR) / constants.Node.LOCKFILE_PATH
    if not lock.exists():
        return set()
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {(path, package["version"], package["integrity"]) for path, package in packages.items() if path}
