"""Findings, and the places in the sources where they can be fixed."""

import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gym_site.settings import ROOT


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A problem (``error``), or something that staff may want to know (``note``). ``line`` is 0 if it is unknown."""

    level: Literal["error", "note"] = "error"
    file: str
    line: int = 0
    message: str

    @property
    def where(self) -> str:
        """The place as editors understand it: ``file:line``."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Place:
    """A line of a file, whose path is relative to the project's root."""

    file: str
    line: int = 0

    def error(self, message: str) -> Finding:
        """Return an error at this place."""
        return Finding(file=self.file, line=self.line, message=message)

    def note(self, message: str) -> Finding:
        """Return a note at this place, which doesn't require a change."""
        return Finding(level="note", file=self.file, line=self.line, message=message)


def place_of(path: Path, line: int = 0) -> Place:
    """Return a place in a file of the project."""
    return Place(path.relative_to(ROOT).as_posix(), line)


def place_of_text(path: Path, pattern: str) -> Place:
    """Return the first line that matches a pattern at its start, or the file without a line."""
    if path.is_file():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.match(pattern, line):
                return place_of(path, number)
    return place_of(path)


def place_of_record(record: Any) -> Place:
    """Return where a record is written in the content, or where its class is, if the record was computed."""
    if written := getattr(record, "written_at", None):
        return place_of(*written)
    module = Path(inspect.getfile(type(record)))
    return place_of_text(module, rf"class {type(record).__name__}\b")
