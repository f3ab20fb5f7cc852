"""Validates incoming websocket messages: only what the site's own pages send is let through.

Reflex lets any client call every event handler of every state with arguments of any type, and quotes a whole message
when it complains about it. So every message is checked here first. A message that a page can't have sent never reaches
Reflex, and closes the connection.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto
from functools import partial
from typing import Any, NoReturn
from urllib.parse import parse_qsl

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from reflex.state import FrontendEventExceptionState, OnLoadInternalState, State
from reflex_base.constants import Endpoint, SocketEvent
from reflex_base.event import EventHandler
from reflex_base.utils.format import format_event_handler
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.server.address import counted_as, visitor_address
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

MAX_MESSAGE = 64 * 1024  # bytes
MAX_HEADERS = 16 * 1024  # bytes: Reflex keeps them for an hour
MAX_LOCATION = 24 * 1024  # characters: a page's path, path with query, and parsed query
MAX_SHORT_TEXT = 64  # characters: names, hashes, keys
MAX_ENTRIES = 40  # in a list or a mapping
BURST = 10  # seconds' worth of messages at once
JOINS_PER_MINUTE = 60  # pages per address: each leaves a state in memory for a quarter of an hour
TOTAL_JOINS_PER_MINUTE = 300  # pages of all addresses
MAX_WEBSOCKETS = 2000  # of all addresses: pages and forms need connections too
JOIN_TIMEOUT = 10.0  # seconds from the handshake
IDLE_TIMEOUT = 60.0  # seconds between two messages: Reflex pings the page every 25
LOG_INTERVAL = 60  # seconds between two log lines with the same reason: strangers must not fill the log

GOING_AWAY, POLICY_VIOLATION = 1001, 1008  # the websocket protocol's codes
_PATH = str(Endpoint.EVENT)
# Endpoints of Reflex that no page calls over HTTP; polling the event endpoint would bypass the guard.
_BLOCKED_PATHS = {
    str(endpoint)
    for endpoint in (Endpoint.EVENT, Endpoint.UPLOAD, Endpoint.HEALTH, Endpoint.ALL_ROUTES, Endpoint.AUTH_CODESPACE)
}
_TOKEN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SCHEMA = re.compile(r"[0-9a-f]{1,64}")
# Of Reflex, which logs the version of an older page.
_VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){2}((a|b|rc|\.post|\.dev)\d{1,3})?")
# Reflex's message to a page of another build, which would reload and lose what its visitor is typing.
_OTHER_BUILD = f'42{_PATH},["{SocketEvent.STATE_MISMATCH}"'
_JOIN, _LEAVE, _EVENT, _PONG = f"40{_PATH},", f"41{_PATH},", f"42{_PATH},", "3"
_HYDRATE = format_event_handler(State.hydrate_and_load)  # type: ignore[arg-type]
# Error reports of the browser are dropped, as they may hold what a visitor typed.
_REPORT = "client_error"
_REPORTED = format_event_handler(FrontendEventExceptionState.handle_frontend_exception)  # type: ignore[arg-type]

Calls = Mapping[str, Collection[frozenset[str]]]


class RefusedError(Exception):
    """No page sends this. ``reason`` is for the log, ``status`` is the HTTP status if the websocket isn't open yet."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.reason, self.status = reason, status


class MessageKind(Enum):
    """The kinds of messages that a page sends."""

    PONG = auto()
    JOIN = auto()
    LEAVE = auto()
    CALL = auto()
    REPORT = auto()


def page_calls(*ours: object) -> Calls:
    """Return the event handlers that a page may call, each with the sets of argument names that it may pass.

    Besides ``ours``, they are the two of Reflex that a page calls when it connects and when it changes its path.
    """
    bare: frozenset[str] = frozenset()
    calls: dict[str, Collection[frozenset[str]]] = {
        _HYDRATE: (bare, frozenset({"hashes"})),
        format_event_handler(OnLoadInternalState.on_load_internal): (bare,),  # type: ignore[arg-type]
    }
    for handler in ours:
        assert isinstance(handler, EventHandler)  # Reflex declares another type for it
        _self, *arguments = inspect.signature(handler.fn).parameters
        calls[format_event_handler(handler)] = (frozenset(arguments),)
    return calls


