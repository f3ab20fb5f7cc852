"""Turns a submitted form's fields into plain text and validates them (spec sections 3 and 5)."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape

import nh3

from gym_site.content.forms import CHOOSE, MAX_AGE, MIN_AGE, TOO_LONG, FieldKind, Form, FormField
from gym_site.reading.content_type import EMAIL
from gym_site.text import fill

HONEYPOT = "website"  # name of an input that people don't see and bots fill in
MAX_LINKS = 2  # per field; more look like spam
LINK = re.compile(r"https?://(?:www\.)?|\bwww\.(?=\w)", re.IGNORECASE)
# The rules of the kinds, and the characters that are replaced before the check. `leads/direct.py` gives them to pages.
NAME_CATEGORIES = "LM"  # letters and marks
NAME_PUNCTUATION = " '’\u200c\u200d-"  # with the joiners, which `single_line` keeps between letters
PHONE = r"\+?[0-9 ()-]{10,}"
AGE = "[0-9]+"
APOSTROPHES = "‘‛´`′‵ʼ＇｀❛❜՚׳᾽᾿΄"
DOTS = ".·•‧∙⋅・。"
REPLACED: dict[FieldKind, tuple[str, str]] = {"name": (APOSTROPHES, "’"), "phone": (DOTS, "-")}
ROUNDS = 8  # limit for decoding nested entities; real text has at most two levels
# Characters to remove: control characters, lone surrogates (which databases reject) and text direction overrides.
_DROPPED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_JOINERS = frozenset("\u200c\u200d")  # needed in emoji, and to spell Persian, Hindi and other languages
_REPLACED = {kind: str.maketrans(dict.fromkeys(characters, by)) for kind, (characters, by) in REPLACED.items()}


@dataclass(frozen=True)
class Problem:
    """A validation error: the field's name and the message for the visitor."""

    field: str
    message: str


def clean(form: Form, raw: Mapping[str, object]) -> dict[str, str]:
    """Return a form's fields as plain text. A missing field is empty.

    In a ``sanitised`` form, a field over its limit is cut one character past the limit, so that `find_problems` reports
    it as too long. The fields of other forms may be longer than their limit.
    """
    cleaned = {}
    for field in form.fields:
        value, tidy = raw.get(field.name), _TIDY[field.kind]
        # Cut very long values before processing. Four times the limit leaves room for characters that `tidy` removes or
        # combines, such as CRLF, accents and invisible characters.
        most = 4 * field.limit + 16
        text = tidy(value[:most])[:most] if isinstance(value, str) else ""
        if form.sanitised:
            text = sanitise(text, tidy) if len(text) <= field.limit else text[: field.limit + 1]
        cleaned[field.name] = text
    return cleaned


def find_problems(form: Form, fields: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return the problems of cleaned fields, at most one per field; required fields come first."""
    return tuple(
        Problem(field.name, message)
        for field in sorted(form.fields, key=lambda field: not field.required)
        if (message := _problem(field, fields.get(field.name, ""), sanitised=form.sanitised))
    )


def shown(field: FormField, value: str) -> str:
    """Return a value as staff see it: ``field.blank`` if the value is empty, an option's label, or the value itself."""
    if not value.strip():
        return field.blank
    return next((option.label for option in field.options if option.value == value), value)


def spam_reason(raw: Mapping[str, object], fields: Mapping[str, str]) -> str:
    """Return ``honeypot`` or ``links`` if a form looks like spam, else an empty string. ``raw``: the fields as sent."""
    if str(raw.get(HONEYPOT) or "").strip():
        return "honeypot"
    return "links" if any(len(LINK.findall(text)) > MAX_LINKS for text in fields.values()) else ""


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


def person_name(text: str) -> str:
    """Return a name as `single_line` does, and replace lookalikes of the apostrophe with the apostrophe."""
    return single_line(text).translate(_REPLACED["name"])


def contact(text: str) -> str:
    """Return an e-mail address or phone number as `single_line` does, but without zero-width joiners or non-joiners."""
    return "".join(character for character in single_line(text) if character not in _JOINERS)


def phone_number(text: str) -> str:
    """Return a telephone number as `contact` does, in characters of ordinary width, with hyphens instead of dots."""
    return digits(contact(unicodedata.normalize("NFKC", text))).translate(_REPLACED["phone"])


def age(text: str) -> str:
    """Return an age as `single_line` does, with the digits 0 to 9."""
    return digits(single_line(text))


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


def _problem(field: FormField, value: str, *, sanitised: bool) -> str:
    """Return the error message for a cleaned value; empty if it is valid."""
    if not sanitised:  # only the browser checks such a form, and it accepts a space
        return "" if value else field.missing
    if not value.strip():
        return field.missing
    if field.options:
        return "" if any(value == option.value for option in field.options) else CHOOSE
    if len(value) > field.limit:
        return field.invalid or fill(TOO_LONG, label=field.label, limit=field.limit)
    rule = _RULES.get(field.kind)
    return field.invalid if rule and not rule(value) else ""


def _is_name(value: str) -> bool:
    return all(letter in NAME_PUNCTUATION or unicodedata.category(letter)[0] in NAME_CATEGORIES for letter in value)


def _is_age(value: str) -> bool:
    return bool(re.fullmatch(AGE, value)) and MIN_AGE <= int(value) <= MAX_AGE


_TIDY: dict[FieldKind, Callable[[str], str]] = {
    "line": single_line,
    "lines": plain,
    "health": plain,
    "name": person_name,
    "email": contact,
    "phone": phone_number,
    "age": age,
}
_RULES: dict[FieldKind, Callable[[str], object]] = {
    "name": _is_name,
    "email": re.compile(EMAIL).fullmatch,
    "phone": re.compile(PHONE).fullmatch,
    "age": _is_age,
}
