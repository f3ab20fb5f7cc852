"""The folder that holds the gym: its facts, texts, prices and people, in TOML files and Markdown.

`read` returns a file's data, and `line_of` the line of a value, for messages to whoever edits the files.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from dotenv import dotenv_values

ROOT = Path(__file__).resolve().parents[1]
"""The project's folder."""


def _env_file() -> dict[str, str | None]:
    """Return what can be read of ``.env``: `load_settings` says what is wrong in it."""
    try:
        text = (ROOT / ".env").read_bytes().decode(errors="replace")
    except OSError:
        return {}
    return dotenv_values(stream=StringIO(text))


_ENV_FILE = _env_file()  # at the start only: a server that runs must not depend on the file


def early_setting(variable: str) -> str:
    """Return a setting that modules need on import, before `load_settings` can check it; empty if it is unset."""
    return (os.environ.get(variable) or _ENV_FILE.get(variable) or "").strip()


FOLDER = ROOT / (early_setting("GYM_FOLDER") or "gym")
"""The folder, by default ``gym``. The setting ``GYM_FOLDER`` names another, relative to the project."""

PICTURES = FOLDER / "pictures"
"""The folder with the originals of the pictures, their texts, and the manifest of their sizes."""

_PLAINLY = {  # the parser's messages in the words of whoever edits the files
    "Illegal character": "a quotation mark is missing at its end.",
    "Unclosed array": "a comma or a bracket ] is missing here, or in the line above.",
    "Unclosed inline table": "a comma or a brace } is missing here.",
    "Cannot overwrite": "this name is there twice, or a line in brackets is missing above it.",
    "Invalid value": "the value needs quotation marks. Only numbers, dates, true and false have none.",
    "Expected newline": "there is something after the value. A number has a point before its decimals, not a comma.",
    "Expected '='": "a name is followed by = and a value.",
}

Steps = tuple[str | int, ...]  # from the top of a file to a value: keys of tables and positions in lists


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


class MistakesError(SystemExit):
    """Files of the folder contain these mistakes. A program that doesn't catch it prints them and exits with code 1."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = list(mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))


def has(name: str) -> bool:
    """Return whether the folder contains a file or folder with this name."""
    return (FOLDER / name).exists()


@cache
def text_of(name: str) -> str:
    """Return the text of a file. Raises `MistakesError` if it can't be read."""
    file = FOLDER / name
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise MistakesError([Mistake(file, 0, "This file is not UTF-8: save it as UTF-8.")]) from None
    except OSError as error:
        reason = "There is no such file" if isinstance(error, FileNotFoundError) else f"{error.strerror}"
        raise MistakesError([Mistake(file, 0, f"{reason}.")]) from None


@cache
def read(name: str) -> dict[str, Any]:
    """Return the data of a TOML file, with `Decimal` for fractions. Raises `MistakesError` if it can't be read."""
    text = text_of(name)
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).partition(" (at ")
        reason = next((plain for said, plain in _PLAINLY.items() if reason.startswith(said)), f"{reason}.")
        line = int(place.split()[1].rstrip(",")) if place.startswith("line") else len(text.splitlines())
        said = f"This line can't be read: {reason[0].lower()}{reason[1:]}"
        raise MistakesError([Mistake(FOLDER / name, line, said)]) from None


def unreadable() -> list[Mistake]:
    """Return a mistake for each TOML file of the folder that can't be read."""
    mistakes: list[Mistake] = []
    for file in sorted(FOLDER.glob("*.toml")):
        try:
            read(file.name)
        except MistakesError as error:
            mistakes += error.mistakes
    return mistakes


def line_of(name: str, steps: Steps) -> int:
    """Return the line on which a value of a TOML file begins, or 0 if the file has no such value."""
    return lines_of(name).get(steps, 0)


@cache
def lines_of(name: str) -> dict[Steps, int]:
    """Return the line of each value of a TOML file; if a statement can't be read, of the values above it.

    A value inside a list or an inline table has the line on which the outermost one begins. TOML parsers don't report
    lines, so each statement is parsed by itself.
    """
    found: dict[Steps, int] = {(): 1}
    table: Steps = ()
    last: dict[Steps, int] = {}  # the position of the last table in each list of tables
    statement, begins = "", 1
    for number, line in enumerate(text_of(name).splitlines(), 1):
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
