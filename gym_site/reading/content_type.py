"""The decorator of all content types. Their items are frozen and validated; `gym_site.reading.load` makes them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from difflib import get_close_matches
from typing import Annotated, Any, TypeVar, dataclass_transform

from pydantic import AfterValidator, ConfigDict
from pydantic.dataclasses import dataclass as checked_dataclass

from gym_site.brand import BRAND
from gym_site.reading.facts import FACTS
from gym_site.routes import KNOWN_PAGES
from gym_site.text import BLANK

_Class = TypeVar("_Class", bound=type)
_Item = TypeVar("_Item")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def content_type(kind: _Class) -> _Class:
    """Make a class a content type. An item is frozen, and checks its values and texts (extra spaces, for example).

    A text may contain only the blanks in its type (`Blanks`). An invalid item raises `pydantic.ValidationError`.
    """
    check_more = getattr(kind, "__post_init__", None)

    def check(self: Any) -> None:
        object.__setattr__(self, "written_at", None)
        for name, text in texts(self):
            if fault := _slip(self, name, text):
                raise ValueError(f"{name} {fault}")
        if check_more:
            check_more(self)

    kind.__post_init__ = check  # type: ignore[attr-defined]
    return checked_dataclass(frozen=True, kw_only=True, config=ConfigDict(extra="forbid"))(kind)  # type: ignore[return-value]


def unchecked(kind: type[_Item], **values: Any) -> _Item:
    """Return an item without validating it: an invalid record in the database must not stop the site."""
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made


def texts(of: Any) -> Iterator[tuple[str, str]]:
    """Yield ``(field name, text)`` for every text in the fields of an item, including texts in tuples."""
    for field in fields(of):
        value = getattr(of, field.name)
        yield from (
            (field.name, text) for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)
        )


def made_from(source: Any, kind: type[_Item], **values: Any) -> _Item:
    """Return an item that shows values of another one, ``source``, and is written in the same place."""
    made = kind(**values)
    object.__setattr__(made, "written_at", source.written_at)
    return made


def must(is_right: Callable[[Any], Any], wanted: str) -> AfterValidator:
    """Return a type annotation that accepts a value only if ``is_right(value)``. ``wanted``: the error message."""

    def refuse(value: Any) -> Any:
        if not is_right(value):
            raise ValueError(wanted)
        return value

    return AfterValidator(refuse)


class Blanks:
    """A type annotation that lists the blanks, such as ``{phone}``, that a text may contain."""

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)


_SERVICES = tuple(BRAND.services)

ContactText = Annotated[str, Blanks("phone", "email")]  # filled in from the business record
WebPath = Annotated[str, must(lambda path: not path or path.startswith("/"), "A path begins with a slash")]
PageKey = Annotated[str, must(KNOWN_PAGES.__contains__, f"A page is one of {', '.join(KNOWN_PAGES)}")]
ServiceKey = Annotated[str, must(_SERVICES.__contains__, f"A service is one of {', '.join(_SERVICES)}")]


def _slip(of: Any, name: str, text: str) -> str:
    if not text.strip():
        default = next(field.default for field in fields(of) if field.name == name)
        return "is empty" if default is MISSING else ""
    two = re.search(r"\S {2,}", text)
    if two or text.rstrip("\n") != text.strip():
        around = text[max(0, two.start() - 15) : two.end() + 15] if two else text[:15] + "..." + text[-15:]
        return f"has an extra space: delete it in {around!r}"
    filled = {
        blank for mark in of.__pydantic_fields__[name].metadata if isinstance(mark, Blanks) for blank in mark.names
    }
    if brace := re.search(r".?.?.?[{}].{,20}", BLANK.sub("", text)):
        return f"has a {{ or }} without the other near {brace[0]!r}: a fact is typed with both, such as {{annual fee}}"
    if unknown := set(BLANK.findall(text)) - filled:
        known = f" (allowed: {', '.join(sorted(filled))})" if filled else ""
        if near := get_close_matches(min(unknown), FACTS, n=1, cutoff=0.75):
            known = f"; did you mean {{{near[0]}}}?"
        return f"has a blank {{{min(unknown)}}}, which nothing fills in{known}"
    return ""
