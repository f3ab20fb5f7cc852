"""The two records as pages are built from them and as the server answers them: the same facts, the same version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import POSTS, BlogPost
from gym_site.seo.structured_data import page_data, post_data
from gym_site.settings import Settings


def post_key(post: BlogPost) -> str:
    """Return the key of a post's page, as a route's key is that of a page."""
    return f"post-{post.id}"


# A post's page is described by its content alone: staff change no record of it.
POST_RECORDS = {
    post_key(post): PageRecord(
        page_slug=post_key(post), title=post.title, meta_description=post.description, keywords=(), local_keywords=()
    )
    for post in POSTS
}
_POSTS = {post_key(post): post for post in POSTS}


def page_facts(record: PageRecord, business: Business, settings: Settings) -> dict[str, Any]:
    """Return a page's record as the page shows it: where it has no structured data, with the site's own."""
    slug = record.page_slug
    post = _POSTS.get(slug)
    data = post_data(post, business, settings) if post else page_data(slug, business, settings)
    return {**asdict(record), "schema_markup": record.schema_markup or data}


def encoded(facts: Mapping[str, Any]) -> tuple[bytes, str]:
    """Return a record's facts as JSON, and the short hash that tells one version of them from another."""
    body = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
    return body, hashlib.sha256(body).hexdigest()[:16]


def record_url(path: str, settings: Settings) -> str:
    """Return where a page asks for a record; nothing where no server of ours answers."""
    return settings.server_origin + path if settings.has_server else ""
