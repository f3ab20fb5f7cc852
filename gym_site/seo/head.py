"""Values of a page's meta tags (spec section 4, search-engine data)."""

import json
from collections.abc import Mapping
from typing import Any

from gym_site.content.posts import BlogPost
from gym_site.settings import Settings

LANGUAGE = "en-CA"
CARD_SIZE = (1200, 630)  # pixels, of scripts/draw_cards.py


def json_ld(markup: Mapping[str, Any] | None) -> str:
    """Return structured data as JSON that can't close its script element."""
    return json.dumps(markup, ensure_ascii=False).replace("<", "\\u003c") if markup else ""


def post_key(post: BlogPost) -> str:
    """Return the key of a post's page, which has no route."""
    return f"post-{post.id}"


def card_url(key: str, settings: Settings) -> str:
    """Return the URL of a page's sharing picture; ``key`` is the key of a route or a post."""
    return f"{settings.site_url}/images/card-{key}.jpg"
