"""Reflex's working folder, and the builds in it (`python -m gym_site build`).

These functions need no valid settings: the last build must be found while a setting is wrong.
"""

from pathlib import Path

from gym_site.folder import ROOT, early_setting
from gym_site.settings import VERSION

TEXTS, DAYS, VERSION_FILE = "texts", "days.json", "version"
"""A build's copy of the gym's folder, its days with other hours that staff set, and the version that made it."""


def web_folder() -> Path:
    """Return Reflex's working folder."""
    return ROOT / (early_setting("REFLEX_WEB_WORKDIR") or ".web")


def current_build(web: Path | None = None) -> Path:
    """Return the folder of the current build. Before the first build it does not exist.

    ``web`` is Reflex's working folder, if it is not the usual one.
    """
    builds = (web or web_folder()) / "builds"
    current = builds / "current"
    return builds / (current.read_text(encoding="utf-8") if current.exists() else "none")


def pages_in(build: Path) -> Path:
    """Return the folder with the home page of a build: below a sub-path it has that path in the folder ``pages``."""
    return build / "pages" / early_setting("REFLEX_FRONTEND_PATH").strip("/")


def built_folder(web: Path | None = None) -> Path:
    """Return the folder with the current build's pages. The argument is that of `current_build`."""
    return pages_in(current_build(web))


def is_own(build: Path) -> bool:
    """Return whether this version of the code made a build, and so can read its texts."""
    version = build / VERSION_FILE
    return version.is_file() and version.read_text(encoding="utf-8") == VERSION
