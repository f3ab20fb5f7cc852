"""Selects content by the services and parts that the gym has (``gym.toml``)."""

from typing import TypeVar

from gym_site.brand import BRAND

_Thing = TypeVar("_Thing")


def only(name: str, *things: _Thing) -> tuple[_Thing, ...]:
    """Return ``things`` if the gym has the part or service ``name``, otherwise an empty tuple.

    Raises `KeyError` for a name that is neither a part nor a service.
    """
    return things if BRAND.has(name) else ()


def either(name: str, words: _Thing, otherwise: _Thing) -> _Thing:
    """Return ``words`` if the gym has the part or service ``name``, else ``otherwise``.

    Raises `KeyError` for a name that is neither a part nor a service.
    """
    return words if BRAND.has(name) else otherwise
