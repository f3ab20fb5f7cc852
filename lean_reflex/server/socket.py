"""Guards websockets: who may open one, the number and size of messages, and whether a page sends such messages.

A message that no page of this site would send closes the connection. `lean_reflex.server.events` checks the events.
"""

import asyncio
import logging
import time
from collections import Counter
from contextvars import ContextVar

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lean_reflex.network import is_from, network
from lean_reflex.reflex_internals import event_path
from lean_reflex.server.address import header_size, visitor_address
from lean_reflex.server.counts import MINUTE, Counts, once_a_minute
from lean_reflex.server.packets import Packets
from lean_reflex.server.rules import Limits, Rules

logger = logging.getLogger(__name__)

BURST = 10  # seconds over which messages are counted
FRAME = "lean_reflex.frame"  # the type of ASGI messages about frames without a message (`lean_reflex.server.frames`)
GOING_AWAY, POLICY_VIOLATION = 1001, 1008  # the websocket protocol's codes
# Without limits.
_ANY = Limits(websockets=0, messages=0, message=2**62, headers=2**62, join_timeout=2.0**31, idle_timeout=2.0**31)


class SocketGuard:
    """ASGI middleware that refuses websockets from other sites' pages, and limits websockets and messages."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self._app, self._rules = app, rules
        self.limits, self.checks_messages = rules.limits or _ANY, rules.checks_events
        self._path = event_path()
        self.packets = Packets(self._path)
        self.log = once_a_minute(logger, "A websocket was refused or closed")
        self._open: Counter[str] = Counter()
        self._counts = Counts()

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
        hit, limits = self._counts.hit, self.limits
        return not limits.websockets or (
            (not client or hit(limits.joins, MINUTE, "join", client)) and hit(limits.total_joins, MINUTE, "join")
        )

    def _refusal(self, connection: HTTPConnection, client: str) -> tuple[int, str] | None:
        """Return the HTTP status and reason with which to refuse a handshake; None to accept it."""
        scope, origins, limits = connection.scope, connection.headers.getlist("origin"), self.limits
        is_ours = scope["path"] in (self._path, f"{self._path}/")
        if not is_ours and (self._rules.exact_paths or self.checks_messages):
            return 404, "path"
        # A handshake without Origin is allowed: it doesn't come from a browser, so no other site can have caused it.
        if origins and self._rules.origins is not None and not is_from(", ".join(origins), self._rules.origins):
            return 403, self._rules.refused
        is_wrong = self.checks_messages and not self.packets.QUERY.fullmatch(scope["query_string"])
        if header_size(scope) > limits.headers or is_wrong:
            return 400, "handshake"
        if limits.websockets and client and self._open[client] >= limits.websockets:
            return 429, "too many websockets from one address"
        if limits.websockets and self._open.total() >= limits.total_websockets:
            return 503, "too many websockets in total"
        if limits.websockets and client and not self._counts.hit(limits.handshakes, MINUTE, "open", client):
            return 429, "too many websockets a minute from one address"
        return None


class Websocket:
    """An open websocket. ``refused``: why its last message was rejected; empty if it was accepted."""

    def __init__(self, guard: SocketGuard, client: str, receive: Receive, send: Send) -> None:
        self._guard, self._client, self._receive, self._send = guard, client, receive, send
        self._joined, self._join_ends = False, time.monotonic() + guard.limits.join_timeout
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
                ends = self._guard.limits.idle_timeout
                left = ends if self._joined else max(0.0, self._join_ends - time.monotonic())
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
        if (most := self._guard.limits.messages * BURST) and self._messages > most:
            self.refused = "too many messages"
        return not self.refused

    def _may_be_parsed(self, text: str) -> bool:
        if not self._is_within_limit():
            return False
        if len(text) > self._guard.limits.message:
            self.refused = "too long"
            return False
        packets = self._guard.packets
        if text == packets.leave and self._joined:
            self._joined, self._join_ends = False, time.monotonic() + self._guard.limits.join_timeout
        elif self._guard.checks_messages and text != packets.PONG:
            self.refused = "not understood"  # `guard_events` may clear this or set another reason
            return text.startswith(packets.join_or_event)
        elif text.startswith(packets.join_or_event[0]):
            return self._joined or self.join()
        return True


websocket: ContextVar[Websocket] = ContextVar("websocket")  # the websocket whose messages the current task handles
