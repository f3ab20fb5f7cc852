"""The records as JSON with a version hash, the same in the built pages and in the server's responses."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BlogPost
from gym_site.routes import post_key
from gym_site.seo.structured_data import page_data
from gym_site.settings import Settings
from gym_site.site import Site


def post_record(post: BlogPost) -> PageRecord:
    """Return the record of a post's page, which the database doesn't have."""
    return PageRecord(
        page_slug=post_key(post.id),
        title=post.title,
        meta_description=post.description,
        keywords=(),
        local_keywords=(),
    )


def page_facts(record: PageRecord, site: Site) -> dict[str, Any]:
    """Return the facts of a page's record, with structured data from the content if the record has none."""
    return {
        "title": record.title,
        "description": record.meta_description,
        "keywords": ", ".join((*record.keywords, *record.local_keywords)) if record.keywords else "",  # spec section 4
        "schema_markup": record.schema_markup or page_data(record.page_slug, site),
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
    return settings.server_origin + settings.public_path(path) if settings.has_server else ""
