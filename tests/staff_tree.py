"""A copy of the project with its own database, which tests change as staff do."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gym_site.settings import ROOT
from tests.gym import GYM


@dataclass(frozen=True)
class StaffTree:
    """A folder with the project's content, commands and pictures; picture files are links to the project's."""

    root: Path
    database: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run ``python ...`` in the folder, without the settings of this environment."""
        return subprocess.run(
            [sys.executable, *command], cwd=self.root, capture_output=True, text=True, timeout=600,
            env={"PATH": os.environ["PATH"], "COLUMNS": "200", "REFLEX_DB_URL": f"sqlite:///{self.database}"},
        )  # fmt: skip

    def check(self) -> list[dict[str, Any]]:
        """Run ``check`` and return its findings, errors before notes."""
        done = self.run("-m", "gym_site", "check", "--json")
        assert done.stdout.startswith("["), done.stderr
        findings = json.loads(done.stdout)
        assert done.returncode == any(finding["level"] == "error" for finding in findings)
        return findings

    def replace(self, file: str, old: str | re.Pattern[str], new: str | Callable[..., str]) -> None:
        """Replace a text that occurs once in a file, or the first match of a pattern."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        if isinstance(old, re.Pattern):
            changed, times = old.subn(new, text, count=1)
        else:
            changed, times = text.replace(old, new), text.count(old)
        assert times == 1, f"{file} contains {old!r} {times} times"
        path.write_text(changed, encoding="utf-8")

    def line_of(self, file: str, text: str) -> int:
        """Return the number of the last line in a file that contains this text."""
        lines = (self.root / file).read_text(encoding="utf-8").splitlines()
        return max(number for number, line in enumerate(lines, 1) if text in line)


def plant(root: Path, prepared: Path, *, folders: Sequence[str] = ()) -> StaffTree:
    """Copy the project into a new folder, with a prepared database and other ``folders``."""
    for folder in ("gym_site", "lean_reflex", "alembic", *folders):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copytree(GYM.folder.path, root / "gym", ignore=shutil.ignore_patterns("originals", "public"))
    for folder in ("css", "fonts", "scripts"):
        shutil.copytree(ROOT / "assets" / folder, root / "assets" / folder)
    (root / "gym/pictures/originals").mkdir(exist_ok=True)
    for folder in ("pictures/originals", "public"):
        if (source := GYM.folder.path / folder).is_dir():  # a gym may have no pictures
            shutil.copytree(source, root / "gym" / folder, copy_function=os.symlink, dirs_exist_ok=True)
    return StaffTree(root, shutil.copy(prepared, root / "staff.db"))
