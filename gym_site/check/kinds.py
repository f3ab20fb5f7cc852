"""The records of the content, and whether their values are of the right kind. Imports none of the content itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import ModuleType
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from gym_site.check.findings import Finding, Sources
from gym_site.settings import ROOT


class Content:
    """Every record and every list of records of some modules of the content, each once."""

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self.sources = Sources(ROOT / "gym_site" / "content")
        self.records: list[Any] = []
        self.lists: list[tuple[Any, ...]] = []
        self._seen: set[int] = set()
        for module in modules:
            for value in vars(module).values():
                self._add(value)

    def texts(self) -> Iterator[tuple[Any, str, str]]:
        """Yield every text with its record and its field."""
        for record in self.records:
            for field in fields(record):
                value = getattr(record, field.name)
                for text in value if isinstance(value, tuple) else (value,):
                    if isinstance(text, str):
                        yield record, field.name, text

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
            inner = tuple(value.values()) if isinstance(value, dict) else value
            before = len(self.records)
            for one in inner:
                self._add(one)
            if isinstance(value, tuple) and len(self.records) > before and all(map(is_dataclass, inner)):
                self.lists.append(inner)


@cache
def _adapters(kind: type) -> dict[str, TypeAdapter[Any]]:
    return {name: TypeAdapter(hint) for name, hint in get_type_hints(kind).items()}


def wrong_kinds(content: Content) -> Iterator[Finding]:
    """Yield values of the wrong kind: a text for a number or for a list of texts, a word that isn't one of the list."""
    for record in content.records:
        for name, adapter in _adapters(type(record)).items():
            value = getattr(record, name)
            try:
                adapter.validate_python(value, strict=True)
            except ValidationError as error:
                said = f"{error.errors()[0]['msg']}."
                if isinstance(value, str) and "tuple" in said:
                    said = 'A list of texts ends with a comma even when it has one entry: ("like this",)'
                elif "Decimal" in said:
                    said = 'An amount is written as in Decimal("14.99").'
                yield content.sources.of(record, name).error(f"{name} is {value!r:.60}. {said}")
