"""The folder that holds the gym: its facts, texts, prices and people, in TOML files and Markdown.

`Folder.read` returns a file's data, and `Folder.line_of` the line of a value, for messages to whoever edits the files.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache, partial
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from dotenv import dotenv_values

from gym_site.errors import SiteError
from gym_site.refusal import Steps
from gym_site.refusal import unreadable as unreadable_line

ROOT = Path(__file__).resolve().parents[1]
"""The project's folder."""


@cache  # a server that runs must not depend on the file
def _env_file() -> dict[str, str | None]:
    """Return what can be read of ``.env``: `load_settings` says what is wrong in it."""
    try:
        text = (ROOT / ".env").read_bytes().decode(errors="replace")
    except OSError:
        return {}
    return dotenv_values(stream=StringIO(text))


def early_setting(variable: str) -> str:
    """Return a setting that is needed before `load_settings` can check it; empty if it is unset."""
    return (os.environ.get(variable) or _env_file().get(variable) or "").strip()


def gym_folder() -> Path:
    """Return the folder that people edit: ``gym``, or what the setting ``GYM_FOLDER`` names."""
    return ROOT / (early_setting("GYM_FOLDER") or "gym")


_EDGE = "+++"
"""The line before and after the facts of a Markdown file."""
_MERGE_MARK = re.compile(r"^(<<<<<<< |>>>>>>> |=======$)", re.MULTILINE)
_LEFT_BY_SYSTEMS = re.compile(r"\..*|thumbs\.db|desktop\.ini|.*~", re.IGNORECASE)
# Each page of the desk reads the whole folder, of which little has changed.
_loads_with_decimals = lru_cache(maxsize=128)(partial(tomllib.loads, parse_float=Decimal))


class Mistake(NamedTuple):
    """A mistake in a file of the folder. The line is 0 if it is unknown."""

    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        """Return the mistake as ``file:line: message``; the file is relative to the project if it is inside."""
        return f"{shown(self.file)}:{self.line}: {self.message}" if self.line else f"{shown(self.file)}: {self.message}"


def shown(file: Path) -> str:
    """Return a file's path for people: relative to the project if the file is inside."""
    return (file.relative_to(ROOT) if file.is_relative_to(ROOT) else file).as_posix()


class MistakesError(SiteError):
    """Files of the folder contain these mistakes. The message has a line for each."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = list(mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))


def is_left(file: Path) -> bool:
    """Return whether a file isn't anybody's work, such as ``.DS_Store``, ``._plans.toml`` and ``8.md~``."""
    return _LEFT_BY_SYSTEMS.fullmatch(file.name) is not None


def parsed(text: str, file: Path, loads: Callable[[str], dict[str, Any]] = tomllib.loads) -> dict[str, Any]:
    """Return the data of a TOML text. Raises `MistakesError` if it can't be read."""
    try:
        return loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).partition(" (at ")
        at = int(place.split()[1].rstrip(",")) if place.startswith("line") else len(text.splitlines())
        raise MistakesError([Mistake(file, *unreadable_line(text, at, reason))]) from None


