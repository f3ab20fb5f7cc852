"""What may come in over the websocket: what the site's own page sends, and nothing else.

Reflex by itself lets a stranger's socket call every public method of every state with arguments of any type, and its
complaints about a message hold the whole message. So each one is read here first. What the page can't have sent never
reaches Reflex, and the connection is closed.
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
MAX_PLACE = 24 * 1024  # characters: a page's path, alone and with its query, and the query once more
MAX_WORD = 64  # characters: names, hashes, keys
MAX_ENTRIES = 40  # of a list or a mapping
BURST = 10  # seconds' worth of messages at once
ARRIVALS = 60  # pages a minute for an address: each leaves a state in memory for a quarter of an hour
ALL_ARRIVALS = 300  # pages a minute for all addresses
WEBSOCKETS = 2000  # of all addresses: pages and forms need connections too
JOINED_WITHIN = 10.0  # seconds from the handshake
HEARD_WITHIN = 60.0  # seconds from one message to the next: Reflex asks every 25 whether the page is there
TOLD_EVERY = 60  # seconds: strangers must not fill the log

GOING_AWAY, POLICY_VIOLATION = 1001, 1008  # the websocket protocol's codes
_PATH = str(Endpoint.EVENT)
# What Reflex answers, or would with another setting, and no page asks for; its polling would be a way round the guard.
_CLOSED = {
    str(one) for one in (Endpoint.EVENT, Endpoint.UPLOAD, Endpoint.HEALTH, Endpoint.ALL_ROUTES, Endpoint.AUTH_CODESPACE)
}
_TOKEN = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SCHEMA = re.compile(r"[0-9a-f]{1,64}")
_VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){2}((a|b|rc|\.post|\.dev)\d{1,3})?")  # of Reflex: an older page's is logged
# To a page of another build, which would reload itself and lose what its visitor is typing.
_OTHER_BUILD = f'42{_PATH},["{SocketEvent.STATE_MISMATCH}"'
_JOIN, _LEAVE, _EVENT, _PONG = f"40{_PATH},", f"41{_PATH},", f"42{_PATH},", "3"
_HYDRATE = format_event_handler(State.hydrate_and_load)  # type: ignore[arg-type]
# The browser's own errors: what they say may hold what a visitor typed, so nobody reads them.
_REPORT = "client_error"
_REPORTED = format_event_handler(FrontendEventExceptionState.handle_frontend_exception)  # type: ignore[arg-type]

Calls = Mapping[str, Collection[frozenset[str]]]


class RefusedError(Exception):
    """Something that no page sends; ``why`` is for the log, ``status`` the answer where no websocket is open yet."""

    def __init__(self, why: str, status: int = 400) -> None:
        super().__init__(why)
        self.why, self.status = why, status


class Sent(Enum):
    """The kinds of messages that a page sends."""

    PONG = auto()
    JOIN = auto()
    LEAVE = auto()
    CALL = auto()
    REPORT = auto()


def page_calls(*ours: object) -> Calls:
    """Return the handlers that a page may call, each with the sets of arguments that it may name.

    Reflex's are the two that a page calls by itself, on connecting and on moving to another page.
    """
    bare: frozenset[str] = frozenset()
    calls: dict[str, Collection[frozenset[str]]] = {
        _HYDRATE: (bare, frozenset({"hashes"})),
        format_event_handler(OnLoadInternalState.on_load_internal): (bare,),  # type: ignore[arg-type]
    }
    for handler in ours:
        assert isinstance(handler, EventHandler)  # Reflex gives the method that it makes one of another type
        _self, *arguments = inspect.signature(handler.fn).parameters
        calls[format_event_handler(handler)] = (frozenset(arguments),)
    return calls


def read(text: str | None, calls: Calls) -> Sent:
    """Return what kind of message this is. Raises `RefusedError` for what no page sends."""
    if text is None or len(text) > MAX_MESSAGE or len(text.encode()) > MAX_MESSAGE:
        raise RefusedError("binary or too long")
    if text == _PONG:
        return Sent.PONG
    if text == _LEAVE:
        return Sent.LEAVE
    if text.startswith(_JOIN):
        said = _json(text.removeprefix(_JOIN))
        _must(isinstance(said, dict) and said.keys() == {"event", "state_schema"} and _is_schema(said["state_schema"]))
        _check_call(said["event"], {_HYDRATE: calls[_HYDRATE]})
        return Sent.JOIN
    _must(text.startswith(_EVENT))
    said = _json(text.removeprefix(_EVENT))
    _must(isinstance(said, list) and len(said) == 2)
    if said[0] == _REPORT:
        return Sent.REPORT
    _must(said[0] == "event" and isinstance(said[1], dict))
    if said[1].get("name") == _REPORTED:
        return Sent.REPORT
    _check_call(said[1], calls)
    return Sent.CALL


def _must(holds: bool) -> None:
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
    _must(isinstance(event, dict) and {"name", "router_data"} <= event.keys() <= {"name", "router_data", "payload"})
    _must(isinstance(event["name"], str) and event["name"] in calls)
    payload = event.get("payload", {})
    _must(isinstance(payload, dict) and payload.keys() in calls[event["name"]])
    _must(all(_ARGUMENTS[name](value) for name, value in payload.items()))
    _must(_is_place(event["router_data"]))


def _is_text(value: object, longest: int = MAX_MESSAGE) -> bool:
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a pair, which no browser sends and nothing here can store
        return False
    return True


def _is_word(value: object) -> bool:
    return _is_text(value, MAX_WORD)


def _is_schema(value: object) -> bool:
    return isinstance(value, str) and _SCHEMA.fullmatch(value) is not None


def _are_words(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_ENTRIES and all(map(_is_word, value))


def _are_entries(value: object) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MAX_ENTRIES
        and all(_is_word(name) and _is_text(said) for name, said in value.items())
    )


def _is_place(value: object) -> bool:
    """Say whether this is where a visitor is, as the page names it."""
    if not isinstance(value, dict) or not {"pathname", "asPath"} <= value.keys() <= {"pathname", "asPath", "query"}:
        return False
    query = value.get("query", {})
    if not isinstance(query, dict):
        return False
    texts = [value["pathname"], value["asPath"], *query]
    for one in query.values():
        texts += one if isinstance(one, list) else [one]
    return all(map(_is_text, texts)) and sum(map(len, texts)) <= MAX_PLACE


_ARGUMENTS: dict[str, Callable[[object], bool]] = {
    "hashes": _are_words,
    "fields": _are_entries,
    "attempt": _is_word,
}


class Allowance:
    """Lets so many messages a second pass, and ten seconds' worth at once; 0: any number."""

    def __init__(self, a_second: int) -> None:
        self._a_second = a_second
        self._left = float(a_second * BURST)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take one; False where none is left."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._at) * self._a_second, self._a_second * BURST)
        self._at = now
        if self._left < 1:
            return not self._a_second
        self._left -= 1
        return True


