"""How long a connection may take and how many there may be, for uvicorn, which limits neither.

Without this a stranger who opens connections and sends nothing, or half a request, keeps everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gym_site.content.business import Business
from gym_site.content.forms import TRY_AGAIN, TURNED_AWAY
from gym_site.server.address import counted_as, visitor_address
from gym_site.server.answer import answer_page
from gym_site.server.policy import headers
from gym_site.server.published import send_whole
from gym_site.server.socket import MAX_MESSAGE
from gym_site.settings import Settings

HEADER_WITHIN = 10.0  # seconds from the first byte, or from the connection, to the end of a request's header
BODY_WITHIN = 15.0  # seconds from there to the end of its body
TAKEN_WITHIN = 30.0  # seconds in which a client must take some of an answer
KEPT_ALIVE = 15  # seconds until the next request
REFUSED_WITHIN = 1.0  # seconds for the request of somebody who is refused: unread, it would cost them the answer
STOPPED_WITHIN = 12  # seconds for what is under way when the server stops
MAX_HEADER = 32 * 1024  # bytes
VERSIONS = ("1.0", "1.1")  # the parser takes 0.9 and 2.0 too
CONNECTIONS = 4000  # of all addresses
PER_WEBSOCKET = 4  # connections of any kind that an address may have for each websocket that it may have


class Ceilings:
    """How many connections are open; one for each server. 0: any number."""

    def __init__(self, each: int, total: int, answers: Mapping[int, bytes]) -> None:
        self._each, self._total = each, total
        self._open: Counter[str] = Counter()
        self.answers = answers

    def enter(self, address: str) -> int:
        """Count a connection; return 0, or the HTTP status with which to refuse it."""
        self._open[address] += 1
        if self._each and address and self._open[address] > self._each:
            return 429
        return 503 if self._total and self._open.total() > self._total else 0

    def leave(self, address: str) -> None:
        """Count one less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class LimitedHttp(HttpToolsProtocol):
    """A connection with a time limit for each part of a request."""

    def __init__(self, ceilings: Ceilings, **options: Any) -> None:
        super().__init__(**options)
        self._ceilings = ceilings
        self._timer: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._in_header, self._header_size = True, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for a request."""
        super().connection_made(transport)
        self._whose = counted_as(self.client[0] if self.client else "")
        self._refused = self._ceilings.enter(self._whose)
        self._within(REFUSED_WITHIN if self._refused else HEADER_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self._at_ease()
        self.resume_writing()
        self._ceilings.leave(self._whose)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, as far as it may go."""
        if self._refused:
            self._end(self._refused)
            return
        if self._in_header:
            self._header_size += len(data)
            if self._timer is None:
                self._within(HEADER_WITHIN)
        super().data_received(data)
        if self._in_header and self._header_size > MAX_HEADER:
            self._end(431)

    def on_headers_complete(self) -> None:
        """Wait for the body. Raises `ValueError`, which is answered with 400, for what may not go on."""
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        version = self.parser.get_http_version()  # type: ignore[union-attr]  # None only after the connection's end
        if version not in VERSIONS or size > MAX_HEADER:
            msg = "HTTP version not served, or a header over the limit in a single read"
            raise ValueError(msg)
        self._in_header, self._header_size = False, 0
        self._within(BODY_WITHIN)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for nothing: the app answers in its own time."""
        self._in_header = True
        self._at_ease()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the websocket, which counts it anew."""
        self._at_ease()
        self._ceilings.leave(self._whose)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is no HTTP."""
        self._end(400)

    def pause_writing(self) -> None:
        """Give the client some time to take what waits for it."""
        super().pause_writing()
        self._taking = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _within(self, seconds: float) -> None:
        self._at_ease()
        self._timer = self.loop.call_later(seconds, self._late)

    def _at_ease(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        if self._refused or self._header_size or not self._in_header:
            self._end(self._refused or 408)
        else:  # not one byte came
            self.transport.close()

    def _end(self, status: int) -> None:
        """Answer what can't be answered otherwise, unless an answer has begun, and close."""
        self._at_ease()
        if self.transport.is_closing():
            return
        begun = self.cycle is not None and self.cycle.response_started
        if not begun or (self.cycle.response_complete and self._in_header):
            self.transport.write(self._ceilings.answers[status])
        if self.cycle is not None:  # the app learns that nobody is there
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


