"""Texts with blanks, such as ``Call {phone}``, what editors know of a text, and numbers in words."""

import re
from collections.abc import Mapping, Sized
from typing import Any

from pydantic import WithJsonSchema

BLANK = re.compile(r"\{([^{}\n]*)\}")

_NUMBERS = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()


def typed(words: str) -> WithJsonSchema:
    """Return a type annotation for a text: ``words`` tell editors what to type."""
    return WithJsonSchema({"type": "string", "description": words})


def fill(text: str, /, **blanks: object) -> str:
    """Return a text with its blanks filled. Raises `ValueError` for a blank that isn't among ``blanks``."""
    return "".join(map(str, parts(text, **blanks)))


def parts(text: str, /, **blanks: Any) -> list[Any]:
    """Return the pieces of a text, with the values of its blanks between them. A value may have any type.

    Raises `ValueError` for a blank that isn't among ``blanks``.
    """
    pieces = BLANK.split(text)  # text and blanks alternate
    if unknown := set(pieces[1::2]) - blanks.keys():
        raise ValueError(f"nothing fills the blank {{{min(unknown)}}} in {text!r}")
    return [blanks[piece] if index % 2 else piece for index, piece in enumerate(pieces) if index % 2 or piece]


def filled(text: str, blanks: Mapping[str, str]) -> str:
    """Return a text with the blanks filled that are among ``blanks``. Others stay as they are."""
    return BLANK.sub(lambda blank: blanks.get(blank[1], blank[0]), text)


def unbroken(text: str) -> str:
    """Return a text without line breaks in 13,500 sq ft, and behind the dash of hours."""
    text = text.replace(" sq ft", "\N{NO-BREAK SPACE}sq\N{NO-BREAK SPACE}ft")
    return re.sub(r"(?<=m)–(?=\d)", "–\N{WORD JOINER}", text)


def series(*words: str) -> str:
    """Return words as a list in a sentence: ``one, two and three``."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def number(of: Sized) -> str:
    """Return the number of things, in words up to twenty: ``seven``."""
    return _NUMBERS[len(of)] if len(of) < len(_NUMBERS) else str(len(of))
