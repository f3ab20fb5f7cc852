"""The kinds of form fields: the control that a visitor gets, how an entry is tidied, and the rule that it must meet.

A new kind is a new entry of `KINDS`, for pages, server and browser alike.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from gym_site.brand import EMAIL
from gym_site.forms.tidy import STEPS

Attr = str | int | bool

MIN_AGE, MAX_AGE = 12, 100
APOSTROPHES = "‘‛´`′‵ʼ＇｀❛❜՚׳᾽᾿΄"
DOTS = ".·•‧∙⋅・。"
_NAME_PUNCTUATION = " '’\u200c\u200d-"  # with the joiners, which `single_line` keeps between letters


@dataclass(frozen=True, kw_only=True)
class FieldKind:
    """A kind of field. A kind with a ``pattern`` needs a message for entries that break the rule."""

    attrs: dict[str, Attr] = field(default_factory=dict)  # of the control: autofill, on-screen keyboard, spell check
    several_lines: bool = False
    steps: tuple[str, ...] = ("singleLine",)  # names in `STEPS`, in order
    replaced: tuple[str, str] = ("", "")  # after the steps: these characters become the second value
    pattern: str = ""  # which a whole entry must match: a regular expression of JavaScript
    fits: Callable[[str], object] | None = None  # the same rule, if Python can't read the pattern
    least: int | None = None  # for numbers
    most: int | None = None

    def tidy(self, text: str) -> str:
        """Return an entry with tidied characters."""
        for step in self.steps:
            text = STEPS[step](text)
        characters, by = self.replaced
        return text.translate(dict.fromkeys(map(ord, characters), by))

    def holds(self, value: str) -> bool:
        """Return whether a tidied entry meets the rule."""
        if self.fits:
            return bool(self.fits(value))
        if self.pattern and not re.fullmatch(self.pattern, value):
            return False
        return self.least is None or self.most is None or self.least <= int(value) <= self.most


def _is_name(value: str) -> bool:
    return all(letter in _NAME_PUNCTUATION or unicodedata.category(letter)[0] in "LM" for letter in value)


KINDS: dict[str, FieldKind] = {
    "line": FieldKind(),
    "lines": FieldKind(several_lines=True, steps=("plain",)),
    "health": FieldKind(several_lines=True, steps=("plain",), attrs={"autoComplete": "off"}),
    "name": FieldKind(
        attrs={"autoComplete": "name", "autoCapitalize": "words"},
        replaced=(APOSTROPHES, "’"),
        pattern=rf"[\p{{L}}\p{{M}}{_NAME_PUNCTUATION}]*",
        fits=_is_name,  # Python's regular expressions have no \p
    ),
    "email": FieldKind(
        attrs={
            "inputMode": "email",
            "autoComplete": "email",
            "autoCapitalize": "off",
            "autoCorrect": "off",
            "spellCheck": False,
        },
        steps=("singleLine", "unjoined"),
        pattern=EMAIL,
    ),
    "phone": FieldKind(
        attrs={"type": "tel", "autoComplete": "tel"},
        steps=("ordinaryWidth", "singleLine", "unjoined", "digits"),
        replaced=(DOTS, "-"),
        pattern=r"\+?[0-9 ()-]{10,}",
    ),
    "age": FieldKind(
        attrs={"type": "number", "inputMode": "numeric", "min": MIN_AGE, "max": MAX_AGE},
        steps=("singleLine", "digits"),
        pattern="[0-9]+",
        least=MIN_AGE,
        most=MAX_AGE,
    ),
}
