"""Bounds what strangers may send to a developer's routes, and to `rx.upload` on pages that use it.

Reflex itself takes uploads of any size and number, for every handler, from any client.
"""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import reflex as rx
from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lean_reflex.network import network
from lean_reflex.reflex_internals import upload_path
from lean_reflex.server.address import visitor_address
from lean_reflex.server.events import Call
from lean_reflex.server.rules import Rules

logger = logging.getLogger(__name__)
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it would log every malformed upload

MAX_BODY = 64 * 1024  # bytes
BODY_TIMEOUT = 15.0  # seconds
MAX_UPLOAD = 10 * 1024 * 1024  # bytes of all files that are sent together
UPLOAD_TIMEOUT = 60.0  # seconds
UPLOADS_PER_HOUR = 20  # per address
TOTAL_UPLOADS_PER_HOUR = 200  # of all addresses
UPLOADS_AT_ONCE = 8
MAX_FOLDER = 1024 * 1024 * 1024  # bytes in the folder of uploaded files; above it uploads are refused
REQUESTS_PER_MINUTE = 60  # with a body, per address
TOTAL_REQUESTS_PER_MINUTE = 300  # with a body, of all addresses
_TOKEN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # as pages make it: the key to a visitor's state
_READS = ("GET", "HEAD", "OPTIONS")


class Bounds:
    """ASGI middleware that refuses requests from other sites' pages, and limits the size, time and number of bodies.

    ``calls``: the handlers that pages call. Those that take files open the path for uploads; without one it is closed.
    ``routes``: the routes of uploads.
    """

    def __init__(self, app: ASGIApp, rules: Rules, calls: Mapping[str, Call]) -> None:
        self._app = app
        self._allowed, self._own_paths, self._is_limited = rules.allowed(), rules.own_paths, rules.counts_requests
        self._uploads = {name for name, call in calls.items() if call.takes_files}
        self._upload_path = upload_path()
        paths = {self._upload_path: "POST", f"{self._upload_path}/{{path:path}}": "GET"} if self._uploads else {}
        self.routes = [Route(path, unused, methods=[method]) for path, method in paths.items()]
        self._uploading = asyncio.Semaphore(UPLOADS_AT_ONCE)
        self._counts = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it with an empty answer."""
        if scope["type"] != "http" or scope["method"] in _READS or scope["path"].startswith(self._own_paths):
            await self._app(scope, receive, send)
            return
        is_upload, has_begun = scope["path"] == self._upload_path, False

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            self._check(HTTPConnection(scope), is_upload=is_upload)
            limits = (MAX_UPLOAD, UPLOAD_TIMEOUT) if is_upload else (MAX_BODY, BODY_TIMEOUT)
            if not is_upload:
                await self._app(scope, _bounded(receive, *limits), sent)
            elif self._uploading.locked():
                raise HTTPException(503)
            else:
                async with self._uploading:
                    await self._app(scope, _bounded(receive, *limits), sent)
        except HTTPException as refusal:  # by us, or by `_bounded` if the app didn't handle it
            if has_begun:
                raise
            await PlainTextResponse("", refusal.status_code)(scope, receive, send)

    def _check(self, request: HTTPConnection, *, is_upload: bool) -> None:
        """Raise `HTTPException` if the request comes from another site's page or exceeds a limit of its sender."""
        headers = request.headers
        # Every browser sends Origin with such a request.
        if not self._allowed.issuperset(headers.getlist("origin")):
            raise HTTPException(403)
        if is_upload and headers.get("reflex-event-handler") not in self._uploads:
            raise HTTPException(404)
        if is_upload and not _TOKEN.fullmatch(headers.get("reflex-client-token", "")):
            raise HTTPException(400)
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > (MAX_UPLOAD if is_upload else MAX_BODY):
            raise HTTPException(413)
        each, total = (
            (RateLimitItemPerHour(UPLOADS_PER_HOUR), RateLimitItemPerHour(TOTAL_UPLOADS_PER_HOUR))
            if is_upload
            else (RateLimitItemPerMinute(REQUESTS_PER_MINUTE), RateLimitItemPerMinute(TOTAL_REQUESTS_PER_MINUTE))
        )
        client = network(visitor_address(request))
        if self._is_limited and not (
            (not client or self._counts.hit(each, client)) and self._counts.hit(total, "uploads" if is_upload else "")
        ):
            raise HTTPException(429)
        if is_upload and _size(rx.get_upload_dir()) > MAX_FOLDER:
            if self._counts.hit(RateLimitItemPerHour(1), "full"):
                logger.error(
                    "An upload was refused: the folder of uploaded files is full (logged at most once an hour)"
                )
            raise HTTPException(507)


def app_routes(transformers: Sequence[object]) -> list[BaseRoute]:
    """Return the routes of the apps in Reflex's ``api_transformer``."""
    return [route for app in transformers if isinstance(app, Starlette) for route in app.routes]


def is_served(scope: Scope, routes: Sequence[BaseRoute]) -> bool:
    """Return whether one of the routes answers a request, be it with 405."""
    return any(route.matches(scope)[0] != Match.NONE for route in routes)


async def unused(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """Stand for Reflex's own answer in a route that is only compared."""


def _bounded(receive: Receive, most: int, seconds: float) -> Receive:
    """Return ``receive`` with a limit of the body's bytes, and of the seconds until it is complete."""
    ends, size, is_complete = asyncio.get_running_loop().time() + seconds, 0, False

    async def bounded() -> Message:
        nonlocal size, is_complete
        if is_complete:
            return await receive()
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError as error:
            raise HTTPException(408) from error
        size += len(message.get("body", b""))
        if size > most:
            raise HTTPException(413)
        is_complete = not message.get("more_body")
        return message

    return bounded


def _size(folder: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*"))
