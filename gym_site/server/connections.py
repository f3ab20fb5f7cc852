"""Limits on the number and duration of connections, which uvicorn lacks: one client could lock everyone else out."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gym_site.content.business import Business
from gym_site.content.forms import TRY_AGAIN, TURNED_AWAY
from gym_site.server.address import OpenConnections, counted_as, visitor_address
from gym_site.server.answer import notice
from gym_site.server.policy import headers
from gym_site.server.socket import MAX_MESSAGE
from gym_site.settings import Settings

HEADER_TIMEOUT = 10.0  # seconds from the connection, or a later request's first byte, to the end of the header
BODY_TIMEOUT = 15.0  # seconds from there to the end of the body
WRITE_TIMEOUT = 30.0  # seconds within which a client must read something of a pending response
KEEP_ALIVE_TIMEOUT = 15  # seconds until the next request
REFUSED_TIMEOUT = 1.0  # seconds to read a refused request: closed unread, the client would not get the answer
SHUTDOWN_TIMEOUT = 12  # seconds for requests in progress when the server stops
MAX_HEADER = 32 * 1024  # bytes
HTTP_VERSIONS = ("1.0", "1.1")  # the parser accepts 0.9 and 2.0 too
MAX_CONNECTIONS = 4000  # of all addresses
CONNECTIONS_PER_WEBSOCKET = 4  # connections an address may have for each websocket that it may have


class Counted(asyncio.Protocol):
    """Mixin for uvicorn's protocols: a connection that is counted, and whose client has to read what it is sent."""

    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport

    def __init__(self, connections: OpenConnections, refusals: Mapping[int, bytes], **options: Any) -> None:
        super().__init__(**options)
        self._connections, self._refusals = connections, refusals
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: Any) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._counted_as = counted_as(self.client[0] if self.client else "")
        self._refused = self._connections.enter(self._counted_as)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the closed connection, and wait for nothing more."""
        self.resume_writing()
        self._stop_timer("read")
        self._connections.leave(self._counted_as)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give the client some time to read the pending response."""
        super().pause_writing()
        self._start_timer("write", WRITE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read something: stop the timer."""
        super().resume_writing()
        self._stop_timer("write")

    def _start_timer(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        self._stop_timer(name)
        self._timers[name] = self.loop.call_later(seconds, act)

    def _stop_timer(self, name: str) -> None:
        if timer := self._timers.pop(name, None):
            timer.cancel()


class LimitedHttp(Counted, HttpToolsProtocol):
    """An HTTP connection with a timeout for each part of a request."""

    _in_header = True
    _header_size = 0

    def connection_made(self, transport: Any) -> None:
        """Wait for a request."""
        super().connection_made(transport)
        self._allow(REFUSED_TIMEOUT if self._refused else HEADER_TIMEOUT)

    def data_received(self, data: bytes) -> None:
        """Parse the data, within the limits."""
        if self._refused:
            self._refuse(self._refused)
            return
        if self._in_header:
            self._header_size += len(data)
            if "read" not in self._timers:
                self._allow(HEADER_TIMEOUT)
        super().data_received(data)
        if self._in_header and self._header_size > MAX_HEADER:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        """Wait for the body. Raises `ValueError`, which is answered with 400, for a request that is not served."""
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        version = self.parser.get_http_version()  # type: ignore[union-attr]  # None only after the connection is closed
        if version not in HTTP_VERSIONS or size > MAX_HEADER:
            raise ValueError("HTTP version not served, or a header over the limit in a single read")
        self._in_header, self._header_size = False, 0
        self._allow(BODY_TIMEOUT)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer: the app may take its time to respond."""
        self._in_header = True
        self._stop_timer("read")
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the websocket, which counts it again."""
        self._stop_timer("read")
        self._connections.leave(self._counted_as)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse what is not HTTP."""
        self._refuse(400)

    def _allow(self, seconds: float) -> None:
        self._start_timer("read", seconds, self._on_timeout)

    def _on_timeout(self) -> None:
        if self._refused or self._header_size or not self._in_header:
            self._refuse(self._refused or 408)
        else:  # nothing was received
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Send a refusal, unless a response has begun, and close the connection."""
        self._stop_timer("read")
        if self.transport.is_closing():
            return
        begun = self.cycle is not None and self.cycle.response_started
        if not begun or (self.cycle.response_complete and self._in_header):
            self.transport.write(self._refusals[status])
        if self.cycle is not None:  # tells the app that the client is gone
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


class LimitedWebsocket(Counted, WebSocketsSansIOProtocol):
    """A websocket, counted with the other connections of its address; `gym_site.server.socket` limits them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.close_timeout = 1.0  # seconds for the client to confirm a close; what it sends meanwhile is read

    def data_received(self, data: bytes) -> None:
        """Parse the data, and refuse a handshake whose header the library rejects: it would wait for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(self._refusals[400])
            self.transport.close()


def uvicorn_options(root: Path, business: Business, settings: Settings) -> dict[str, Any]:
    """Return arguments of `uvicorn.Config`; ``root`` is the folder of the built pages."""
    # Behind proxies `limit_requests` limits each address.
    each = 0 if settings.trusted_proxy_hops else settings.limit_connections * CONNECTIONS_PER_WEBSOCKET
    counted = OpenConnections(each, MAX_CONNECTIONS), refusals(headers(root, settings), business)
    return {
        "http": partial(LimitedHttp, *counted),
        "ws": partial(LimitedWebsocket, *counted),
        "ws_max_size": MAX_MESSAGE,
        "ws_ping_interval": None,  # Reflex has its own
        "ws_per_message_deflate": False,
        "timeout_keep_alive": KEEP_ALIVE_TIMEOUT,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT,
        "server_header": False,
        "proxy_headers": False,  # server/address.py reads them
        "access_log": False,
        "log_config": None,
    }


def refusals(security_headers: dict[str, str], business: Business) -> dict[int, bytes]:
    """Return a complete HTTP response with the gym's telephone number for each status that closes a connection."""
    responses = {}
    for status in TURNED_AWAY:
        refusal = _refusal(status, business, security_headers | {"connection": "close"})
        first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
        lines = (name + b": " + value for name, value in refusal.raw_headers)
        responses[status] = b"\r\n".join([first, *lines, b"", bytes(refusal.body)])
    return responses


def _refusal(status: int, business: Business, headers: dict[str, str]) -> HTMLResponse:
    page = notice(TURNED_AWAY[status], TRY_AGAIN, business)
    return HTMLResponse(page, status, {"cache-control": "no-store", "retry-after": "60"} | headers)


def limit_requests(app: ASGIApp, business: Business, settings: Settings) -> ASGIApp:
    """Wrap the app: limit the concurrent requests of each address that a proxy reports."""
    if not settings.trusted_proxy_hops or not settings.limit_connections:
        return app
    requests = OpenConnections(settings.limit_connections * CONNECTIONS_PER_WEBSOCKET, 0)

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        with requests.counted(counted_as(visitor_address(HTTPConnection(scope)))) as refused:
            await (_refusal(refused, business, {}) if refused else app)(scope, receive, send)

    return counted
