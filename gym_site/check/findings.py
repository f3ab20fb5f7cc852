"""A finding, and the place in the sources where it can be mended."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gym_site.settings import ROOT


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that is wrong, or that staff may want to know (``note``). ``line`` is 0 where no line can be named."""

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
    """A line of a file, named from the project's root."""

    file: str
    line: int = 0

    def error(self, message: str) -> Finding:
        """Say that something is wrong here."""
        return Finding(file=self.file, line=self.line, message=message)

    def note(self, message: str) -> Finding:
        """Say something that need not be mended."""
        return Finding(level="note", file=self.file, line=self.line, message=message)


def place_of(path: Path, line: int = 0) -> Place:
    """Return a place in a file of the project."""
    return Place(path.relative_to(ROOT).as_posix(), line)


def place_of_text(path: Path, pattern: str) -> Place:
    """Return the first line that begins with a pattern, or the file alone."""
    if path.is_file():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.match(pattern, line):
                return place_of(path, number)
    return place_of(path)


class Sources:
    """The records of the content as they are written down: finds the line of a record and of one of its fields."""

    def __init__(self, folder: Path) -> None:
        self._calls: dict[str, list[tuple[Path, ast.Call]]] = defaultdict(list)
        self._classes: dict[str, tuple[Path, ast.ClassDef]] = {}
        self._names: dict[str, Place] = {}
        for path in sorted(folder.glob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    self._calls[node.func.id].append((path, node))
                elif isinstance(node, ast.ClassDef):
                    self._classes[node.name] = path, node
            for node in tree.body:
                targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
                self._names |= {one.id: place_of(path, node.lineno) for one in targets if isinstance(one, ast.Name)}

    def of(self, record: Any, field: str = "") -> Place:
        """Return where a record, or one of its fields, is written: the call whose plain values are the record's."""
        name = type(record).__name__
        scored = [(_likeness(call, record), path, call) for path, call in self._calls[name]]
        best = max(scored, key=lambda one: one[0], default=None)
        if best is None or best[0] < 0:
            return self.of_class(name)
        _, path, call = best
        if not field:
            return place_of(path, call.lineno)
        given = {one.arg: one.value.lineno for one in call.keywords}
        return (
            place_of(path, given[field]) if field in given else self._default(name, field, place_of(path, call.lineno))
        )

    def of_name(self, name: str) -> Place:
        """Return where a module gives something a name, such as ``SELECTABLE_TRAINERS``."""
        return self._names[name]

    def of_class(self, name: str) -> Place:
        """Return where a kind of record is described."""
        path, node = self._classes[name]
        return place_of(path, node.lineno)

    def _default(self, name: str, field: str, otherwise: Place) -> Place:
        path, node = self._classes[name]
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.target.id == field:
                return place_of(path, one.lineno)
        return otherwise


def _likeness(call: ast.Call, record: Any) -> int:
    """Count the plain values that a call and a record share; -1 where one differs."""
    same = 0
    for one in call.keywords:
        try:
            value = ast.literal_eval(one.value)
        except (ValueError, TypeError):  # not a plain value
            continue
        if one.arg is None or value != getattr(record, one.arg, None):
            return -1
        same += 1
    return same
