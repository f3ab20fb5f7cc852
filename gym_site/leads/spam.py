"""Signs of spam in a form. Such a lead is stored, and quarantined (docs/decisions/0009-quarantine.md)."""

import re
from collections.abc import Mapping

HONEYPOT = "website"  # name of an input that people don't see and bots fill in
MAX_LINKS = 2  # per field; more look like spam
LINK = re.compile(r"https?://(?:www\.)?|\bwww\.(?=\w)", re.IGNORECASE)


def spam_reason(raw: Mapping[str, object], fields: Mapping[str, str]) -> str:
    """Return ``honeypot`` or ``links`` if a form looks like spam, else an empty string. ``raw``: the fields as sent."""
    if str(raw.get(HONEYPOT) or "").strip():
        return "honeypot"
    return "links" if any(len(LINK.findall(text)) > MAX_LINKS for text in fields.values()) else ""
