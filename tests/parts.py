"""Selects what a test expects of the parts that the gym has."""

from typing import TypeVar

from gym_site.brand import BRAND

_Thing = TypeVar("_Thing")


def only(part: str, *things: _Thing) -> tuple[_Thing, ...]:
    """Return the things if the gym has the part or service, otherwise nothing."""
    return things if BRAND.has(part) else ()
