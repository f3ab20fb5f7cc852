"""``new-format``: brings a gym's folder of format 1 up to date. The next release but one has no such command."""

import shutil

from gym_site.brand import BRAND, FORMAT
from gym_site.check.mistakes import mistakes_now
from gym_site.errors import CommandError
from gym_site.folder import FOLDER, shown
from gym_site.reading.format_1 import files, written_out

NEXT = """\
{folder} is up to date. {former} is the former one: delete it when all is well.
`python -m scripts.gym_schema` tells your editor what the files may contain now."""


def new_format() -> None:
    """Bring the gym's folder, written for an earlier version, up to date; keep the former one beside it."""
    if BRAND.format == FORMAT:
        print(f"{shown(FOLDER)} is up to date.")
        return
    new, former = (FOLDER.with_name(f"{FOLDER.name}.format-{number}") for number in (FORMAT, 1))
    if former.exists():
        raise CommandError(f"{shown(former)} exists already: move it somewhere else.")
    try:
        shutil.rmtree(new, ignore_errors=True)
        shutil.copytree(FOLDER, new)
        for file in files():
            (new / file).write_text(written_out(file), encoding="utf-8")
        if mistakes := mistakes_now(new):
            advice = f"Nothing has changed: correct this in {shown(FOLDER)}, then try again."
            raise CommandError("\n".join([*mistakes, advice]))
        FOLDER.rename(former)
        new.rename(FOLDER)
    except OSError as error:
        raise CommandError(f"{shown(FOLDER)} can't be brought up to date: {error}.") from error
    print(NEXT.format(folder=shown(FOLDER), former=shown(former)))
