"""``new-gym``: writes the folder of another gym, with everything that a site needs and nothing else."""

import argparse
import shutil
from pathlib import Path

from gym_site.check.marks import MARK, SMALLEST
from gym_site.cli.command import Commands, add_command
from gym_site.errors import CommandError
from gym_site.reading.schemas import schemas
from gym_site.settings import ROOT

NEXT = """\
Written: {folder}. To see the site, write the line GYM_FOLDER={folder} into .env and run make dev.
Lines with an example end with {mark}: write your own value, and delete the comment.
`python -m gym_site check` lists those that are left. Then `make brand` draws icons and cards (docs/for-staff.md)."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = add_command(commands, "new-gym", "write the smallest folder of another gym, to fill in", _new_gym)
    command.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, relative to the project")


def _new_gym(chosen: argparse.Namespace) -> None:
    folder = ROOT / chosen.folder
    if folder.exists():
        raise CommandError(f"{chosen.folder} exists already: name a new folder.")
    try:
        shutil.copytree(SMALLEST, folder)
    except OSError as error:
        raise CommandError(f"{chosen.folder} can't be made: {error.strerror or error}.") from error
    (folder / "pictures" / "originals").mkdir()
    (folder / ".schema").mkdir()
    for name, text in schemas().items():
        (folder / ".schema" / name).write_text(text, encoding="utf-8")
    print(NEXT.format(folder=chosen.folder.as_posix(), mark=MARK))
