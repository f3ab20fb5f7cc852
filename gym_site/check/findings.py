"""The findings of the checks, each with the place to correct."""

import re
from pathlib import Path
from typing import Any, Literal, NamedTuple

from gym_site.settings import ROOT


class Place(NamedTuple):
    """The place of a finding: a file and a line (0 if unknown), or a description such as ``settings``.

    The file's path is relative to the project's root.
    """

    file: str
    line: int = 0

    def __str__(self) -> str:
        """Return ``file:line``, which many editors can open."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def error(self, message: str) -> "Finding":
        """Return an error at this place."""
        return Finding("error", self, message)

    def note(self, message: str) -> "Finding":
        """Return a note at this place. A note requires no change."""
        return Finding("note", self, message)


class Finding(NamedTuple):
    """A problem (``error``), or something that staff may want to know (``note``). Errors sort first."""

    level: Literal["error", "note"]
    place: Place
    message: str


def place_of(path: Path, line: int = 0) -> Place:
    """Return a place in a file of the project."""
    return Place((path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix(), line)


def place_of_text(path: Path, pattern: str) -> Place:
    """Return the first line that begins with a match of the pattern; without a match, the file alone."""
    if path.is_file():
        for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
            if re.match(pattern, line):
                return place_of(path, number)
    return place_of(path)


def place_of_item(item: Any, field: str = "") -> Place:
    """Return the place where an item, or one of its fields, is written in the gym's folder.

    For an item that isn't in the folder, it is the module of its type.
    """
    if item.written_at is None:
        return Place(f"{type(item).__module__.replace('.', '/')}.py")
    folder, file, steps = item.written_at
    own = folder.line_of(file, (*steps, field)) if field else 0
    return place_of(folder.path / file, own or folder.line_of(file, steps))
