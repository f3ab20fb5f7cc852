"""JavaScript packages exactly as the lock file has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

Package = tuple[str, str, str]  # path, version, integrity


class LockedPackages(Plugin):
    """Stops a build for which npm installed what ``reflex.lock/`` didn't name, before any of it is run.

    Reflex calls ``npm install``, not ``npm ci``: where the lock file doesn't fit, it resolves anew and writes down what
    it took. Without a lock file nothing is checked: the build writes one.
    """

    def __init__(self) -> None:
        self._locked: set[Package] = set()

    def pre_compile(self, **_context: Any) -> None:
        """Run before the packages are installed."""
        self._locked = locked_packages()

    def get_static_assets(self, **_context: Any) -> tuple[()]:
        """Run between the installation and the build; add no file. Raises `RuntimeError` for a package not locked."""
        if self._locked and (added := locked_packages() - self._locked):
            names = ", ".join(sorted(f"{path.rpartition('node_modules/')[2]} {version}" for path, version, _ in added))
            msg = f"npm installed what reflex.lock/ didn't name: {names}. If it shall be so, build again and commit it."
            raise RuntimeError(msg)
        return ()


def locked_packages() -> set[Package]:
    """Return what the project's lock file names; nothing where there is none."""
    lock = Path(constants.Bun.ROOT_LOCKFILE_DIR) / constants.Node.LOCKFILE_PATH
    if not lock.exists():
        return set()
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {(path, one["version"], one["integrity"]) for path, one in packages.items() if path}
