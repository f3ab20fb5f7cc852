"""Stops a production build if npm installs other JavaScript packages than the locked ones; replaces incomplete ones."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reflex_base import constants
from reflex_base.plugins.base import Plugin

from lean_reflex.reflex_internals import web_folder

Package = tuple[str, str, str]  # path, version, integrity

_NAMED = 5
_LOCK_FILES = (constants.Node.LOCKFILE_PATH, constants.PackageJson.PATH)


class LockedPackages(Plugin):
    """Stops a build, before any package's code runs, if npm installed packages that ``reflex.lock/`` doesn't list.

    Reflex calls ``npm install``, which changes a lock file that doesn't match package.json; ``npm ci`` would fail. A
    build that stops leaves ``reflex.lock/`` as it is, so that the next one stops too. ``accepts``: whether to change it
    and only say so, as in development. If there is no lock file, nothing is checked, and the build writes one.

    Reflex writes its lock files at every build. It gets copies of them, because git takes a file that was written for a
    changed one: `git reset --keep` then refuses to roll back.
    """

    def __init__(self, *, accepts: bool = False) -> None:
        self._accepts, self._lock = accepts, Path("reflex.lock").absolute()
        setattr(constants.Bun, "ROOT_LOCKFILE_DIR", str(_copies()))  # noqa: B010 -- Reflex declares the value as its type

    def pre_compile(self, **_context: Any) -> None:
        """Give Reflex copies of the lock files, and remove incomplete packages, before npm installs the packages."""
        copies = _copies()
        shutil.rmtree(copies, ignore_errors=True)
        copies.mkdir(parents=True)
        for name in _LOCK_FILES:
            if (self._lock / name).exists():
                shutil.copyfile(self._lock / name, copies / name)
        _remove_incomplete(self._lock)

    def get_static_assets(self, **_context: Any) -> tuple[()]:
        """Copy changed lock files back, if npm added or changed no package or new ones are accepted. Return no assets.

        Raises `RuntimeError` if new packages are not accepted.
        """
        locked = locked_packages(self._lock)
        added = locked_packages(_copies()) - locked if locked else set()
        names = _named(added)
        if names and not self._accepts:
            raise RuntimeError(
                f"npm installed packages that are not in reflex.lock/: {names}. To add them: start `reflex run` once, "
                "then look at the difference in reflex.lock/ and commit it."
            )
        for name in _LOCK_FILES:
            if (copy := _copies() / name).exists() and _json(copy) != _json(self._lock / name):
                self._lock.mkdir(exist_ok=True)
                shutil.copyfile(copy, self._lock / name)
        if names:
            print(f"Commit reflex.lock/: npm has installed {names}.", flush=True)  # noqa: T201, for the developer
        return ()


def locked_packages(folder: Path) -> set[Package]:
    """Return the packages in the lock file of a folder; an empty set if there is none."""
    return _packages(_json(folder / constants.Node.LOCKFILE_PATH))


def _packages(lock: Mapping[str, Any], *, optional: bool = True) -> set[Package]:
    """Return the packages in a lock file's content. One that comes within another has no integrity of its own."""
    return {
        (path, package.get("version", ""), package.get("integrity", ""))
        for path, package in lock.get("packages", {}).items()
        if path and (optional or not package.get("optional"))
    }


def _named(packages: set[Package]) -> str:
    """Return the names and versions of a few packages, first those that Reflex itself asks for, and how many more."""
    asked = _json(_copies() / constants.PackageJson.PATH)
    direct = {*asked.get("dependencies", ()), *asked.get("devDependencies", ())}
    known = {(path.rpartition("node_modules/")[2], version) for path, version, _ in packages}
    ranked = sorted(known, key=lambda package: (package[0] not in direct, package))
    names = ", ".join(f"{name} {version}" for name, version in ranked[:_NAMED])
    return names + (f" and {len(ranked) - _NAMED} more" if len(ranked) > _NAMED else "")


def _copies() -> Path:
    return web_folder() / "reflex.lock"


def _remove_incomplete(lock: Path) -> None:
    """Remove ``node_modules`` if a locked package is missing, as after an installation that was cut off.

    npm would take packages for complete that it had begun to unpack. It lists what it has installed when it is done,
    and without its checksum what it found unpacked.
    """
    modules = web_folder() / "node_modules"
    needed = _packages(_json(lock / constants.Node.LOCKFILE_PATH), optional=False)
    installed = _packages(_json(modules / ".package-lock.json"))
    done = web_folder() / "reflex.install_frontend_packages.cached"  # Reflex installs nothing if this has its hash
    if not installed or needed - installed:
        shutil.rmtree(modules, ignore_errors=True)
        done.unlink(missing_ok=True)
    elif done.exists() and not done.stat().st_size:  # the disk was full
        done.unlink()


def _json(file: Path) -> dict[str, Any]:
    """Return the content of a JSON file; an empty dictionary if it is missing or was not written completely."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
