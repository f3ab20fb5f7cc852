"""Signs of spam in a submitted form."""

from __future__ import annotations

import re
from collections.abc import Mapping

HONEYPOT = "website"  # an input that people don't see
MAX_LINKS = 2  # in one field
LINK = re.compile(r"https?://(?:www\.)?|\bwww\.(?=\w)", re.IGNORECASE)


def spam_reason(raw: Mapping[str, object], fields: Mapping[str, str]) -> str:
    """Return ``honeypot``, ``links`` or an empty string; ``raw`` is the form as sent, ``fields`` is cleaned."""
    if str(raw.get(HONEYPOT) or "").strip():
        return "honeypot"
    return "links" if any(len(LINK.findall(text)) > MAX_LINKS for text in fields.values()) else ""
