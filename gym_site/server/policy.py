"""Headers of every answer.

The content security policy names the inline scripts and styles of the built pages by hash: nothing else counts. They
are the same on every page, so it doesn't grow with the pages.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.routes import FORMS_PATH, alias_for, url_for
from gym_site.server.published import published
from gym_site.settings import Settings

_SCRIPTS = re.compile(r"<script(?![^>]*(?:\bsrc=|application/ld\+json))[^>]*>(.*?)</script>", re.DOTALL)
_STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)
# What no page uses of a browser; a frame with the live map or the booking widget gets none of it either. Motion sensors
# and the like, which reveal little, are not worth their bytes in every answer.
_UNUSED = (
    "camera",
    "display-capture",
    "geolocation",
    "hid",
    "microphone",
    "payment",
    "publickey-credentials-get",
    "serial",
    "usb",
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


# Of scripts, pictures, fonts, records: the pages' policy is long and says nothing about them.
FILE_HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
]


def published_files(root: Path) -> set[str]:
    """Return the paths of everything in the folder of the built pages that is no page."""
    files = (file for file in root.rglob("*.*") if file.suffix not in (".html", ".br", ".gz") and file.is_file())
    return {"/" + file.relative_to(root).as_posix() for file in files}


def guard(root: Path, settings: Settings) -> Callable[[ASGIApp], ASGIApp]:
    """Return a wrapper round the app: published files, and the headers of everything else.

    Reflex's own server of files redirects ``/about`` to ``/about/``, and whatever normalises to a page to that page.
    """

    def wrap(app: ASGIApp) -> ASGIApp:  # called when a server starts: the pages are built by then
        of_pages = headers(root, settings)
        files, missing = published(root, of_pages, FILE_HEADERS)

        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] not in ("http", "websocket"):
                await app(scope, receive, send)
                return
            path: str = scope["path"]

            async def with_headers(message: Message) -> None:
                if message["type"] in ("http.response.start", "websocket.http.response.start"):
                    common = FILE_HEADERS if path.startswith("/records/") else of_pages
                    message = dict(message, headers=[*_own(message.get("headers", []), path), *common])
                await send(message)

            if scope["type"] == "websocket":
                await app(scope, receive, with_headers)
            elif file := files.get(path):
                await file(scope, receive, send)
            elif path.startswith(_POSTS) and path.strip("/") not in _LISTS:
                await RedirectResponse(alias_for("blog"))(scope, receive, with_headers)  # no such post (spec section 5)
            elif missing and not _is_plain(scope):
                await missing(scope, receive, send)
            else:
                await app(scope, receive, with_headers)

        return guarded

    return wrap


def _is_plain(scope: Scope) -> bool:
    """Say whether a path is spelled in the only way that the app's own have.

    Others would be answered with an absolute redirect to whatever host the request names, or with a page under an
    address that a cache takes for a file's.
    """
    path: str = scope["path"]
    return (
        "//" not in path
        and "\\" not in path
        and not {".", ".."} & set(path.split("/"))
        and b"%2f" not in scope.get("raw_path", b"").lower()
        and (not path.endswith("/") or path.startswith("/_"))
    )


def _own(given: Iterable[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """Return an answer's own headers, each once, and what all answers that are no file have."""
    is_form = path.startswith(FORMS_PATH)
    own: dict[bytes, bytes] = {
        # A form's answer holds what its visitor wrote.
        b"cache-control": b"no-store" if is_form else b"no-cache",
        # A page on another host asks /forms whether the server is there before it leaves for it.
        b"cross-origin-resource-policy": b"cross-origin" if is_form else b"same-origin",
    }
    for name, value in given:
        if name == b"access-control-allow-credentials":  # Reflex's, for cookies: there are none
            continue
        if name == b"vary" and b"vary" in own:
            value = b", ".join(dict.fromkeys((own[b"vary"] + b", " + value).split(b", ")))
        own[name] = value
    if b"vary" in own:
        own[b"vary"] = b", ".join(dict.fromkeys(own[b"vary"].split(b", ")))
    return list(own.items())
