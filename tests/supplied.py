"""The words of the gym in the folder ``gym/``, which neither the code nor another gym's site may contain."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from gym_site.settings import ROOT

SUPPLIED = ROOT / "gym"
_NAMED = ("name", "short_name", "address", "postal_code", "phone", "email", "instagram")
_AMOUNTS = {"price", "original_price", "low", "high"}


def gym_of(folder: Path) -> dict[str, Any]:
    """Return the data of a folder's ``gym.toml``."""
    return tomllib.loads((folder / "gym.toml").read_text(encoding="utf-8"))


def words_of(folder: Path) -> set[str]:
    """Return the names, places, numbers, addresses and people of a gym."""
    gym, file = gym_of(folder), folder / "trainers.toml"
    people = tomllib.loads(file.read_text(encoding="utf-8"))["trainers"] if file.is_file() else []
    theirs = {person[key] for person in people for key in ("name", "phone", "instagram") if person.get(key)}
    words = {*(gym[key] for key in _NAMED), *gym["towns"], *gym["links"].values(), *theirs}
    upper = {word.upper() for word in (gym["name"], gym["short_name"], *gym["towns"])}
    return {word.removeprefix("https://").rstrip("/") for word in words | upper}


def searched(words: set[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of the words as a whole word; telephone numbers, however they are written."""
    patterns = (
        re.sub(r"\D+", r"\\D{0,2}", word) if re.fullmatch(r"[\d+ ().-]+", word) else re.escape(word) for word in words
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(patterns, key=len, reverse=True))})(?!\w)")


def amounts_of(folder: Path) -> set[Decimal]:
    """Return the prices of a gym, except for free offers."""
    files = [tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal) for file in folder.glob("*.toml")]
    return {amount for data in files for amount in _amounts(data)} - {Decimal(0)}


def _amounts(data: Any) -> Iterator[Decimal]:
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        if key in _AMOUNTS and isinstance(value, int | Decimal):
            yield Decimal(value)
        yield from _amounts(value)
