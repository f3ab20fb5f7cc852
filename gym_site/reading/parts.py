"""Access to the content of an optional part."""

from typing import TypeVar

_Thing = TypeVar("_Thing")


def needed(thing: _Thing | None) -> _Thing:
    """Return a thing of an optional part, for code that runs only if the gym has the part."""
    if thing is None:
        raise LookupError("This gym lacks the part to which the thing belongs")
    return thing
