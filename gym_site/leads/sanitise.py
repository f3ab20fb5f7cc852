"""Turn a stranger's text into plain text (spec section 5)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from html import unescape

import nh3

ROUNDS = 8  # levels of entities within entities that are read; nobody's text has more than two
# Control characters, half characters that no database or JSON takes, and signs that show words in another order.
_DROPPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u200c\u200d")  # how Persian, Hindi and some other words are spelled; emoji have them too
_APOSTROPHES = str.maketrans(dict.fromkeys("‘´′", "’"))


def plain(text: str) -> str:
    """Return the same words without control characters and signs of direction; a line break is LF, a tab a space.

    A native post writes a line break in a textarea as CRLF, a page's script as LF: equal words must not differ.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return _DROPPED.sub("", text)


def single_line(text: str) -> str:
    """Return the `plain` text of an input of one line, with what pasting brings along made what a keyboard types.

    Letters are composed (NFC), every kind of space and hyphen is the usual one, and what can't be seen is dropped.
    """
    text = unicodedata.normalize("NFC", plain(text))
    kinds = [unicodedata.category(sign) for sign in text]
    kept = []
    for place, (sign, kind) in enumerate(zip(text, kinds, strict=True)):
        if sign == "\n" or kind[0] == "Z":
            kept.append(" ")
        elif kind == "Pd" or sign == "\N{MINUS SIGN}":
            kept.append("-")
        elif kind != "Cf" or (sign in _JOINERS and _joins(kinds[max(place - 1, 0) : place + 2])):
            kept.append(sign)
    return "".join(kept)


def person_name(text: str) -> str:
    """Return a name as a `single_line`, with every sign that is taken for an apostrophe as one."""
    return single_line(text).translate(_APOSTROPHES)


def contact(text: str) -> str:
    """Return an address or a number as a `single_line` in which nothing is invisible."""
    return "".join(sign for sign in single_line(text) if sign not in _JOINERS)


def sanitise(text: str, tidy: Callable[[str], str] = plain) -> str:
    """Return `tidy` text, trimmed and stripped of all markup.

    Entities are read as a browser reads them and looked at again, so that ``&lt;script&gt;`` does not come out as a
    tag; what is no markup (``R&D``, ``a < b``, ``pain<knee``) stays as typed. Sanitising twice changes nothing.
    """
    for _ in range(ROUNDS):
        cleaned = unescape(_without_tags(tidy(text))).strip()
        if cleaned == text:
            return text
        text = cleaned
    return tidy(re.sub("[&<]", "", text)).strip()


def _without_tags(text: str) -> str:
    """Take off tags, and what stands in scripts. Behind the last ``>`` there is none, whatever was opened."""
    markup, closed, words = text.rpartition(">")
    return nh3.clean(markup + closed, tags=set()) + words


def _joins(kinds: list[str]) -> bool:
    """Say whether a joiner stands between two letters (with their marks) or two symbols, such as emoji."""
    return len(kinds) == 3 and kinds[0][0] in "LMS" and kinds[2][0] in "LMS"
