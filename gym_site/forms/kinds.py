"""The kinds of form fields: the control that a visitor gets, how an entry is tidied, and the rule that it must meet.

A new kind is a new entry of `KINDS`.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from gym_site.brand import EMAIL
from gym_site.forms.tidy import digits, ordinary_width, plain, single_line, unjoined

Attr = str | int | bool

MIN_AGE, MAX_AGE = 12, 100
APOSTROPHES = "‘‛´`′‵ʼ＇｀❛❜՚׳᾽᾿΄"
DOTS = ".·•‧∙⋅・。"
_ADDRESS = re.compile(EMAIL)
_NUMBER = re.compile(r"\+?[0-9 ()-]{10,}")
_NAME_PUNCTUATION = " '’\u200c\u200d-"  # with the joiners, which `single_line` keeps between letters


@dataclass(frozen=True, kw_only=True)
class FieldKind:
    """A kind of field. A kind with a rule, ``fits``, needs a message for entries that break it."""

    attrs: dict[str, Attr] = field(default_factory=dict)  # of the control: autofill, on-screen keyboard, spell check
    several_lines: bool = False
    steps: tuple[Callable[[str], str], ...] = (single_line,)
    replaced: tuple[str, str] = ("", "")  # after the steps: these characters become the second value
    fits: Callable[[str], object] | None = None  # whether a tidied entry meets the rule

    def tidy(self, text: str) -> str:
        """Return an entry with tidied characters."""
        for step in self.steps:
            text = step(text)
        characters, by = self.replaced
        return text.translate(dict.fromkeys(map(ord, characters), by))


def _is_name(value: str) -> bool:
    return all(letter in _NAME_PUNCTUATION or unicodedata.category(letter)[0] in "LM" for letter in value)


def _is_age(value: str) -> bool:
    return value.isascii() and value.isdecimal() and MIN_AGE <= int(value) <= MAX_AGE


KINDS: dict[str, FieldKind] = {
    "line": FieldKind(),
    "lines": FieldKind(several_lines=True, steps=(plain,)),
    "health": FieldKind(several_lines=True, steps=(plain,), attrs={"autoComplete": "off"}),
    "name": FieldKind(
        attrs={"autoComplete": "name", "autoCapitalize": "words"},
        replaced=(APOSTROPHES, "’"),
        fits=_is_name,
    ),
    "email": FieldKind(
        attrs={
            "inputMode": "email",
            "autoComplete": "email",
            "autoCapitalize": "off",
            "autoCorrect": "off",
            "spellCheck": False,
        },
        steps=(single_line, unjoined),
        fits=_ADDRESS.fullmatch,
    ),
    "phone": FieldKind(
        attrs={"type": "tel", "autoComplete": "tel"},
        steps=(ordinary_width, single_line, unjoined, digits),
        replaced=(DOTS, "-"),
        fits=_NUMBER.fullmatch,
    ),
    "age": FieldKind(
        attrs={"type": "number", "inputMode": "numeric", "min": MIN_AGE, "max": MAX_AGE},
        steps=(single_line, digits),
        fits=_is_age,
    ),
}
