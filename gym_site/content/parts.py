"""Content that depends on the gym's services and other parts, which ``gym.toml`` lists."""

from typing import TypeVar

from gym_site.brand import BRAND

_Thing = TypeVar("_Thing")


def only(name: str, *things: _Thing) -> tuple[_Thing, ...]:
    """Return things that belong to a part or a service, or none if the gym doesn't have it.

    Raises `KeyError` for a name that is neither a part nor a service.
    """
    return things if BRAND.has(name) else ()


def either(name: str, words: _Thing, otherwise: _Thing) -> _Thing:
    """Return the words for a gym that has a part or a service, else ``otherwise``. Raises `KeyError` like `only`."""
    return words if BRAND.has(name) else otherwise