def socket_guard(calls: Calls, settings: Settings) -> Callable[[ASGIApp], ASGIApp]:
    """Return a wrapper round the app that lets pages of the site open a websocket and send over it what they send."""
    origins = frozenset(settings.allowed_origins)
    held: Counter[str] = Counter()  # open websockets of each address
    arrivals = FixedWindowRateLimiter(MemoryStorage())
    each, everybody = RateLimitItemPerMinute(ARRIVALS), RateLimitItemPerMinute(ALL_ARRIVALS)
    told: dict[str, float] = {}

    def tell(why: str) -> None:
        now = time.monotonic()
        if now - told.get(why, -TOLD_EVERY) >= TOLD_EVERY:
            told[why] = now
            logger.warning("A websocket was refused or closed: %s. Others may have been", why)

    def admit(scope: Scope) -> str:
        """Return what the connection is counted by. Raises `RefusedError`."""
        connection = HTTPConnection(scope)
        if scope["path"] not in (_PATH, f"{_PATH}/"):
            raise RefusedError("path", 404)
        named = connection.headers.getlist("origin")
        if len(named) > 1 or not origins.issuperset(named):  # every browser names it
            raise RefusedError("origin", 403)
        versions = connection.headers.getlist("sec-websocket-protocol")
        if (
            sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS
            or len(versions) > 1
            or not all(map(_VERSION.fullmatch, versions))
            or not _is_query(scope["query_string"])
        ):
            raise RefusedError("handshake")
        whose = counted_as(visitor_address(connection))
        if settings.limit_connections and held.total() >= WEBSOCKETS:
            raise RefusedError("websockets of all", 503)
        if whose and settings.limit_connections and held[whose] >= settings.limit_connections:
            raise RefusedError("connections", 429)
        return whose

    def may_join(whose: str) -> bool:
        if not settings.limit_connections:
            return True
        return (not whose or arrivals.hit(each, whose)) and arrivals.hit(everybody)

    def wrap(app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and _first_part(scope["path"]) in _CLOSED:
                await PlainTextResponse("", 404)(scope, receive, send)
                return
            if scope["type"] != "websocket":
                await app(scope, receive, send)
                return
            try:
                whose = admit(scope)
            except RefusedError as refused:
                tell(refused.why)
                await PlainTextResponse("", refused.status)(scope, receive, send)
                return
            held[whose] += 1
            try:
                watched = _Watched(receive, send, calls, settings.limit_events, partial(may_join, whose), tell)
                await app(scope, watched.receive, watched.send)
            finally:
                held[whose] -= 1
                if not held[whose]:
                    del held[whose]

        return guarded

    return wrap


class _Watched:
    """What comes in over one websocket, as far as it may, and what goes out."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        calls: Calls,
        a_second: int,
        may_join: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        self._receive, self._send, self._calls, self._may_join, self._tell = receive, send, calls, may_join, tell
        self._allowance = Allowance(a_second)
        self._joined = False

    async def receive(self) -> Message:
        """Return the next message for Reflex."""
        while True:
            try:
                async with asyncio.timeout(HEARD_WITHIN if self._joined else JOINED_WITHIN):
                    message = await self._receive()
                if message["type"] != "websocket.receive":
                    return message
                if self._may_pass(message.get("text")):
                    return message
            except TimeoutError:
                await self._send({"type": "websocket.close", "code": GOING_AWAY})
                return {"type": "websocket.disconnect", "code": GOING_AWAY}
            except RefusedError as refused:
                self._tell(refused.why)
                await self._send({"type": "websocket.close", "code": POLICY_VIOLATION})
                return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    async def send(self, message: Message) -> None:
        """Send what Reflex sends, but not the word on which a page of another build reloads itself."""
        if not (message.get("text") or "").startswith(_OTHER_BUILD):
            await self._send(message)

    def _may_pass(self, text: str | None) -> bool:
        if not self._allowance.take():
            raise RefusedError("rate")
        sent = read(text, self._calls)
        if sent is Sent.PONG:
            return True
        _must(self._joined is not (sent is Sent.JOIN))  # joining comes first, and once
        if sent is Sent.JOIN and not self._may_join():
            raise RefusedError("arrivals")
        self._joined = sent is not Sent.LEAVE
        return sent is not Sent.REPORT


def _first_part(path: str) -> str:
    return "/" + path.lstrip("/").partition("/")[0]


def _is_query(query: bytes) -> bool:
    try:
        said = parse_qsl(query.decode("ascii"), strict_parsing=True, max_num_fields=3)
    except ValueError:
        return False
    match sorted(said):
        case [("EIO", "4"), ("token", token), ("transport", "websocket")]:
            return _TOKEN.fullmatch(token) is not None
    return False