def read(text: str | None, calls: Calls) -> MessageKind:
    """Return the kind of a message. Raises `RefusedError` if no page sends it."""
    if text is None or len(text) > MAX_MESSAGE or len(text.encode()) > MAX_MESSAGE:
        raise RefusedError("binary or too long")
    if text == _PONG:
        return MessageKind.PONG
    if text == _LEAVE:
        return MessageKind.LEAVE
    if text.startswith(_JOIN):
        join = _json(text.removeprefix(_JOIN))
        _require(
            isinstance(join, dict) and join.keys() == {"event", "state_schema"} and _is_schema(join["state_schema"])
        )
        _check_call(join["event"], {_HYDRATE: calls[_HYDRATE]})
        return MessageKind.JOIN
    _require(text.startswith(_EVENT))
    packet = _json(text.removeprefix(_EVENT))
    _require(isinstance(packet, list) and len(packet) == 2)
    kind, event = packet
    if kind == _REPORT:
        return MessageKind.REPORT
    _require(kind == "event" and isinstance(event, dict))
    if event.get("name") == _REPORTED:
        return MessageKind.REPORT
    _check_call(event, calls)
    return MessageKind.CALL


def _require(holds: bool) -> None:
    if not holds:
        raise RefusedError("not understood")


def _json(text: str) -> Any:
    def no_number(_: str) -> NoReturn:
        raise RefusedError("not understood")

    try:
        return json.loads(text, parse_constant=no_number, parse_int=no_number, parse_float=no_number)
    except (ValueError, RecursionError) as error:
        raise RefusedError("not understood") from error


def _check_call(event: Any, calls: Calls) -> None:
    _require(isinstance(event, dict) and {"name", "router_data"} <= event.keys() <= {"name", "router_data", "payload"})
    _require(isinstance(event["name"], str) and event["name"] in calls)
    payload = event.get("payload", {})
    _require(isinstance(payload, dict) and payload.keys() in calls[event["name"]])
    _require(all(_ARGUMENTS[name](value) for name, value in payload.items()))
    _require(_is_location(event["router_data"]))


def _is_text(value: object, longest: int = MAX_MESSAGE) -> bool:
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # a lone surrogate, which no browser sends and no database stores
        return False
    return True


def _is_short_text(value: object) -> bool:
    return _is_text(value, MAX_SHORT_TEXT)


def _is_schema(value: object) -> bool:
    return isinstance(value, str) and _SCHEMA.fullmatch(value) is not None


def _are_short_texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_ENTRIES and all(map(_is_short_text, value))


def _are_fields(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_ENTRIES
        and all(_is_short_text(name) and _is_text(text) for name, text in value.items())
    )


def _is_location(value: object) -> bool:
    """Return whether this is the location of a page, as Reflex's client sends it."""
    if not isinstance(value, dict) or not {"pathname", "asPath"} <= value.keys() <= {"pathname", "asPath", "query"}:
        return False
    query = value.get("query", {})
    if not isinstance(query, dict):
        return False
    texts = [value["pathname"], value["asPath"], *query]
    for parameter in query.values():
        texts += parameter if isinstance(parameter, list) else [parameter]
    return all(map(_is_text, texts)) and sum(map(len, texts)) <= MAX_LOCATION


_ARGUMENTS: dict[str, Callable[[object], bool]] = {
    "hashes": _are_short_texts,
    "fields": _are_fields,
    "attempt": _is_short_text,
}


