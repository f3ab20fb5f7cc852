"""Selects tests and their rows: by the gym's parts, by how often a row is worth its time, by what is installed."""

import os
from collections.abc import Collection, Container, Iterable
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


def need(missing: Collection[str]) -> None:
    """Skip the test if programs are missing, which are named; in CI it fails."""
    if missing:
        end = pytest.fail if os.environ.get("CI") else pytest.skip
        end(f"install {', '.join(missing)} or the same programs, or run python -m scripts.programs --long")
