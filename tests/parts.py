"""Selects the rows of a test: by the parts that the gym has, and by how often a row is worth its time."""

from collections.abc import Container, Iterable
from typing import Any, TypeVar

import pytest

from tests.gym import GYM

_Thing = TypeVar("_Thing")


def only(part: str, *things: _Thing) -> tuple[_Thing, ...]:
    """Return the things if the gym has the part or service, otherwise nothing."""
    return things if GYM.has(part) else ()


def rows(values: Iterable[Any], often: Container[Any]) -> list[Any]:
    """Return the rows of a parametrised test; those that aren't in ``often`` are tested only with ``--long``."""
    return [pytest.param(value, marks=[] if value in often else pytest.mark.long) for value in values]
