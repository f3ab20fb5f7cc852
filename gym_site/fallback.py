"""The texts of the last build, with which the server and most commands go on while the gym's folder has mistakes.

So a slip in a text keeps nobody from reading requests, and no server from starting again.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copytree, ignore_patterns

from gym_site.built import current_build
from gym_site.folder import FOLDER

TEXTS = "texts"
"""The folder of a build that contains a copy of the gym's folder."""

COMMANDS = {"serve", "leads", "backup", "database", "alert", "status", "visits", "rollback"}
"""The commands that go on; all others read or change the gym's texts."""


def keep_texts(build: Path) -> None:
    """Copy the gym's folder into a build, without the originals of the pictures."""
    copytree(FOLDER, build / TEXTS, ignore=ignore_patterns("originals", ".schema"))


def go_on(arguments: list[str], mistakes: Iterable[object]) -> None:
    """Start the command anew with the texts of the last build. Returns if there are none, or the command needs others.

    Settings can't be read here, as they may be among the mistakes.
    """
    texts = current_build() / TEXTS
    if not COMMANDS.intersection(arguments[:1]) or not texts.is_dir() or texts == FOLDER:
        return
    lines = *map(str, mistakes), "Until this is corrected, the texts of the last build are used."
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"GYM_FOLDER": str(texts)})
