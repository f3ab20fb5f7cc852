"""``new-format``: brings a gym's folder of format 1 up to date. The next release but one has no such command."""

import shutil

from gym_site.brand import FORMAT
from gym_site.errors import CommandError
from gym_site.folder import Folder, MistakesError, gym_folder, shown
from gym_site.gym import Gym
from gym_site.reading.format_1 import FormerFolder

NEXT = """\
{folder} is up to date. {former} is the former one: delete it when all is well.
`python -m scripts.gym_schema` tells your editor what the files may contain now."""


def new_format() -> None:
    """Bring the gym's folder, written for an earlier version, up to date; keep the former one beside it."""
    folder = Folder(gym_folder())
    path = folder.path
    if folder.read("gym.toml").get("format") == FORMAT:
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
        path.rename(former)
        new.rename(path)
    except MistakesError as error:
        advice = f"Nothing has changed: correct this in {shown(path)}, then try again."
        raise CommandError(f"{error}\n{advice}") from error
    except OSError as error:
        raise CommandError(f"{shown(path)} can't be brought up to date: {error}.") from error
    print(NEXT.format(folder=shown(path), former=shown(former)))
