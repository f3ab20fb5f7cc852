"""The decorator of all content types. Their items are frozen and validated; `gym_site.reading.load` makes them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import date
from difflib import get_close_matches
from typing import Annotated, Any, NamedTuple, TypeVar, dataclass_transform

from pydantic import AfterValidator, ConfigDict, ValidationInfo, model_validator
from pydantic.dataclasses import dataclass as checked_dataclass

from gym_site.brand import Brand
from gym_site.folder import Folder
from gym_site.refusal import Steps
from gym_site.routes import Routes
from gym_site.text import BLANK, typed

_Class = TypeVar("_Class", bound=type)
_Item = TypeVar("_Item")


@dataclass(frozen=True, kw_only=True)
class Known:
    """The rest of a folder, against which a file is checked. Items made in code are not checked against anything."""

    folder: Folder
    brand: Brand
    routes: Routes
    services: tuple[str, ...]
    """The keys of all services, also of those that are not offered."""
    facts: Mapping[str, str]
    today: date
    has_opened: bool
    is_whole: bool
    """Whether facts, services and pages are known. While what they are made of has mistakes, nothing is missed."""
    file: Mapping[str, Any]
    """The data of the file that is checked."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def content_type(kind: _Class) -> _Class:
    """Make a class a content type. An item is frozen, and checks its values and texts (extra spaces, for example).

    A text may contain only the blanks in its type (`Blanks`). A class may have a method ``check``, which gets what is
    `Known` of the rest of the folder or, for an item made in code, None. An invalid item raises
    `pydantic.ValidationError`.
    """

    def texts_are_right(self: Any, info: ValidationInfo) -> Any:
        object.__setattr__(self, "written_at", None)
        for name, text in texts(self):
            if fault := _slip(self, name, text, info.context):
                raise ValueError(f"{name} {fault}")
        if check := getattr(self, "check", None):
            check(info.context)
        return self

    kind.texts_are_right = model_validator(mode="after")(texts_are_right)  # type: ignore[attr-defined]
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


class Written(NamedTuple):
    """The place where an item is written: a file of a folder, and the steps in it."""

    folder: Folder
    file: str
    steps: Steps = ()


class Blanks:
    """A type annotation that lists the blanks, such as ``{phone}``, that a text may contain."""

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)


def fits(fault: Callable[[Any, Known], str]) -> AfterValidator:
    """Return a type annotation for a value that must fit the rest of the folder.

    ``fault`` returns what is wrong, or "". Values of items made in code are not checked.
    """

    def refuse(value: Any, info: ValidationInfo) -> Any:
        if info.context is not None and (said := fault(value, info.context)):
            raise ValueError(said)
        return value

    return AfterValidator(refuse)


def one_of(names: Callable[[Known], tuple[str, ...]], what: str) -> AfterValidator:
    """Return a type annotation for one of the names that the folder has, such as the keys of services.

    Without names, as in a file with a mistake there, every value is right. ``what``: "A service is".
    """

    def fault(value: Any, known: Known) -> str:
        allowed = names(known) if known.is_whole else ()
        return f"{what} one of {', '.join(allowed)}" if allowed and value not in allowed else ""

    return fits(fault)


ContactText = Annotated[str, Blanks("phone", "email")]  # filled in from the business record
WebPath = Annotated[str, must(lambda path: not path or path.startswith("/"), "A path begins with a slash")]
PageKey = Annotated[str, one_of(lambda known: known.routes.known, "A page is"), typed("The key of a page, such as faq")]
ServiceKey = Annotated[
    str, one_of(lambda known: known.services, "A service is"), typed("The key of a service, as in services.toml")
]
PictureName = Annotated[str, typed("The name of a picture, such as hero")]


def listed(key: str) -> Callable[[Known], tuple[str, ...]]:
    """Return a function for `one_of`: the names in a list of the same file."""

    def names(known: Known) -> tuple[str, ...]:
        written = known.file.get(key)
        return tuple(map(str, written)) if isinstance(written, list) else ()

    return names


def _slip(of: Any, name: str, text: str, known: Known | None) -> str:
    if not text.strip():
        default = next(field.default for field in fields(of) if field.name == name)
        return "is empty" if default is MISSING else ""
    two = re.search(r"\S {2,}", text) if "  " in text else None
    if two or text.rstrip("\n") != text.strip():
        around = text[max(0, two.start() - 15) : two.end() + 15] if two else text[:15] + "..." + text[-15:]
        return f"has an extra space: delete it in {around!r}"
    if "{" not in text and "}" not in text:
        return ""
    filled = {
        blank for mark in of.__pydantic_fields__[name].metadata if isinstance(mark, Blanks) for blank in mark.names
    }
    if brace := re.search(r".?.?.?[{}].{,20}", BLANK.sub("", text)):
        return f"has a {{ or }} without the other near {brace[0]!r}: a fact is typed with both, such as {{annual fee}}"
    is_known = known is None or known.is_whole
    if is_known and (unknown := set(BLANK.findall(text)) - filled):
        advice = f" (allowed: {', '.join(sorted(filled))})" if filled else ""
        if near := get_close_matches(min(unknown), known.facts if known else (), n=1, cutoff=0.75):
            advice = f"; did you mean {{{near[0]}}}?"
        return f"has a blank {{{min(unknown)}}}, which nothing fills in{advice}"
    return ""
