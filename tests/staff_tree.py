"""A copy of the project that a test may change as staff do, with a database of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gym_site.settings import ROOT


@dataclass(frozen=True)
class StaffTree:
    """The project's words, commands and pictures in a folder; the pictures themselves are links to the project's."""

    root: Path
    database: Path

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run ``python ...`` in the folder, away from the settings of whoever runs the tests."""
        settings = {"PATH": os.environ["PATH"], "COLUMNS": "200", "REFLEX_DB_URL": f"sqlite:///{self.database}"}
        return subprocess.run(
            [sys.executable, *command], cwd=self.root, env=settings | environment, capture_output=True, text=True,
            timeout=300,
        )  # fmt: skip

    def check(self) -> tuple[int, list[dict[str, Any]]]:
        """Run ``check``; return its exit code and the errors that it lists."""
        done = self.run("-m", "gym_site", "check", "--json")
        assert done.stdout.startswith("["), done.stderr
        return done.returncode, [one for one in json.loads(done.stdout) if one["level"] == "error"]

    def replace(self, file: str, old: str | re.Pattern[str], new: str) -> None:
        """Change the one place where a file holds a text, or the first that a pattern matches."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        if isinstance(old, re.Pattern):
            changed, times = old.subn(new, text, count=1)
        else:
            changed, times = text.replace(old, new), text.count(old)
        assert times == 1, f"{file} holds {old!r} {times} times"
        path.write_text(changed, encoding="utf-8")

    def line_of(self, file: str, text: str) -> int:
        """Return the last line of a file that holds a text."""
        lines = (self.root / file).read_text(encoding="utf-8").splitlines()
        return max(number for number, line in enumerate(lines, 1) if text in line)


def plant(root: Path, prepared: Path, *, folders: Sequence[str] = (), own_pictures: bool = False) -> StaffTree:
    """Copy the project into a new folder, with a prepared database and further ``folders``.

    Pictures are links: with ``own_pictures`` each file, which may then be removed; else the whole folders, which a test
    must leave as they are.
    """
    for folder in ("gym_site", "alembic", *folders):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copytree(ROOT / "pictures", root / "pictures", ignore=shutil.ignore_patterns("originals"))
    shutil.copytree(ROOT / "assets" / "css", root / "assets" / "css")
    for folder in ("pictures/originals", "assets/images", "assets/clips"):
        if own_pictures:
            shutil.copytree(ROOT / folder, root / folder, copy_function=os.symlink)
        else:
            (root / folder).symlink_to(ROOT / folder)
    database = root / "gym.db"
    shutil.copy(prepared, database)
    return StaffTree(root, database)
