"""Bounds what strangers may send to a developer's routes, and to `rx.upload`.

Reflex itself takes uploads of any size and number, for every handler, from any client.
"""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import reflex as rx
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lean_reflex.network import network
from lean_reflex.reflex_internals import upload_path
from lean_reflex.server.address import visitor_address
from lean_reflex.server.counts import HOUR, MINUTE, Counts
from lean_reflex.server.rules import Rules

if TYPE_CHECKING:
    from lean_reflex.server.events import Call

logger = logging.getLogger(__name__)
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it would log every malformed upload

_TOKEN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # as pages make it: the key to a visitor's state
_READS = ("GET", "HEAD", "OPTIONS")


class Bounds:
    """ASGI middleware that refuses requests from other sites' pages, and limits the size, time and number of bodies.

    ``calls``: the handlers that pages call, if the rules check events. Only those that take files get some then.
    """

    def __init__(self, app: ASGIApp, rules: Rules, calls: "Mapping[str, Call]") -> None:
        self._app, self._rules = app, rules
        self._uploads = {name for name, call in calls.items() if call.takes_files}
        self._upload_path = upload_path()
        self._uploading = asyncio.Semaphore(rules.limits.uploads_at_once if rules.limits else 1)
        self._counts = Counts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it with an empty answer."""
        is_own = scope["type"] == "http" and scope["path"].startswith(self._rules.own_paths)
        if scope["type"] != "http" or scope["method"] in _READS or is_own:
            await self._app(scope, receive, send)
            return
        is_upload, has_begun = scope["path"] == self._upload_path, False
        limits = self._rules.limits

        async def sent(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            self._check(HTTPConnection(scope), is_upload=is_upload)
            if limits is None:
                await self._app(scope, receive, sent)
            elif not is_upload:
                await self._app(scope, _bounded(receive, limits.body, limits.body_timeout), sent)
            elif self._uploading.locked():
                raise HTTPException(503)
            else:
                async with self._uploading:
                    await self._app(scope, _bounded(receive, limits.upload, limits.upload_timeout), sent)
        except HTTPException as refusal:  # by us, or by `_bounded` if the app didn't handle it
            if has_begun:
                raise
            await PlainTextResponse("", refusal.status_code)(scope, receive, send)

    def _check(self, request: HTTPConnection, *, is_upload: bool) -> None:
        """Raise `HTTPException` if the request comes from another site's page or exceeds a limit of its sender."""
        headers, limits, allowed = request.headers, self._rules.limits, self._rules.origins
        # Every browser sends Origin with such a request.
        if allowed is not None and not set(allowed).issuperset(headers.getlist("origin")):
            raise HTTPException(403)
        if is_upload and self._rules.checks_events:
            if headers.get("reflex-event-handler") not in self._uploads:
                raise HTTPException(404)
            if not _TOKEN.fullmatch(headers.get("reflex-client-token", "")):
                raise HTTPException(400)
        if limits is None:
            return
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > (limits.upload if is_upload else limits.body):
            raise HTTPException(413)
        each, total, span, of = (
            (limits.uploads, limits.total_uploads, HOUR, "uploads")
            if is_upload
            else (limits.requests, limits.total_requests, MINUTE, "requests")
        )
        client, hit = network(visitor_address(request)), self._counts.hit
        if limits.are_counted and not ((not client or hit(each, span, of, client)) and hit(total, span, of)):
            raise HTTPException(429)
        if is_upload and _size(rx.get_upload_dir()) > limits.folder:
            if hit(1, HOUR, "full"):
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
