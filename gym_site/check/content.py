"""All that a gym shows, item by item, for checks that hold for each."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from gym_site.gym import Gym

_NOT_WALKED = {"services_known", "services", "trainers_page", "pictures", "clips"}
"""The fields of a gym with what it may not show, or what no person has written."""


class Content:
    """All items and all lists of items that a gym shows, each once."""

    def __init__(self, gym: Gym) -> None:
        self.items: list[Any] = []
        self.lists: list[tuple[Any, ...]] = []
        self._seen: set[int] = set()
        for value in _shown(gym):
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


def _shown(gym: Gym) -> Iterator[Any]:
    yield from (getattr(gym, field.name) for field in fields(gym) if field.name not in _NOT_WALKED)
    yield from (gym.services.words, gym.services.page_words, gym.services.questions)
    if gym.trainers_page:
        yield from (gym.trainers_page.words, gym.trainers_page.line_up)
