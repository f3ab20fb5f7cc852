"""Imports the content only when a function is called, so that this module works even if the content is broken."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

from gym_site.check.findings import Finding, place_of
from gym_site.folder import MistakesError
from gym_site.reading.load import collecting
from gym_site.settings import ROOT


class Content:
    """All items and all lists of items of these modules, each once."""

    def __init__(self, modules: Iterable[Any]) -> None:
        self.items: list[Any] = []
        self.lists: list[tuple[Any, ...]] = []
        self._seen: set[int] = set()
        for module in modules:
            for name, value in vars(module).items():
                if not name.startswith("_"):  # a private list may contain items of parts and services that are off
                    self._add(value)

    def _add(self, value: Any) -> None:
        if id(value) in self._seen or isinstance(value, type):
            return
        if is_dataclass(value) and type(value).__module__.startswith("gym_site.content."):
            self._seen.add(id(value))
            self.items.append(value)
            for field in fields(value):
                self._add(getattr(value, field.name))
        elif isinstance(value, tuple | dict):
            self._seen.add(id(value))
            items = tuple(value.values()) if isinstance(value, dict) else value
            before = len(self.items)
            for item in items:
                self._add(item)
            if len(self.items) > before and all(map(is_dataclass, items)):
                self.lists.append(items)


@cache
def read_content() -> Content:
    """Return all content. Raises the error of a module that can't be imported: `unreadable` returns such errors."""
    return Content(map(import_module, _modules()))


def unreadable() -> list[Finding]:
    """Return the mistakes that prevent the import of the content, each once."""
    with collecting() as mistakes:
        for module in _modules():
            try:
                import_module(module)
            except MistakesError as error:  # a module that imports a broken one fails with the same mistakes
                mistakes += error.mistakes
    return [place_of(one.file, one.line).error(one.message) for one in dict.fromkeys(mistakes)]


def _modules() -> list[str]:
    return [f"gym_site.content.{file.stem}" for file in sorted((ROOT / "gym_site" / "content").glob("*.py"))]
