"""Headers of every answer, and pages without a redirect.

The content security policy names the inline scripts and styles of the built pages by hash: nothing else counts.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.routes import alias_for, url_for
from gym_site.settings import Settings

_SCRIPTS = re.compile(r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>(.*?)</script>", re.DOTALL)
_STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_YEAR = b"public, max-age=31536000, immutable"
_HASHED = re.compile(r"^/(assets/|images/.*\.[0-9a-f]{8}\.|clips/.*\.[0-9a-f]{8}\.|fonts/.*\.[0-9a-f]{8}\.)")
# What no page uses of a browser; a frame with the live map or the booking widget gets none of it either.
_UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
_LISTS = (url_for("blog").strip("/"), alias_for("blog").strip("/"))
_POSTS = tuple(f"/{folder}/" for folder in _LISTS)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def content_security_policy(root: Path, settings: Settings) -> str:
    """Return one policy for the whole site: a visitor stays in the first page's document while moving through it.

    ``root`` is the folder of the built pages.
    """
    pages = [page.read_text(encoding="utf-8") for page in root.rglob("*.html")]
    server = settings.server_origin
    websocket = re.sub("^http", "ws", server) if server else ""
    form_service = _origin(settings.form_endpoint) if settings.form_endpoint and not settings.has_server else ""
    widget = sorted({_origin(url) for url in (settings.widget_library_url, settings.widget_script_url) if url})
    frames = [*widget, *([_origin(settings.map_embed_url)] if settings.map_embed_url else [])]
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'", *_hashes(_SCRIPTS, pages), *widget],
        "style-src": ["'self'", *_hashes(_STYLES, pages)],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'", server, websocket, *widget],
        "frame-src": frames or ["'none'"],
        "manifest-src": ["'self'"],
        "media-src": ["'self'"],
        "form-action": ["'self'", server, form_service, *widget],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(filter(None, sources))}" for name, sources in rules.items())


def _hashes(inline: re.Pattern[str], pages: list[str]) -> list[str]:
    """Return the sources that allow what stands in these pages, and nothing else."""
    texts = {text for page in pages for text in inline.findall(page)}
    return sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts)


def headers(root: Path, settings: Settings) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer but the published files'."""
    return [
        (b"content-security-policy", content_security_policy(root, settings).encode()),
        (
            b"referrer-policy",
            b"strict-origin-when-cross-origin",
        ),  # no-referrer would make every form post's origin null
        (b"x-content-type-options", b"nosniff"),
        (b"x-frame-options", b"DENY"),  # for what knows no frame-ancestors
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"permissions-policy", ", ".join(f"{feature}=()" for feature in _UNUSED).encode()),
    ]


# Of scripts, pictures, fonts: the pages' policy has four thousand bytes and says nothing about them.
FILE_HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
]


def published_files(root: Path) -> set[str]:
    """Return the paths of everything in the folder of the built pages that is no page."""
    files = (file for file in root.rglob("*.*") if file.suffix not in (".html", ".br", ".gz") and file.is_file())
    return {"/" + file.relative_to(root).as_posix() for file in files}


def guard(root: Path, settings: Settings) -> Callable[[ASGIApp], ASGIApp]:
    """Return a wrapper round the app: headers, caching, and pages answered under their own path.

    Reflex's server redirects ``/about`` to ``/about/``; the path is completed here instead.
    """

    def wrap(app: ASGIApp) -> ASGIApp:  # called when a server starts: the pages are built by then
        pages = {"/" + page.parent.relative_to(root).as_posix() for page in root.rglob("index.html")} - {"/."}
        files = published_files(root)
        of_pages = headers(root, settings)

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            path: str = scope["path"]
            if path not in pages and path.startswith(_POSTS) and path.strip("/") not in _LISTS:
                await RedirectResponse(alias_for("blog"))(scope, receive, send)  # no such post (spec section 5)
                return
            if path in pages:
                scope = dict(scope, path=f"{path}/", raw_path=f"{path}/".encode())

            async def with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    keep = _HASHED.match(path) and message["status"] in (200, 206, 304)
                    cache = (b"cache-control", _YEAR if keep else b"no-cache")
                    # A page on another host asks /forms whether the server is there before it leaves for it.
                    reach = b"cross-origin" if path.startswith("/forms/") else b"same-origin"
                    own = [cache, (b"cross-origin-resource-policy", reach)]
                    message = dict(
                        message,
                        headers=[*message.get("headers", []), *own, *(FILE_HEADERS if path in files else of_pages)],
                    )
                await send(message)

            await app(scope, receive, with_headers)

        return guarded

    return wrap
