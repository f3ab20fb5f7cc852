"""Asks for a build or a backup: on a server, other units do these, with rights that the desk lacks."""

import logging
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import Literal, NamedTuple

from gym_site.built import built_folder, web_folder
from gym_site.cli.build import begun_and_made
from gym_site.desk.app import Desk
from gym_site.settings import ROOT

logger = logging.getLogger(__name__)

LONGEST = 600  # seconds of a build; after these, a person must look
SHOWN = 3600  # seconds for which the page says that a build is done
REPEATED_AFTER = 10  # seconds
SECOND = 10**9  # nanoseconds, in which files have their times
_BUILDING, _WRITING = Lock(), Lock()
Work = Literal["build", "backup"]


def works_here() -> bool:
    """Return whether this process itself may build, as on a developer's computer."""
    return os.access(web_folder(), os.W_OK)


def want(desk: Desk, work: Work) -> None:
    """Ask for a build or a backup with a file, which a unit watches; where this process may build, it does."""
    file = _file(desk, work)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    with _WRITING:
        file.write_bytes(b"")
        asked = file.stat().st_mtime_ns
    if work == "build":
        Thread(target=_build if works_here() else _repeat, args=(file, asked), daemon=True).start()


def on_all_pages(desk: Desk) -> str:
    """Ask for a build with a change, if there are pages; return a sentence about it."""
    if not built_folder().exists():
        return ""
    want(desk, "build")
    return " On all pages in about a minute."


def asked_at(desk: Desk, work: Work) -> float | None:
    """Return when a build or a backup was last asked for; None if it never was."""
    file = _file(desk, work)
    return file.stat().st_mtime if file.exists() else None


class Progress(NamedTuple):
    """A sentence about the build that was asked for last, and whether it goes on."""

    text: str = ""
    goes_on: bool = False


def progress(desk: Desk) -> Progress:
    """Return how far the build is; without words if none was asked for lately, or there are no pages."""
    now = time.time_ns()
    try:
        asked = _file(desk, "build").stat().st_mtime_ns
        begun, made = begun_and_made()
    except OSError:
        return Progress()
    if asked <= begun <= made:  # a build that had begun before doesn't have the change
        done = f"Your change has been on all pages since {_clock(desk, made)}."
        return Progress(done if now - made < SHOWN * SECOND else "")
    if now - asked < LONGEST * SECOND:
        return Progress("The pages are being made with your change, which takes about a minute …", goes_on=True)
    said = f"The change of {_clock(desk, asked)} is not on all pages yet. Tell whoever looks after the website."
    return Progress(said)


def _clock(desk: Desk, moment: int) -> str:
    return f"{desk.current.site.gym.brand.time(datetime.fromtimestamp(moment / SECOND, UTC)):%H:%M}"


def _file(desk: Desk, work: Work) -> Path:
    return desk.folder / "wanted" / work


def _has_begun(asked: int) -> bool:
    """Return whether a build began after this moment, in nanoseconds."""
    try:
        return begun_and_made()[0] >= asked
    except OSError:  # there was no build before
        return False


def _repeat(file: Path, asked: int) -> None:
    """Ask again until a build begins: systemd starts nothing for a file that is written while a build goes on."""
    while time.time_ns() - asked < LONGEST * SECOND:
        time.sleep(REPEATED_AFTER)
        with _WRITING:
            if _has_begun(asked) or file.stat().st_mtime_ns != asked:
                return
            file.write_bytes(b"")
            os.utime(file, ns=(asked, asked))


def _build(_file: Path, asked: int) -> None:
    with _BUILDING:
        if _has_begun(asked):  # while this waited
            return
        command = [sys.executable, "-m", "gym_site", "build"]
        done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        level = logging.ERROR if done.returncode else logging.INFO
        logger.log(level, "The build ended with exit code %d: %s", done.returncode, (done.stdout + done.stderr)[-2000:])
