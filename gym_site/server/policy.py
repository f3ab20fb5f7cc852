"""Security headers of all responses: of scripts and styles in the pages, only those of the build, by their hashes."""

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.brand import BRAND
from gym_site.routes import BUSINESS_RECORD_PATH, FORMS_PATH, PAGE_RECORDS_PATH, alias_for, url_for
from gym_site.server.published import published
from gym_site.settings import Settings

_INLINE_SCRIPT = r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>"
# Browser features that no page uses; they are off in the frames of the live map and the booking widget too. Motion
# sensors and the like reveal little and are not worth their bytes in every response.
_UNUSED = "camera display-capture geolocation hid microphone payment publickey-credentials-get serial usb".split()
_POST = re.compile(rf"({url_for('blog')}|{alias_for('blog')})/+[^/]" if BRAND.has("blog") else "(?!)")
# What the app behind answers by HTTP; a new route is added here.
_SERVED = re.compile(
    rf"/(ping|healthz|readyz|metrics)|{FORMS_PATH}[\w-]+(/sent)?|{BUSINESS_RECORD_PATH}|{PAGE_RECORDS_PATH}[\w-]+"
)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


@cache
def content_security_policy(root: Path, settings: Settings) -> str:
    """Return one policy for all pages in the folder ``root``: who follows links stays in the first page's document."""
    pages = [page.read_text(encoding="utf-8") for page in root.rglob("*.html")]
    server = settings.server_origin
    websocket = re.sub("^http", "ws", server) if server else ""
    form_service = _origin(settings.form_endpoint) if settings.form_endpoint and not settings.has_server else ""
    widget = sorted({_origin(url) for url in (settings.widget_library_url, settings.widget_script_url) if url})
    frames = [*widget, *([_origin(settings.map_embed_url)] if settings.map_embed_url else [])]
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'", *_hashes(_INLINE_SCRIPT, "</script>", pages), *widget],
        "style-src": ["'self'", *_hashes("<style>", "</style>", pages)],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'", server, websocket, form_service, *widget],
        "frame-src": frames or ["'none'"],
        "manifest-src": ["'self'"],
        "media-src": ["'self'"],
        "form-action": ["'self'", server, form_service, *widget],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(filter(None, sources))}" for name, sources in rules.items())


def _hashes(opening: str, closing: str, pages: list[str]) -> list[str]:
    """Return the policy's sources for what stands between these tags; ``opening`` is a pattern."""
    texts = {rest.partition(closing)[0] for page in pages for rest in re.split(opening, page)[1:]}
    return sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts)


def headers(root: Path, settings: Settings) -> dict[str, str]:
    """Return the security headers of every response except for files."""
    return {
        "content-security-policy": content_security_policy(root, settings),
        "referrer-policy": "strict-origin-when-cross-origin",  # with no-referrer a form post's origin would be null
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",  # for browsers without support for frame-ancestors
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
    }


# For scripts, pictures, fonts and records: the pages' policy is long and doesn't concern them.
FILE_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
}


def guard(app: ASGIApp, root: Path, settings: Settings) -> ASGIApp:
    """Wrap the app: serve the published files, and add the security headers to all responses.

    What is neither a file's path nor one of ours is missing: Reflex's static file server would redirect ``/about`` to
    ``/about/``, and any path that normalises to a page; and of its other endpoints no page calls any over HTTP.
    """
    page_headers = headers(root, settings)
    files, page = published(root)
    missing = page or PlainTextResponse("", 404)

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        path: str = scope["path"]
        file = files.get(path)
        is_page = file.is_page if file else not path.startswith("/records/")

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                response_headers = _with_defaults(message.get("headers", []), path)
                response_headers.update(page_headers if is_page else FILE_HEADERS)
                message = dict(message, headers=response_headers.raw)
            await send(message)

        answer: ASGIApp = app
        if scope["type"] == "http":
            if file:
                answer = file
            elif _POST.match(path):
                answer = RedirectResponse(alias_for("blog"))  # an unknown post (spec section 5)
            elif not _SERVED.fullmatch(path):
                answer = missing
        await answer(scope, receive, with_headers)

    return guarded


def _with_defaults(raw: Iterable[tuple[bytes, bytes]], path: str) -> MutableHeaders:
    headers = MutableHeaders(raw=list(raw))
    is_form = path.startswith(FORMS_PATH)
    # The response to a form holds what the visitor wrote.
    headers.setdefault("cache-control", "no-store" if is_form else "no-cache")
    # A page on another host checks whether the server is up before it posts a form.
    headers.setdefault("cross-origin-resource-policy", "cross-origin" if is_form else "same-origin")
    if varying := headers.getlist("vary"):  # Reflex and its CORS both add to it
        headers["vary"] = ", ".join(dict.fromkeys(", ".join(varying).split(", ")))
    del headers["access-control-allow-credentials"]  # set by Reflex for cookies, which the site doesn't use
    return headers