class Folder:
    """A gym's folder. What has been read of it is kept: make another one to read a folder anew.

    ``changed``: texts by the names of their files, in place of those on the disk.
    """

    def __init__(self, path: Path, changed: Mapping[str, str] | None = None) -> None:
        self.path, self._changed = path, changed or {}
        self.text_of = cache(self._text_of)
        self.read = cache(self._read)
        self.lines_of = cache(self._lines_of)

    @property
    def pictures(self) -> Path:
        """The folder with the originals of the pictures, their texts, and the manifest of their sizes."""
        return self.path / "pictures"

    def public(self, path: str) -> Path:
        """Return the file that the site has at a path, such as a card: one of those that scripts make for the gym."""
        return self.path / f"public{path}"

    def files(self, pattern: str) -> list[Path]:
        """Return the files of the folder that match a pattern, without those that systems and editors leave."""
        return sorted(file for file in self.path.glob(pattern) if file.is_file() and not is_left(file))

    def has(self, name: str) -> bool:
        """Return whether the folder contains a file or folder with this name."""
        return (self.path / name).exists()

    def _text_of(self, name: str) -> str:
        """Return the text of a file. Raises `MistakesError` if it can't be read."""
        file = self.path / name
        try:
            text = self._changed[name] if name in self._changed else file.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            said = "This file isn't saved in UTF-8: in your editor choose Save As, and there UTF-8 as encoding."
            raise MistakesError([Mistake(file, line, said)]) from None
        except OSError as error:
            named = next((f": rename {one.name}" for one in self.files("*") if one.name.startswith(file.name)), "")
            reason = f"There is no such file{named}" if isinstance(error, FileNotFoundError) else f"{error.strerror}"
            raise MistakesError([Mistake(file, 0, f"{reason}.")]) from None
        if mark := _MERGE_MARK.search(text):
            said = (
                "Two versions of a text stand here, one above a line ======= and one below: delete the wrong one, and"
                " the lines with <<<<<<<, ======= and >>>>>>>."
            )
            raise MistakesError([Mistake(file, text[: mark.start()].count("\n") + 1, said)])
        return text

    def front_and_text(self, name: str) -> tuple[list[str], list[str]]:
        """Return the lines of a Markdown file up to the second line ``+++``, and the lines of its text.

        Raises `MistakesError` if the file doesn't begin with a line ``+++``, or has no second one.
        """
        lines = self.text_of(name).splitlines()
        if lines[:1] != [_EDGE] or _EDGE not in lines[1:]:
            said = f"Title and other facts of a post are between two lines {_EDGE}, the first of which begins the file."
            raise MistakesError([Mistake(self.path / name, 1, said)])
        end = lines.index(_EDGE, 1) + 1
        return lines[:end], lines[end:]

    def _toml(self, name: str) -> str:
        """Return the text of a TOML file, or the facts of a Markdown file in their lines."""
        return "\n".join(["", *self.front_and_text(name)[0][1:-1]]) if name.endswith(".md") else self.text_of(name)

    def _read(self, name: str) -> dict[str, Any]:
        """Return the data of a TOML file, or the facts of a Markdown file, with `Decimal` for fractions.

        The data must not be changed: folders with the same text share it. Raises `MistakesError` if they can't be read.
        """
        return parsed(self._toml(name), self.path / name, _loads_with_decimals)

    def unreadable(self) -> list[Mistake]:
        """Return a mistake for each TOML file of the folder that can't be read."""
        mistakes: list[Mistake] = []
        for file in self.files("*.toml"):
            try:
                self.read(file.name)
            except MistakesError as error:
                mistakes += error.mistakes
        return mistakes

    def line_of(self, name: str, steps: Steps) -> int:
        """Return the line on which a value of a TOML file begins, or 0 if the file has no such value."""
        return self.lines_of(name).get(steps, 0)

    def _lines_of(self, name: str) -> dict[Steps, int]:
        """Return the line of each value of a TOML file; if a statement can't be read, of the values above it.

        A value inside a list or an inline table has the line on which the outermost one begins. TOML parsers don't
        report lines, so each statement is parsed by itself.
        """
        found: dict[Steps, int] = {(): 1}
        table: Steps = ()
        last: dict[Steps, int] = {}  # the position of the last table in each list of tables
        statement, begins = "", 1
        for number, line in enumerate(self._toml(name).splitlines(), 1):
            statement += f"{line}\n"
            try:
                data = tomllib.loads(statement)
            except tomllib.TOMLDecodeError:
                continue  # the value goes on in the next line
            if statement.lstrip().startswith("["):
                table, data = _table(data, last), {}
                for end in range(len(table)):
                    found.setdefault(table[: end + 1], begins)
            found |= {(*table, *steps): begins for steps in _steps(data)}
            statement, begins = "", number + 1
        return found


def _table(header: dict[str, Any], last: dict[Steps, int]) -> Steps:
    """Return the steps to the table of a parsed header, such as ``[[services]]``, and count it in ``last``."""
    table: Steps = ()
    while header:
        ((key, inner),) = header.items()
        table = (*table, key)
        if isinstance(inner, list):
            last[table] = last.get(table, -1) + 1
            inner = inner[0]
        if table in last:
            table = (*table, last[table])
        header = inner
    return table


def _steps(data: Any) -> Iterator[Steps]:
    """Yield the steps to every value inside ``data``."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, inner in parts:
        yield (step,)
        yield from ((step, *further) for further in _steps(inner))
