"""Imports the content only when a function is called, so that this module works even if the content is broken."""

import traceback
from dataclasses import fields, is_dataclass
from decimal import InvalidOperation
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of
from gym_site.content.refusal import reasons
from gym_site.folder import MistakesError
from gym_site.settings import ROOT

CONTENT = ROOT / "gym_site" / "content"


class Content:
    """All records and all lists of records in the content, each once.

    Raises the error of a content module that can't be imported: call `unreadable` first, which returns such errors.
    """

    def __init__(self) -> None:
        self.records: list[Any] = []
        self.lists: list[tuple[Any, ...]] = []
        self._seen: set[int] = set()
        hidden = set() if BRAND.has("expansion") else {"gym_site.content.expansion"}
        for module in map(import_module, (name for name in _modules() if name not in hidden)):
            for name, value in vars(module).items():
                if not name.startswith("_"):  # a private list may contain records of parts and services that are off
                    self._add(value)

    def _add(self, value: Any) -> None:
        if id(value) in self._seen or isinstance(value, type):
            return
        if is_dataclass(value) and type(value).__module__.startswith("gym_site.content."):
            self._seen.add(id(value))
            self.records.append(value)
            for field in fields(value):
                self._add(getattr(value, field.name))
        elif isinstance(value, tuple | dict):
            self._seen.add(id(value))
            items = tuple(value.values()) if isinstance(value, dict) else value
            before = len(self.records)
            for item in items:
                self._add(item)
            if len(self.records) > before and all(map(is_dataclass, items)):
                self.lists.append(items)


read_content = cache(Content)


def unreadable() -> list[Finding]:
    """Return the faults that prevent the import of the content, each once."""
    findings: list[Finding] = []
    for module in _modules():
        try:
            import_module(module)
        except Exception as error:  # content may contain any code
            # A module that imports a broken one fails with the same error.
            findings += [finding for finding in _refusals(error) if finding not in findings]
    return findings


def _modules() -> list[str]:
    return [f"gym_site.content.{file.stem}" for file in sorted(CONTENT.glob("*.py"))]


def _refusals(error: Exception) -> list[Finding]:
    if isinstance(error, MistakesError):
        return [place_of(one.file, one.line).error(one.message) for one in error.mistakes]
    if isinstance(error, SyntaxError) and error.filename:
        not_text = "codec can't decode" in error.msg
        reason = "save the file as UTF-8" if not_text else error.msg
        return [place_of(Path(error.filename), error.lineno or 0).error(f"This file can't be read: {reason}.")]
    ours = ROOT / "gym_site"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(ours)]
    written = [frame for frame in frames if Path(frame.filename).parent == CONTENT and frame.name == "<module>"]
    last = (written or frames)[-1]
    place = place_of(Path(last.filename), last.lineno or 0)
    if isinstance(error, ValidationError):
        return [place.error(reason) for reason in reasons(error)]
    if isinstance(error, InvalidOperation):
        return [place.error('This is not a number: write it like Decimal("14.99").')]
    if isinstance(error, FileNotFoundError):
        return [place.error(f"There is no file {Path(error.filename).relative_to(ROOT).as_posix()}.")]
    if isinstance(error, UnicodeDecodeError):
        return [place.error("This line reads a file that is not UTF-8: save that file as UTF-8.")]
    if isinstance(error, KeyError):
        return [place.error(f"There is no {error}: was it removed, or is it spelt differently?")]
    return [place.error(f"This line fails with {type(error).__name__}: {error}.")]