class TokenBucket:
    """A rate limit of ``per_second`` messages, with bursts of up to ten seconds' worth; 0: no limit."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._tokens = float(per_second * BURST)
        self._updated_at = time.monotonic()

    def take(self) -> bool:
        """Take a token; False if none is left."""
        now = time.monotonic()
        self._tokens = min(self._tokens + (now - self._updated_at) * self._per_second, self._per_second * BURST)
        self._updated_at = now
        if self._tokens < 1:
            return not self._per_second
        self._tokens -= 1
        return True


def socket_guard(calls: Calls, settings: Settings) -> Callable[[ASGIApp], ASGIApp]:
    """Return ASGI middleware that lets only pages of the site open websockets and send messages."""
    origins = frozenset(settings.allowed_origins)
    open_websockets: Counter[str] = Counter()  # by address
    joins = FixedWindowRateLimiter(MemoryStorage())
    each, total = RateLimitItemPerMinute(JOINS_PER_MINUTE), RateLimitItemPerMinute(TOTAL_JOINS_PER_MINUTE)
    logged_at: dict[str, float] = {}  # by reason

    def log_refusal(reason: str) -> None:
        now = time.monotonic()
        if now - logged_at.get(reason, -LOG_INTERVAL) >= LOG_INTERVAL:
            logged_at[reason] = now
            logger.warning("A websocket was refused or closed: %s. There may be others", reason)

    def admit(scope: Scope) -> str:
        """Return the client that the connection counts for. Raises `RefusedError`."""
        connection = HTTPConnection(scope)
        if scope["path"] not in (_PATH, f"{_PATH}/"):
            raise RefusedError("path", 404)
        sent_origins = connection.headers.getlist("origin")
        if len(sent_origins) > 1 or not origins.issuperset(sent_origins):  # every browser sends it
            raise RefusedError("origin", 403)
        versions = connection.headers.getlist("sec-websocket-protocol")
        if (
            sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS
            or len(versions) > 1
            or not all(map(_VERSION.fullmatch, versions))
            or not _is_query(scope["query_string"])
        ):
            raise RefusedError("handshake")
        client = counted_as(visitor_address(connection))
        if settings.limit_connections and open_websockets.total() >= MAX_WEBSOCKETS:
            raise RefusedError("too many websockets in total", 503)
        if client and settings.limit_connections and open_websockets[client] >= settings.limit_connections:
            raise RefusedError("too many websockets of an address", 429)
        return client

    def may_join(client: str) -> bool:
        if not settings.limit_connections:
            return True
        return (not client or joins.hit(each, client)) and joins.hit(total)

    def wrap(app: ASGIApp) -> ASGIApp:
        async def guarded_app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and _first_part(scope["path"]) in _BLOCKED_PATHS:
                await PlainTextResponse("", 404)(scope, receive, send)
                return
            if scope["type"] != "websocket":
                await app(scope, receive, send)
                return
            try:
                client = admit(scope)
            except RefusedError as refused:
                log_refusal(refused.reason)
                await PlainTextResponse("", refused.status)(scope, receive, send)
                return
            open_websockets[client] += 1
            try:
                guarded = _GuardedWebsocket(
                    receive, send, calls, settings.limit_events, partial(may_join, client), log_refusal
                )
                await app(scope, guarded.receive, guarded.send)
            finally:
                open_websockets[client] -= 1
                if not open_websockets[client]:
                    del open_websockets[client]

        return guarded_app

    return wrap


class _GuardedWebsocket:
    """A websocket whose incoming messages are validated and rate limited, and whose reload messages are dropped."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        calls: Calls,
        per_second: int,
        may_join: Callable[[], bool],
        log_refusal: Callable[[str], None],
    ) -> None:
        self._receive, self._send, self._calls = receive, send, calls
        self._may_join, self._log_refusal = may_join, log_refusal
        self._bucket = TokenBucket(per_second)
        self._joined = False

    async def receive(self) -> Message:
        """Return the next message for Reflex."""
        while True:
            try:
                async with asyncio.timeout(IDLE_TIMEOUT if self._joined else JOIN_TIMEOUT):
                    message = await self._receive()
                if message["type"] != "websocket.receive":
                    return message
                if self._may_pass(message.get("text")):
                    return message
            except TimeoutError:
                await self._send({"type": "websocket.close", "code": GOING_AWAY})
                return {"type": "websocket.disconnect", "code": GOING_AWAY}
            except RefusedError as refused:
                self._log_refusal(refused.reason)
                await self._send({"type": "websocket.close", "code": POLICY_VIOLATION})
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    async def send(self, message: Message) -> None:
        """Send a message of Reflex, unless it would make a page of another build reload."""
        if not (message.get("text") or "").startswith(_OTHER_BUILD):
            await self._send(message)

    def _may_pass(self, text: str | None) -> bool:
        if not self._bucket.take():
            raise RefusedError("too many messages")
        kind = read(text, self._calls)
        if kind is MessageKind.PONG:
            return True
        _require(self._joined is not (kind is MessageKind.JOIN))  # a page joins first, and only once
        if kind is MessageKind.JOIN and not self._may_join():
            raise RefusedError("too many pages joined")
        self._joined = kind is not MessageKind.LEAVE
        return kind is not MessageKind.REPORT


def _first_part(path: str) -> str:
    return "/" + path.lstrip("/").partition("/")[0]


def _is_query(query: bytes) -> bool:
    try:
        parameters = parse_qsl(query.decode("ascii"), strict_parsing=True, max_num_fields=3)
    except ValueError:
        return False
    match sorted(parameters):
        case [("EIO", "4"), ("token", token), ("transport", "websocket")]:
            return _TOKEN.fullmatch(token) is not None
    return False
