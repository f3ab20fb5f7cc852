"""Writes the content security policy of each built page: what the page may run, load and contact."""

import base64
import hashlib
import re
from html import escape
from urllib.parse import urlsplit

from gym_site.settings import Settings

_INLINE_SCRIPT = r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>(?!</script>)"


def policy_element(html: str, settings: Settings) -> str:
    """Return the ``meta`` element with the policy for ``html``, a page that is complete except for this element.

    The policy stays in force when client-side navigation opens another page. It allows that page's scripts, because
    they are files of the site.
    """
    server = settings.server_origin
    websocket = re.sub("^http", "ws", server) if server else ""
    form_service = _origin(settings.form_endpoint) if settings.form_endpoint and not settings.has_server else ""
    widget = sorted({_origin(url) for url in (settings.widget_library_url, settings.widget_script_url) if url})
    frames = [*widget, *([_origin(settings.map_embed_url)] if settings.map_embed_url else [])]
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'", *_hashes(_INLINE_SCRIPT, "</script>", html), *widget],
        "style-src": ["'self'", *_hashes("<style>", "</style>", html)],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'", server, websocket, form_service, *widget],
        "frame-src": frames or ["'none'"],
        "manifest-src": ["'self'"],
        "media-src": ["'self'"],
        "form-action": ["'self'", server, form_service, *widget],
        "base-uri": ["'none'"],
    }
    policy = "; ".join(f"{name} {' '.join(filter(None, sources))}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}"/>'


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _hashes(opening: str, closing: str, html: str) -> list[str]:
    """Return the hashes of the texts between two tags, in the form that a policy uses. ``opening`` is a pattern."""
    texts = {rest.partition(closing)[0] for rest in re.split(opening, html)[1:]}
    return sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts)
