"""What a page's record says to search engines (spec section 4, search-engine data)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from gym_site.settings import Settings

LANGUAGE = "en-CA"
CARD_SIZE = (1200, 630)  # pixels, of scripts/draw_cards.py


def keywords_text(keywords: Iterable[str], local_keywords: Iterable[str]) -> str:
    """Return the content of the keywords tag: the keywords, then the local ones; nothing without keywords."""
    general = list(keywords)
    return ", ".join([*general, *local_keywords]) if general else ""


def json_ld(markup: Mapping[str, Any] | None) -> str:
    """Return structured data as the text of a script element, which it can't end by itself."""
    return json.dumps(markup, ensure_ascii=False).replace("<", "\\u003c") if markup else ""


def card_url(key: str, settings: Settings) -> str:
    """Return the address of the picture that a link to a page unfolds into; ``key`` is a route's, or ``post-ID``."""
    return f"{settings.site_url}/images/card-{key}.jpg"
