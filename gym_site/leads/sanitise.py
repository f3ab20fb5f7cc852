"""Turn submitted text into plain text (spec section 5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from html import unescape

import nh3

ROUNDS = 8  # levels of nested entities that are decoded; no honest text has more than two
# Control characters, lone surrogates, which no database or JSON accepts, and overrides of the text direction.
_DROPPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u200c\u200d")  # part of the spelling in Persian, Hindi and others, and of emoji
_APOSTROPHES = str.maketrans(dict.fromkeys("‘´′", "’"))


def plain(text: str) -> str:
    """Return text without control characters and direction overrides; a line break becomes LF, a tab a space.

    A native form post sends line breaks as CRLF, a script as LF: equal texts must not differ.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return _DROPPED.sub("", text)


def single_line(text: str) -> str:
    """Return the `plain` text of a single-line input, with pasted typography replaced by what a keyboard types.

    Letters are composed (NFC), every kind of space or hyphen becomes the usual one, invisible characters are dropped.
    """
    text = unicodedata.normalize("NFC", plain(text))
    categories = [unicodedata.category(character) for character in text]
    kept = []
    for index, (character, category) in enumerate(zip(text, categories, strict=True)):
        if character == "\n" or category[0] == "Z":
            kept.append(" ")
        elif category == "Pd" or character == "\N{MINUS SIGN}":
            kept.append("-")
        elif category != "Cf" or (character in _JOINERS and _joins(categories[max(index - 1, 0) : index + 2])):
            kept.append(character)
    return "".join(kept)


def person_name(text: str) -> str:
    """Return a name as a `single_line`, with every lookalike of an apostrophe replaced by the apostrophe."""
    return single_line(text).translate(_APOSTROPHES)


def contact(text: str) -> str:
    """Return an e-mail address or a phone number as a `single_line` without any invisible character."""
    return "".join(character for character in single_line(text) if character not in _JOINERS)


def sanitise(text: str, tidy: Callable[[str], str] = plain) -> str:
    """Return `tidy` text, trimmed and stripped of all markup.

    Entities are decoded as a browser does and the result is checked again, so that ``&lt;script&gt;`` does not come out
    as a tag; text that isn't markup (``R&D``, ``a < b``, ``pain<knee``) stays as typed. Idempotent.
    """
    for _ in range(ROUNDS):
        cleaned = unescape(_without_tags(tidy(text))).strip()
        if cleaned == text:
            return text
        text = cleaned
    return tidy(re.sub("[&<]", "", text)).strip()


def _without_tags(text: str) -> str:
    """Remove tags, and scripts with their content. After the last ``>`` there can be no tag, whatever was opened."""
    markup, closed, rest = text.rpartition(">")
    return nh3.clean(markup + closed, tags=set()) + rest


def _joins(categories: list[str]) -> bool:
    """Return whether a joiner stands between two letters (with their marks) or two symbols, such as emoji."""
    return len(categories) == 3 and categories[0][0] in "LMS" and categories[2][0] in "LMS"
