"""Guards websockets: limits who may open one, and the number and size of messages.

A message that no page of this site would send closes the connection. `lean_reflex.server.events` checks the events.
"""

import asyncio
import logging
import re
import time
from collections import Counter
from contextvars import ContextVar

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lean_reflex.network import is_from, network
from lean_reflex.reflex_internals import event_path
from lean_reflex.server.address import MAX_HEADERS, header_size, visitor_address
from lean_reflex.server.log import once_a_minute
from lean_reflex.server.rules import Rules

logger = logging.getLogger(__name__)

MAX_MESSAGE = 64 * 1024  # characters
BURST = 10  # seconds over which messages are counted
HANDSHAKES_PER_MINUTE = 120  # per address; each takes about 80 KB for a while, even if no page joins
JOINS_PER_MINUTE = 60  # pages per address; Reflex keeps each page's state in memory for 15 minutes
TOTAL_JOINS_PER_MINUTE = 300  # pages of all addresses
MAX_WEBSOCKETS = 2000  # of all addresses together, so that pages and form posts still get connections
JOIN_TIMEOUT = 10.0  # seconds from the handshake, or from leaving, until the page must have joined the namespace
IDLE_TIMEOUT = 60.0  # seconds without a message from the page, which answers Reflex's ping every 25 s

FRAME = "lean_reflex.frame"  # the type of ASGI messages about frames without a message (`lean_reflex.server.frames`)
GOING_AWAY, POLICY_VIOLATION = 1001, 1008  # the websocket protocol's codes
_QUERY = re.compile(rb"token=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}&EIO=4&transport=websocket")
# The beginnings of a page's messages. Other messages must not be parsed: an unknown packet type makes engine.io leak
# the connection; socket.io waits for every announced attachment, and takes an event named "disconnect" for the end of
# the connection.
_PONG, _LEAVE = "3", "41{},"
_JOIN_OR_EVENT = ("40{},{{", '42{},["event",', '42{},["client_error",')


class SocketGuard:
    """ASGI middleware that refuses websockets from other sites' pages, and limits websockets and messages."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self._app = app
        self._allowed, self._refused = rules.allowed(), rules.refused
        self._path = event_path()
        self.leave, self.join_or_event = (
            _LEAVE.format(self._path),
            tuple(each.format(self._path) for each in _JOIN_OR_EVENT),
        )
        self.log = once_a_minute(logger, "A websocket was refused or closed")
        self._limit = rules.websockets
        self.limit_messages = rules.messages * BURST
        self._open: Counter[str] = Counter()
        self._counts = FixedWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass all connections to the app, except refused websockets."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        client = network(visitor_address(connection))
        if refusal := self._refusal(connection, client):
            status, reason = refusal
            self.log(reason)
            await PlainTextResponse("", status)(scope, receive, send)
            return
        opened = Websocket(self, client, receive, send)
        websocket.set(opened)
        self._open[client] += 1
        try:
            await self._app(scope, opened.receive, send)
        finally:
            self._open -= Counter([client])  # also removes an address whose count is 0

    def may_join(self, client: str) -> bool:
        """Count a page that joins the socket.io namespace; return False if the count exceeds a limit."""
        each, total = RateLimitItemPerMinute(JOINS_PER_MINUTE), RateLimitItemPerMinute(TOTAL_JOINS_PER_MINUTE)
        return not self._limit or ((not client or self._counts.hit(each, client)) and self._counts.hit(total))

    def _refusal(self, connection: HTTPConnection, client: str) -> tuple[int, str] | None:
        """Return the HTTP status and reason with which to refuse a handshake; None to accept it."""
        scope, origins = connection.scope, connection.headers.getlist("origin")
        if scope["path"] not in (self._path, f"{self._path}/"):
            return 404, "path"
        # A handshake without Origin is allowed: it doesn't come from a browser, so no other site can have caused it.
        if origins and not is_from(", ".join(origins), self._allowed):
            return 403, self._refused
        if header_size(scope) > MAX_HEADERS or not _QUERY.fullmatch(scope["query_string"]):
            return 400, "handshake"
        if self._limit and client and self._open[client] >= self._limit:
            return 429, "too many websockets from one address"
        if self._limit and self._open.total() >= MAX_WEBSOCKETS:
            return 503, "too many websockets in total"
        if (
            self._limit
            and client
            and not self._counts.hit(RateLimitItemPerMinute(HANDSHAKES_PER_MINUTE), "open", client)
        ):
            return 429, "too many websockets a minute from one address"
        return None


class Websocket:
    """An open websocket. ``refused``: why its last message was rejected; empty if it was accepted."""

    def __init__(self, guard: SocketGuard, client: str, receive: Receive, send: Send) -> None:
        self._guard, self._client, self._receive, self._send = guard, client, receive, send
        self._joined, self._join_ends = False, time.monotonic() + JOIN_TIMEOUT
        self._counted_from, self._messages = 0.0, 0
        self.refused = ""

    def join(self) -> bool:
        """Let the page join, unless it has already joined or exceeds a limit; return whether it may."""
        if self._joined:
            return False
        self._joined = self._guard.may_join(self._client)
        self.refused = "" if self._joined else "too many pages joined"
        return self._joined

    async def receive(self) -> Message:
        """Return the next message.

        engine.io calls this only after it has handled the previous message, as Reflex sets ``async_handlers=False``: so
        `guard_events` has judged that message by now.
        """
        code = POLICY_VIOLATION
        if not self.refused:
            try:
                left = IDLE_TIMEOUT if self._joined else max(0.0, self._join_ends - time.monotonic())
                async with asyncio.timeout(left):
                    message = await self._receive()
                    while message["type"] == FRAME and self._is_within_limit():
                        message = await self._receive()
            except TimeoutError:
                code = GOING_AWAY
            else:
                is_message = message["type"] == "websocket.receive"
                if self._may_be_parsed(message.get("text") or "") if is_message else not self.refused:
                    return message
        if self.refused:
            self._guard.log(self.refused)
        await self._send({"type": "websocket.close", "code": code, "reason": self.refused})
        return {"type": "websocket.disconnect", "code": code}

    def _is_within_limit(self) -> bool:
        """Count a message, or a frame without one; return False if the count exceeds the limit."""
        now = time.monotonic()
        if now - self._counted_from >= BURST:
            self._counted_from, self._messages = now, 0
        self._messages += 1
        if self._guard.limit_messages and self._messages > self._guard.limit_messages:
            self.refused = "too many messages"
        return not self.refused

    def _may_be_parsed(self, text: str) -> bool:
        if not self._is_within_limit():
            return False
        if len(text) > MAX_MESSAGE:
            self.refused = "too long"
            return False
        if text == self._guard.leave and self._joined:
            self._joined, self._join_ends = False, time.monotonic() + JOIN_TIMEOUT
        elif text != _PONG:
            self.refused = "not understood"  # `guard_events` may clear this or set another reason
            return text.startswith(self._guard.join_or_event)
        return True


websocket: ContextVar[Websocket] = ContextVar("websocket")  # the websocket whose messages the current task handles
