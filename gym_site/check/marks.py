"""Finds the values of a new gym that nobody has filled in yet."""

from collections.abc import Iterator

from gym_site.check.findings import Finding, place_of
from gym_site.folder import Folder

MARK = "# fill in"
"""The comment at the end of a line that `new-gym` wrote as an example."""


def check_marks(folder: Folder) -> Iterator[Finding]:
    """Yield an error for each line of the folder whose value is still an example."""
    for file in folder.files("*.toml"):
        for number, line in enumerate(folder.text_of(file.name).splitlines(), 1):
            value, mark, _ = line.partition(MARK)
            if mark:
                yield place_of(file, number).error(f"Fill in {value.partition('=')[0].strip()}, then delete {MARK!r}.")
