"""The builds in ``.web/builds``: one is current, and earlier ones stay for a while, for a rollback.

Each has a folder with its pages, the hash of their inputs, and the files that Caddy needs. The file ``current`` names
the served build, ``previous`` the one before; ``site.caddy`` is for the current one. A served build is never changed.
"""

import os
import re
import shutil
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

from gym_site.brand import BRAND
from gym_site.cli.command import CommandError
from gym_site.content.business import Business
from gym_site.routes import HASHED
from gym_site.settings import ROOT, built_folder, web_folder

KEPT = 3
"""Builds: a server that has not been started again may still serve the one before the last."""
DAY = 24 * 3600  # seconds for which an open page can load the files of its build after that was replaced
_GYM = "gym"  # has the name of the gym of these pages
_EARLIER = "earlier.txt"  # lists the files of earlier builds among a build's pages


def add_build(pages: Path, sources: str, business: Business) -> Path:
    """Make the folder ``pages`` the current build and return its new place; ``sources`` is the hash of its inputs."""
    from gym_site.cli.caddy import write_for_caddy  # imports Reflex, which takes a second

    build = _folder() / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    build.mkdir(parents=True)
    pages.rename(build / "pages")
    (build / _GYM).write_text(BRAND.name, encoding="utf-8")
    _keep_earlier_files(build)
    (build / "sources.sha256").write_text(sources, encoding="utf-8")
    (build / "commit").write_text(_commit(), encoding="utf-8")
    write_for_caddy(build, business)
    _serve(build)
    for old in sorted(entry for entry in _folder().iterdir() if entry.is_dir())[:-KEPT]:
        if old.name != _name("previous"):
            shutil.rmtree(old)
    return build / "pages"


def roll_back() -> str:
    """Make the previous build current and the current one previous. Return when it was made.

    Raises `CommandError` if there is none.
    """
    if not (previous := _name("previous")):
        raise CommandError("There is no other build to go back to.")
    build = _folder() / previous
    _keep_earlier_files(build)
    _serve(build)
    made = datetime.strptime(build.name, "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
    commit = (build / "commit").read_text(encoding="utf-8")
    return f"{made:%Y-%m-%d %H:%M} UTC" + (f", from the commit {commit}" if commit else "")


def _folder() -> Path:
    return web_folder() / "builds"


def _name(which: str) -> str:
    """Return the name of the ``current`` or the ``previous`` build, empty if there is none."""
    file = _folder() / which
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _serve(build: Path) -> None:
    """Let the server use this build from its next start, and Caddy from its next reload."""
    _replace("previous", _name("current"))
    _replace("site.caddy", (build / "site.caddy").read_text(encoding="utf-8"))
    _replace("current", build.name)


def _replace(name: str, text: str) -> None:
    file = _folder() / name
    new = file.with_name(f"{name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


def _keep_earlier_files(build: Path) -> None:
    """Add hashed files that only the current build has, as its pages may still be open.

    Files of another gym's build are left out, or they would be exported with this gym's.
    """
    current, pages = built_folder(), build / "pages"
    if len({_gym(current.parent), _gym(build)} - {""}) > 1:
        (build / _EARLIER).touch()
        return
    earlier, kept = _earlier(current.parent), _earlier(build)
    for file in current.rglob("*"):
        name = file.relative_to(current).as_posix()
        if not file.is_file() or not re.match(HASHED, f"/{name}") or (pages / name).exists():
            continue
        if name not in earlier:
            os.utime(file)  # starts its day as a file of an earlier build
        elif time.time() - file.stat().st_mtime > DAY:
            continue
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, pages / name)
        kept.append(name)
    (build / _EARLIER).write_text("\n".join(kept), encoding="utf-8")


def _gym(build: Path) -> str:
    """Return the name of a build's gym, if it is recorded."""
    file = build / _GYM
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _earlier(build: Path) -> list[str]:
    file = build / _EARLIER
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def _commit() -> str:
    """Return the commit of the project's files, empty without git."""
    git = shutil.which("git")
    command = [git or "", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() if git else ""
