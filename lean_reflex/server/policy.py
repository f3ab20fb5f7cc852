"""Serves the published files, answers unknown paths with 404, and adds the site's headers to all responses."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lean_reflex.reflex_internals import is_prod_mode, sub_path
from lean_reflex.server.address import header_size
from lean_reflex.server.bounds import is_served
from lean_reflex.server.published import Published, published
from lean_reflex.server.rules import Rules

_MAX_PATH, _MAX_QUERY = 300, 2000  # characters; what is longer is a file's, or compared with no pattern and not parsed
_NEARLY = re.compile(r"^(l?mth\.|[^a-z0-9])+")  # what may be too much at the end of a page's path, read backwards
_START = re.compile(r'<script[^>]* id="start"[^>]*></script>')
_NOTHING, _TOO_LONG = PlainTextResponse("", 404), PlainTextResponse("", 431)


def guard(
    app: ASGIApp,
    root: Callable[[], Path],
    routes: Sequence[BaseRoute],
    route_of: Callable[[str], str | None],
    rules: Rules,
) -> ASGIApp:
    """Wrap the app: serve the published files under exact paths, and add the headers of the rules to all responses.

    ``root`` returns the folder of the current build. If that is another one than before, its files are served from then
    on, so a new build needs no restart. If it can't be read, those of the former one are.

    A path gets a 404 if it is neither a file nor one of the app's ``routes``, and no page has a route with a variable
    part that matches it (``route_of`` returns the route of a path). A path of over 300 characters that is no file, or
    one with a query of over 2,000, is compared with neither. So Reflex's HTTP endpoints that no page needs get no
    requests. Nor does Reflex's static file server: it would redirect ``/about`` to ``/about/``, and accept other
    spellings of a page's path. The headers are the same for every build: the policy of a page's scripts and styles is
    in its HTML. Without ``exact_paths`` in the rules, the app answers everything itself.
    """
    folder, site = root(), sub_path()
    files, page, dynamic = published(folder, rules.unchanging) if rules.exact_paths else ({}, None, None)
    most = rules.limits.headers if rules.limits else 2**62
    # Under `reflex run` the pages are on another port, and show pictures from this one.
    readers = "same-origin" if is_prod_mode() else "cross-origin"
    usual: Mapping[str, str] = {"cache-control": "no-cache", "cross-origin-resource-policy": readers}

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal folder, files, page, dynamic
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        with suppress(OSError, ValueError):
            if rules.exact_paths and (current := root()) != folder and current.exists():
                (files, page, dynamic), folder = published(current, rules.unchanging), current
        path: str = scope["path"]
        is_below = not site or path.startswith(f"{site}/")
        inside = path.removeprefix(site) if is_below else ""
        file, is_own = files.get(inside), path.startswith(rules.own_paths)

        async def with_headers(message: Message) -> None:
            if rules.file_headers and message["type"] in ("http.response.start", "websocket.http.response.start"):
                defaults = {**usual, **rules.own_headers} if is_own else usual
                response_headers = _with_defaults(message.get("headers", []), defaults)
                is_page = file.is_page if file else response_headers.get("content-type", "").startswith("text/html")
                response_headers.update(rules.page_headers if is_page else rules.file_headers)
                message = dict(message, headers=response_headers.raw)
            await send(message)

        answer: ASGIApp = app
        if scope["type"] == "http":
            if header_size(scope) > most:
                answer = _TOO_LONG
            elif not rules.exact_paths:
                answer = app
            elif file:
                answer = file
            elif len(path) > _MAX_PATH or len(scope["query_string"]) > _MAX_QUERY:
                answer = (is_below and page) or _NOTHING
            elif inside == "/index.html" or (not is_below and path in (site, "/")):
                answer = RedirectResponse(f"{site}/")
            elif is_served(scope, routes):
                answer = app
            elif not is_below:
                answer = _NOTHING
            elif dynamic and "[" in (route_of(inside) or ""):
                answer = dynamic
            elif elsewhere := rules.redirect(inside, files):
                answer = RedirectResponse(site + elsewhere)
            else:
                meant = files.get(_NEARLY.sub("", inside.lower()[::-1])[::-1] or "/")
                answer = _suggesting(page, meant, rules) if page and meant and meant.is_page else page or _NOTHING
        await answer(scope, receive, with_headers)

    return guarded


def _suggesting(missing: Published, meant: Published, rules: Rules) -> HTMLResponse:
    """Return the 404 page with a link to the page that was meant.

    It has no scripts: the router would take a path with other capitals for that page's, and draw it over this one.
    """
    return HTMLResponse(rules.suggest(_START.sub("", missing.text()), sub_path() + meant.path), 404)


def _with_defaults(raw: Iterable[tuple[bytes, bytes]], defaults: Mapping[str, str]) -> MutableHeaders:
    headers = MutableHeaders(raw=list(raw))
    for name, value in defaults.items():
        headers.setdefault(name, value)
    if varying := headers.getlist("vary"):  # Reflex and its CORS middleware both set it
        headers["vary"] = ", ".join(dict.fromkeys(", ".join(varying).split(", ")))
    del headers["access-control-allow-credentials"]  # set by Reflex, which uses no cookies
    return headers
