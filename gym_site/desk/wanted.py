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
from gym_site.cli.build import build_times
from gym_site.desk.app import Desk
from gym_site.settings import ROOT

logger = logging.getLogger(__name__)

LONGEST = 600  # seconds of a build; after these, a person must look
SHOWN = 3600  # seconds for which the page says that a build is done
REPEATED_AFTER = 10  # seconds
SECOND = 10**9  # nanoseconds, in which files have their times
_BUILDING, _WRITING = Lock(), Lock()
Work = Literal["build", "aside", "backup"]


def works_here() -> bool:
    """Return whether this process itself may build, as on a developer's computer."""
    return os.access(web_folder() if web_folder().exists() else web_folder().parent, os.W_OK)


def want(desk: Desk, work: Work) -> None:
    """Ask for a build or a backup with a file, which a unit watches; where this process may build, it does."""
    file = _file(desk, work)
    file.parent.mkdir(mode=0o700, exist_ok=True)
    with _WRITING:
        file.write_bytes(b"")
        asked = file.stat().st_mtime_ns
    if work != "backup":
        if works_here():
            Thread(target=_build, args=(desk, asked, work), daemon=True).start()
        else:
            Thread(target=_repeat, args=(file, asked, work), daemon=True).start()


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


class Outcome(NamedTuple):
    """Whether a build that was asked for is made, goes on or failed, and when or why."""

    is_made: bool = False
    goes_on: bool = False
    failure: str = ""
    at: int = 0  # in nanoseconds


def outcome(desk: Desk, work: Work) -> Outcome:
    """Return the outcome of the build that was asked for last."""
    if not (file := _file(desk, work)).exists():
        return Outcome()
    asked, times = file.stat().st_mtime_ns, build_times(is_aside=work == "aside")
    if asked <= times.begun <= times.made:  # a build that had begun before doesn't have the change
        return Outcome(is_made=True, at=times.made)
    if asked <= times.begun <= times.failed:
        return Outcome(failure=times.why, at=times.failed)
    if time.time_ns() - asked < LONGEST * SECOND:
        return Outcome(goes_on=True, at=asked)
    return Outcome(failure="The pages were not made within ten minutes.", at=asked)


class Progress(NamedTuple):
    """A sentence about the build that was asked for last, and whether it goes on."""

    text: str = ""
    goes_on: bool = False


def progress(desk: Desk) -> Progress:
    """Return how far the build is; without words if none was asked for lately."""
    found = outcome(desk, "build")
    if found.is_made:
        is_new = time.time_ns() - found.at < SHOWN * SECOND
        return Progress(f"Your change has been on all pages since {_clock(desk, found.at)}." if is_new else "")
    if found.goes_on:
        return Progress("The pages are being made with your change, which takes about a minute …", goes_on=True)
    said = f"The change of {_clock(desk, found.at)} is not on all pages yet. Tell whoever looks after the website."
    return Progress(said if found.failure else "")


def _clock(desk: Desk, moment: int) -> str:
    return f"{desk.current.site.gym.brand.time(datetime.fromtimestamp(moment / SECOND, UTC)):%H:%M}"


def _file(desk: Desk, work: Work) -> Path:
    return desk.folder / "wanted" / work


def _has_begun(asked: int, work: Work) -> bool:
    """Return whether a build began after this moment, in nanoseconds."""
    return build_times(is_aside=work == "aside").begun >= asked


def _repeat(file: Path, asked: int, work: Work) -> None:
    """Ask again until a build begins: systemd starts nothing for a file that is written while a build goes on."""
    while time.time_ns() - asked < LONGEST * SECOND:
        time.sleep(REPEATED_AFTER)
        with _WRITING:
            if _has_begun(asked, work) or file.stat().st_mtime_ns != asked:
                return
            file.write_bytes(b"")
            os.utime(file, ns=(asked, asked))


def _build(desk: Desk, asked: int, work: Work) -> None:
    with _BUILDING:
        if _has_begun(asked, work):  # while this waited
            return
        command = [sys.executable, "-m", "gym_site", "build" if desk.settings.has_server else "export"]
        variables = {}
        if work == "aside":
            command, variables = [*command[:3], "build", "--aside"], {"GYM_FOLDER": str(desk.texts.look)}
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | variables,
            check=False,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        level = logging.ERROR if done.returncode else logging.INFO
        logger.log(level, "The build ended with exit code %d: %s", done.returncode, (done.stdout + done.stderr)[-2000:])
