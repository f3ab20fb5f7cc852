"""What a page's record says to search engines (spec section 4, search-engine data)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any


def keywords_text(keywords: Iterable[str], local_keywords: Iterable[str]) -> str:
    """Return the content of the keywords tag: the keywords, then the local ones; nothing without keywords."""
    general = list(keywords)
    return ", ".join([*general, *local_keywords]) if general else ""


def json_ld(markup: Mapping[str, Any] | None) -> str:
    """Return structured data as the text of a script element, which it can't end by itself."""
    return json.dumps(markup, ensure_ascii=False).replace("</", "<\\/") if markup else ""
