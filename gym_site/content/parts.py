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


def needed(thing: _Thing | None) -> _Thing:
    """Return a thing of an optional part, for code that runs only if the gym has the part."""
    if thing is None:
        raise LookupError("This gym lacks the part to which the thing belongs")
    return thing
