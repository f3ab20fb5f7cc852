"""The steps in which the characters of an entry are tidied, and markup is removed (spec section 5)."""

import re
import unicodedata
from collections.abc import Callable
from html import unescape

import nh3

ROUNDS = 8  # limit for decoding nested entities; real text has at most two levels
# Characters to remove: control characters, lone surrogates (which databases reject) and text direction overrides.
_DROPPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u200c\u200d")  # needed in emoji, and to spell Persian, Hindi and other languages


def plain(text: str) -> str:
    """Remove control characters and direction overrides from a text; use LF for line breaks and spaces for tabs."""
    return _DROPPED.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))


def single_line(text: str) -> str:
    """Return `plain` text on one line, in NFC, with ordinary spaces and hyphens.

    Invisible format characters are removed, except joiners between letters or emoji.
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


def unjoined(text: str) -> str:
    """Remove zero-width joiners and non-joiners."""
    return "".join(character for character in text if character not in _JOINERS)


def ordinary_width(text: str) -> str:
    """Replace characters of other widths and styles with ordinary ones (NFKC)."""
    return unicodedata.normalize("NFKC", text)


def digits(text: str) -> str:
    """Replace the decimal digits of all scripts and widths with 0 to 9."""
    return "".join(str(unicodedata.decimal(character, character)) for character in text)


def sanitise(text: str, tidy: Callable[[str], str] = plain) -> str:
    """Remove markup from a text, apply ``tidy``, and trim the result. Idempotent.

    ``R&D``, ``a < b`` and ``pain<knee`` stay as typed. Entities are decoded repeatedly, so that ``&lt;script&gt;``
    doesn't become a tag.
    """
    for _ in range(ROUNDS):
        markup, closed, rest = tidy(text).rpartition(">")  # no tag can follow the last ">"
        cleaned = unescape(nh3.clean(markup + closed, tags=set()) + rest).strip()
        if cleaned == text:
            return text
        text = cleaned
    return tidy(re.sub("[&<]", "", text)).strip()


def _joins(categories: list[str]) -> bool:
    """Return whether the character in the middle has a letter, mark or symbol (such as an emoji) on both sides."""
    return len(categories) == 3 and categories[0][0] in "LMS" and categories[2][0] in "LMS"
