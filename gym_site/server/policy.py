"""Serves the published files, answers unknown paths with 404, and adds security headers to all responses."""

import re
from collections.abc import Iterable
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.brand import BRAND
from gym_site.routes import BUSINESS_RECORD_PATH, FORMS_PATH, PAGE_RECORDS_PATH, alias_for, url_for
from gym_site.server.published import published

# Browser features that neither a page nor its frames (live map, booking widget) use. Other unused features are not
# listed: they reveal too little to be worth the bytes in every response.
_UNUSED = "camera geolocation microphone payment usb".split()
_POST = re.compile(rf"({url_for('blog')}|{alias_for('blog')})/+[^/]" if BRAND.has("blog") else "(?!)")
# All paths that the app answers over HTTP; add new routes here.
_SERVED = re.compile(
    rf"/(ping|healthz|readyz|metrics)|{FORMS_PATH}[\w-]+(/sent)?|{BUSINESS_RECORD_PATH}|{PAGE_RECORDS_PATH}[\w-]+"
)
PAGE_HEADERS = {
    "content-security-policy": "frame-ancestors 'none'",  # browsers ignore it in a <meta> policy
    "referrer-policy": "strict-origin-when-cross-origin",  # no-referrer would make a form post's Origin null
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",  # for browsers without support for frame-ancestors
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
}
# For scripts, pictures, fonts and records, which have no policy of their own.
FILE_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
}


def guard(app: ASGIApp, root: Path) -> ASGIApp:
    """Wrap the app: serve the published files, and add the security headers to all responses.

    Any path that is neither a file nor one of our routes gets a 404. So Reflex's HTTP endpoints, which our pages don't
    need, get no requests. Nor does Reflex's static file server: it would redirect ``/about`` to ``/about/``, and accept
    other spellings of a page's path. The headers are the same for every build: the policy of a page's scripts and
    styles is in its HTML.
    """
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
                response_headers.update(PAGE_HEADERS if is_page else FILE_HEADERS)
                message = dict(message, headers=response_headers.raw)
            await send(message)

        answer: ASGIApp = app
        if scope["type"] == "http":
            if file:
                answer = file
            elif _POST.match(path):
                answer = RedirectResponse(alias_for("blog"))  # an unknown blog post (spec section 5)
            elif not _SERVED.fullmatch(path):
                answer = missing
        await answer(scope, receive, with_headers)

    return guarded


def _with_defaults(raw: Iterable[tuple[bytes, bytes]], path: str) -> MutableHeaders:
    headers = MutableHeaders(raw=list(raw))
    is_form = path.startswith(FORMS_PATH)
    # No cache may store the response to a form: it contains the visitor's input.
    headers.setdefault("cache-control", "no-store" if is_form else "no-cache")
    # cross-origin: pages on another host check whether the server is up before they post a form.
    headers.setdefault("cross-origin-resource-policy", "cross-origin" if is_form else "same-origin")
    if varying := headers.getlist("vary"):  # Reflex and its CORS middleware both set it
        headers["vary"] = ", ".join(dict.fromkeys(", ".join(varying).split(", ")))
    del headers["access-control-allow-credentials"]  # set by Reflex; the site uses no cookies
    return headers