class LimitedWebsocket(WebSocketsSansIOProtocol):
    """A websocket, counted with the other connections of its address."""

    def __init__(self, ceilings: Ceilings, **options: Any) -> None:
        super().__init__(**options)
        self._ceilings = ceilings
        self._timer: asyncio.TimerHandle | None = None
        self.close_timeout = 1.0  # seconds for the other side to agree; what it sends meanwhile is read

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and wait for a request."""
        super().connection_made(transport)
        self._whose = counted_as(self.client[0] if self.client else "")
        self._ceilings.enter(self._whose)  # socket.py has its own limit

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self.resume_writing()
        self._ceilings.leave(self._whose)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read, and refuse a handshake whose header the library doesn't take: it would wait for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(self._ceilings.answers[400])
            self.transport.close()

    def pause_writing(self) -> None:
        """Give the client some time to take what waits for it."""
        super().pause_writing()
        self._timer = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has taken something."""
        super().resume_writing()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def uvicorn_options(root: Path, business: Business, settings: Settings) -> dict[str, Any]:
    """Return the arguments of `uvicorn.Config` for a server of one process with these limits.

    ``root`` is the folder of the built pages. Behind proxies, whose connections are everybody's, `requests_counted`
    limits each address instead.
    """
    each = 0 if settings.trusted_proxy_hops else settings.limit_connections * PER_WEBSOCKET
    ceilings = Ceilings(each, CONNECTIONS, answers(headers(root, settings), business))
    return {
        "http": partial(LimitedHttp, ceilings),
        "ws": partial(LimitedWebsocket, ceilings),
        "ws_max_size": MAX_MESSAGE,
        "ws_ping_interval": None,  # Reflex asks for itself
        "ws_per_message_deflate": False,
        "timeout_keep_alive": KEPT_ALIVE,
        "timeout_graceful_shutdown": STOPPED_WITHIN,
        "server_header": False,
        "proxy_headers": False,  # server/address.py reads them
        "access_log": False,
        "log_config": None,
    }


def answers(guarding: list[tuple[bytes, bytes]], business: Business) -> dict[int, bytes]:
    """Return a whole HTTP answer with the gym's telephone number for each status that ends a connection."""
    return {
        status: b"\r\n".join(
            [
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(),
                *(name + b": " + value for name, value in _of_refusal(guarding)),
                b"connection: close",
                f"content-length: {len(page)}".encode(),
                b"",
                page,
            ]
        )
        for status in TURNED_AWAY
        for page in [_page(status, business)]
    }


def _of_refusal(guarding: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    kind = (b"content-type", b"text/html; charset=utf-8")
    return [kind, (b"cache-control", b"no-store"), (b"retry-after", b"60"), *guarding]


def _page(status: int, business: Business) -> bytes:
    call = f'<p><a href="{business.tel}">{escape(business.phone)}</a></p>'
    return answer_page(TURNED_AWAY[status], f"<p>{escape(TRY_AGAIN)}</p>{call}", business).encode()


def requests_counted(business: Business, settings: Settings) -> Callable[[ASGIApp], ASGIApp]:
    """Return a wrapper round the app that limits the requests under way of each address that a proxy names."""
    each = settings.limit_connections * PER_WEBSOCKET if settings.trusted_proxy_hops else 0
    ceilings = Ceilings(each, 0, {})

    def wrap(app: ASGIApp) -> ASGIApp:
        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or not each:
                await app(scope, receive, send)
                return
            whose = counted_as(visitor_address(HTTPConnection(scope)))
            try:
                if status := ceilings.enter(whose):
                    await send_whole(scope, send, status, _of_refusal([]), _page(status, business))
                else:
                    await app(scope, receive, send)
            finally:
                ceilings.leave(whose)

        return counted

    return wrap
