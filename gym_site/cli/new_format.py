"""``new-format``: brings a gym's folder of format 1 up to date. The next release but one has no such command."""

import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gym_site.brand import FORMAT
from gym_site.errors import CommandError
from gym_site.folder import ROOT, Folder, MistakesError, gym_folder, shown
from gym_site.gym import Gym
from gym_site.reading.format_1 import FormerFolder

NEXT = """\
{folder} is up to date. {former} is the former one: delete it when all is well.
`python -m scripts.gym_schema` tells your editor what the files may contain now."""
IN_GIT = """\
{folder} is of an earlier version, and in git: bring it up to date in your own copy. Type there, with the new version,
    python -m gym_site new-format
    git{there} commit -am 'Bring the folder up to date'
    git{there} push
Then type here: {here}gym-site update"""


def new_format(*, trial: Annotated[bool, Parameter(show=False)] = False) -> None:
    """Bring the gym's folder, written for an earlier version, up to date; keep the former one beside it."""
    # deploy/gym-site asks for a trial: it puts the new folder, whose path is printed, in place with the new version.
    folder = Folder(gym_folder())
    path = folder.path
    is_new = folder.read("gym.toml").get("format") == FORMAT
    if trial and (is_new or _is_readable(path)):
        return
    if trial:
        _refuse_git(path)
    elif is_new:
        print(f"{shown(path)} is up to date.")
        return
    new, former = (path.with_name(f"{path.name}.format-{number}") for number in (FORMAT, 1))
    if former.exists():
        raise CommandError(f"{shown(former)} exists already: move it somewhere else.")
    try:
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(path, new)
        written = FormerFolder(folder)
        for file in written.files():
            (new / file).write_text(written.written_out(file), encoding="utf-8")
        Gym.read(new)
        if not trial:
            path.rename(former)
            new.rename(path)
    except MistakesError as error:
        advice = f"Nothing has changed: correct this in {shown(path)}, then try again."
        raise CommandError(f"{error}\n{advice}") from error
    except OSError as error:
        raise CommandError(f"{shown(path)} can't be brought up to date: {error}.") from error
    print(new if trial else NEXT.format(folder=shown(path), former=shown(former)))


def _is_readable(path: Path) -> bool:
    """Return whether a folder can be read as it is, like one of format 1 that has nothing of what changed since."""
    try:
        return bool(Gym.read(path))
    except MistakesError:
        return False


def _refuse_git(path: Path) -> None:
    """Raise `CommandError` if git keeps the folder: files changed on a server would be in the way of the next pull."""
    # Any owner's repository is asked: by itself git asks only those of the account that it runs as.
    asked = "git", "-c", "safe.directory=*", "-C", str(path), "ls-files", "--error-unmatch", "gym.toml"
    if subprocess.run(asked, check=False, capture_output=True).returncode == 0:
        pull = f"sudo -u gym git -C {shlex.quote(str(path))} pull && "
        there, here = ("", "") if path.is_relative_to(ROOT) else (" -C FOLDER", pull)
        raise CommandError(IN_GIT.format(folder=shown(path), there=there, here=here))
