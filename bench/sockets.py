"""Visitors' websockets, a thousand of them in one process: as light as asyncio allows."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from urllib.parse import urlsplit

from tests.strangers.client import Handshake, frame, joining, submitting

# A form with nothing in it: one message there, and back what is missing.
_EVENT = frame(submitting({}, "bench"))
_ANSWER = b'"problems_rx_state_"'
_ARRIVED = (b'"is_hydrated_rx_state_":true',)
_PING, _PONG = b"\x81\x012", frame("3")


class Socket:
    """One visitor's websocket, as their page holds it."""

    def __init__(self, url: str) -> None:
        self._url = url

    async def open(self) -> None:
        """Connect and say what a page says first. Raises `ConnectionError`."""
        parts = urlsplit(self._url)
        self._reader, self._writer = await asyncio.open_connection(parts.hostname, parts.port)
        self._writer.write(Handshake().request(self._url))
        head = await self._reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.split(b"\r\n", 1)[0].decode())
        self._writer.write(frame(joining()))
        await self._hears(*_ARRIVED)
        with suppress(TimeoutError):  # what else belongs to the arrival must not pass for an event's answer
            while True:
                await asyncio.wait_for(self._reader.read(65536), 0.3)

    async def event(self) -> float:
        """Send one event and return the seconds until its answer."""
        begun = time.perf_counter()
        self._writer.write(_EVENT)
        await self._hears(_ANSWER)
        return time.perf_counter() - begun

    def flood(self, events: int) -> None:
        """Send events without waiting for anything."""
        self._writer.write(_EVENT * events)

    async def stay(self) -> None:
        """Answer the server's heartbeat until the connection ends. Raises `ConnectionError` then."""
        while data := await self._reader.read(65536):
            if _PING in data:
                self._writer.write(_PONG)
        raise ConnectionError("closed")

    def close(self) -> None:
        """Leave, as a closed tab does."""
        self._writer.transport.abort()

    async def _hears(self, *words: bytes) -> None:
        heard = b""
        while not all(one in heard for one in words):
            data = await self._reader.read(65536)
            if not data:
                raise ConnectionError("closed")
            if _PING in data:
                self._writer.write(_PONG)
            heard += data
