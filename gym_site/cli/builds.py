"""The builds in ``.web/builds``: the current one, and a few earlier ones to roll back to.

Each build has a folder with its pages, the hash of their inputs, and the page that Caddy shows when no server answers.
The pages of a build never change. Beside these folders are two files, ``current`` with the name of the build to serve
and ``previous`` with that of the build that was served before, and a link for Caddy, ``served``, to the current build.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from gym_site.built import DAYS, TEXTS, VERSION_FILE, built_folder, current_build, pages_in, web_folder
from gym_site.cli.command import gym
from gym_site.errors import CommandError
from gym_site.routes import HASHED
from gym_site.settings import ROOT, VERSION
from gym_site.site import Site

KEPT = 3
"""Number of builds to keep."""
DAY = 24 * 3600  # seconds for which open pages can still load the files of a replaced build
STAMP = "sources.sha256"
"""The file of a build with the hash of its inputs, whose time is that at which it was made or found up to date."""
_GYM = "gym"  # a file that contains the gym's name
_EARLIER = "earlier.txt"  # lists the files that a build has copied from earlier builds


def add_build(pages: Path, sources: str, site: Site) -> Path:
    """Make a new build from the folder ``pages``; return its folder. ``sources`` is the hash of the pages' inputs."""
    from gym_site.server.answer_pages import notice  # here, because it imports Mako, which takes time

    build = _folder() / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    build.mkdir(parents=True)
    pages.rename(build / "pages")
    (build / _GYM).write_text(site.gym.brand.name, encoding="utf-8")
    texts = site.gym.folder.path
    shutil.copytree(texts, build / TEXTS, ignore=shutil.ignore_patterns("originals", "public", ".schema"))
    (build / DAYS).write_text(json.dumps(site.gym.days), encoding="utf-8")
    (build / VERSION_FILE).write_text(VERSION, encoding="utf-8")
    (build / "commit").write_text(_commit(), encoding="utf-8")
    form, business = site.forms["inquiry"], site.business
    unavailable = notice(site, form.failure_title, business.fill(form.failure_text), business)
    (build / "unavailable.html").write_text(unavailable, encoding="utf-8")
    (build / STAMP).write_text(sources, encoding="utf-8")  # last: a build with this file is whole
    return build


def serve_build(build: Path) -> None:
    """Make a build current, unless it is. Servers and Caddy use it at once."""
    if build != current_build():
        _keep_earlier_files(build)
        _serve(build)
    _remove_old()


def set_aside(build: Path) -> None:
    """Make a build the one that is looked at before it is served."""
    _replace("aside", lambda new: new.write_text(build.name, encoding="utf-8"))
    _remove_old()


def aside_build() -> Path:
    """Return the folder of the last build that was made aside. Before the first one it does not exist."""
    return _folder() / (_text(_folder() / "aside") or "none")


def equal_build(sources: str) -> Path | None:
    """Return the newest build that was made of exactly these inputs, or None."""
    return next((build for build in reversed(_builds()) if _text(build / STAMP) == sources), None)


def _remove_old() -> None:
    kept = {_text(_folder() / name) for name in ("current", "previous", "aside")}
    for old in _builds()[:-KEPT]:
        if old.name not in kept:
            shutil.rmtree(old)


def _builds() -> list[Path]:
    return sorted(entry for entry in _folder().glob("*") if entry.is_dir() and not entry.is_symlink())


def roll_back() -> None:
    """Exchange the current and the previous build. Raises `CommandError` if there is no previous build."""
    if not (previous := _text(_folder() / "previous")):
        raise CommandError("There is no other build to go back to.")
    serve_build(_folder() / previous)


def last_build() -> tuple[datetime, str] | None:
    """Return when the current build was made, and its time and commit in words; None without a build."""
    build = current_build()
    return (_made(build), _described(build)) if build.is_dir() else None


def _made(build: Path) -> datetime:
    return datetime.strptime(build.name, "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)


def _described(build: Path) -> str:
    commit = _text(build / "commit")
    made = gym().brand.time(_made(build))
    return f"{made:%Y-%m-%d %H:%M}" + (f", from the commit {commit}" if commit else "")


def _folder() -> Path:
    return web_folder() / "builds"


def _text(file: Path) -> str:
    """Return a file's text; empty if there is no such file."""
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _serve(build: Path) -> None:
    """Make a build current. Servers and Caddy use it at once."""
    _replace("previous", lambda new: new.write_text(_text(_folder() / "current"), encoding="utf-8"))
    _replace("current", lambda new: new.write_text(build.name, encoding="utf-8"))
    with suppress(OSError):  # Windows lets few accounts make links
        _replace("served", lambda new: new.symlink_to(build.name, target_is_directory=True))


def _replace(name: str, make: Callable[[Path], object]) -> None:
    """Make a file or a link, and put it in its place in one step."""
    new = _folder() / f"{name}.new"
    new.unlink(missing_ok=True)
    make(new)
    new.replace(_folder() / name)


def _keep_earlier_files(build: Path) -> None:
    """Copy the current build's hashed files into ``build``: pages that are open in browsers may still need them.

    Copy nothing if the current build is of another gym: an export of ``build`` must not contain that gym's files.
    """
    current, pages = built_folder(), pages_in(build)
    builds = current_build(), build
    if len({_text(folder / _GYM) for folder in builds} - {""}) > 1:  # builds of earlier versions lack this file
        (build / _EARLIER).touch()
        return
    earlier, kept = (_text(folder / _EARLIER).splitlines() for folder in builds)
    for file in current.rglob("*"):
        name = file.relative_to(current).as_posix()
        if not file.is_file() or not re.match(HASHED, f"/{name}") or (pages / name).exists():
            continue
        if name not in earlier:
            os.utime(file)  # the file's `DAY` begins now
        elif time.time() - file.stat().st_mtime > DAY:
            continue
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, pages / name)
        kept.append(name)
    (build / _EARLIER).write_text("\n".join(kept), encoding="utf-8")


def _commit() -> str:
    """Return the short hash of the project's current git commit; empty if git can't tell."""
    git = shutil.which("git")
    command = [git or "", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() if git else ""
