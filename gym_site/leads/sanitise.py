"""Turn a stranger's text into plain text (spec section 5)."""

from __future__ import annotations

import unicodedata
from html import unescape

import nh3

_DROPPED = frozenset({"Cc", "Cs"})  # control characters, and half characters that no database or JSON takes


def plain(text: str) -> str:
    """Return the same words without control characters; a line break is LF, a tab a space.

    A native post writes a line break in a textarea as CRLF, a page's script as LF: equal words must not differ.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(one for one in text if one == "\n" or unicodedata.category(one) not in _DROPPED)


def sanitise(text: str) -> str:
    """Return `plain` text, trimmed and stripped of all markup.

    Entities are read as a browser reads them and looked at again, so that ``&lt;script&gt;`` does not come out as a
    tag; what is no markup (``R&D``, ``a < b``) stays as typed. Sanitising twice changes nothing.
    """
    while (cleaned := unescape(nh3.clean(plain(text), tags=set())).strip()) != text:
        text = cleaned
    return text
