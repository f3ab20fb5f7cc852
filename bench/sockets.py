"""Visitors' websockets, a thousand of them in one process: as light as asyncio allows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from tests.strangers.client import Handshake, frame, joining, submitting

AT_ONCE = 50  # connections that are opened at the same moment
# An empty form: one message there, and back which fields are missing.
_EVENT, _ANSWER = frame(submitting({}, "bench")), b'"problems_rx_state_"'
_HYDRATED = b'"is_hydrated_rx_state_":true'
_PING, _PONG = b"\x81\x012", frame("3")


class Socket:
    """One visitor's websocket, as their page holds it."""

    async def open(self, url: str) -> None:
        """Connect and hydrate as a page does. Raises `ConnectionError`."""
        parts = urlsplit(url)
        self._reader, self._writer = await asyncio.open_connection(parts.hostname, parts.port)
        self._writer.write(Handshake().request(url))
        head = await self._reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        self._writer.write(frame(joining()))
        await self._receive(_HYDRATED)
        with suppress(TimeoutError):  # the rest of the hydration must not pass for an event's answer
            while True:
                await asyncio.wait_for(self._reader.read(65536), 0.3)

    async def event(self) -> float:
        """Send one event and return the seconds until its answer."""
        started = time.perf_counter()
        self._writer.write(_EVENT)
        await self._receive(_ANSWER)
        return time.perf_counter() - started

    def flood(self, events: int) -> None:
        """Send events without waiting for answers."""
        self._writer.write(_EVENT * events)

    async def stay(self) -> None:
        """Answer the server's heartbeat until the connection ends. Raises `ConnectionError` then."""
        await self._receive(None)

    def close(self) -> None:
        """Leave, as a closed tab does."""
        self._writer.transport.abort()

    async def _receive(self, expected: bytes | None) -> None:
        received = b""
        while expected is None or expected not in received:
            data = await self._reader.read(65536)
            if not data:
                raise ConnectionError("closed")
            if _PING in data:
                self._writer.write(_PONG)
            if expected:
                received += data


@asynccontextmanager
async def sockets(url: str, count: int) -> AsyncIterator[list[Socket]]:
    """Open websockets, and close them at the end."""
    opened = [Socket() for _ in range(count)]
    for start in range(0, count, AT_ONCE):
        await asyncio.gather(*(socket.open(url) for socket in opened[start : start + AT_ONCE]))
    try:
        yield opened
    finally:
        for socket in opened:
            socket.close()
