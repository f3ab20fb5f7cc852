"""The records as JSON with a version hash, the same in the built pages and in the server's responses."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import POSTS
from gym_site.routes import post_key
from gym_site.seo.structured_data import page_data
from gym_site.settings import Settings

# The database has no records of blog posts, so these records are made from the content.
POST_RECORDS = {
    post_key(post.id): PageRecord(
        page_slug=post_key(post.id), title=post.title, meta_description=post.description, keywords=(), local_keywords=()
    )
    for post in POSTS
}


def page_facts(record: PageRecord, business: Business, settings: Settings) -> dict[str, Any]:
    """Return the facts of a page's record, with structured data from the content if the record has none."""
    return {
        "title": record.title,
        "description": record.meta_description,
        "keywords": ", ".join((*record.keywords, *record.local_keywords)) if record.keywords else "",  # spec section 4
        "schema_markup": record.schema_markup or page_data(record.page_slug, business, settings),
    }


def encoded(facts: Mapping[str, Any]) -> tuple[bytes, str]:
    """Return a record's facts as JSON, and a short hash as their version."""
    body = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
    return body, hashlib.sha256(body).hexdigest()[:16]


def json_ld(document: Mapping[str, Any]) -> str:
    """Return structured data as JSON in which no text can close the script element around it."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def record_url(path: str, settings: Settings) -> str:
    """Return the URL from which a page fetches a record; empty if the site has no server."""
    return settings.server_origin + path if settings.has_server else ""
