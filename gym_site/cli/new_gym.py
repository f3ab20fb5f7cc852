"""``new-gym``: writes the folder of another gym, with everything that a site needs and nothing else."""

import shutil
from pathlib import Path

from gym_site.check.marks import MARK
from gym_site.check.schemas import schemas
from gym_site.errors import CommandError
from gym_site.gym import SMALLEST
from gym_site.settings import ROOT

NEXT = """\
Written: {folder}. To see the site, write the line GYM_FOLDER={folder} into .env and run make dev.
Lines with an example end with {mark}: write your own value, and delete the comment.
`python -m gym_site check` lists those that are left. Then `make brand` draws icons and cards (docs/files.md)."""


def new_gym(folder: Path, /) -> None:
    """Write the smallest folder of another gym, to fill in.

    Args:
        folder: a new folder, relative to the project
    """
    new = ROOT / folder
    if new.exists():
        raise CommandError(f"{folder} exists already: name a new folder.")
    try:
        shutil.copytree(SMALLEST, new)
    except OSError as error:
        raise CommandError(f"{folder} can't be made: {error.strerror or error}.") from error
    (new / "pictures" / "originals").mkdir()
    (new / ".schema").mkdir()
    for name, text in schemas().items():
        (new / ".schema" / name).write_text(text, encoding="utf-8")
    print(NEXT.format(folder=folder.as_posix(), mark=MARK))
