"""A stranger at the site's door: whatever bytes they like, over HTTP and over the websocket, and nothing else."""

from __future__ import annotations

import json
import os
import re
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from reflex_base.constants import Reflex

from gym_site.server.events import page_calls
from gym_site.state.forms import InquiryForm
from tests.site import WEB

WITHIN = 20.0  # seconds, for any answer
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
STATE = "reflex___state____state"
HYDRATE = f"{STATE}.hydrate_and_load"
MOVED = f"{STATE}.reflex___state____on_load_internal_state.on_load_internal"
SUBMIT = f"{STATE}.gym_site___state___forms____inquiry_form.submit"
PLACE = {"pathname": "/", "asPath": "/"}
CALLS = page_calls(InquiryForm.submit)
MARK = "zq7stranger"  # in what strangers send, and in no log


def token() -> str:
    """Return a token as a page makes one."""
    return str(uuid4())


def schema() -> str:
    """Return the hash of the states that the built pages know; zeros before the first build."""
    built = WEB / "utils" / "context.jsx"
    return re.search(r'stateSchema = "(\w+)"', built.read_text())[1] if built.exists() else "0" * 32


def packet(event: Any) -> str:
    """Return the message that carries an event."""
    return "42/_event," + json.dumps(["event", event], separators=(",", ":"))


def moving(**changes: Any) -> str:
    """Return the message of a move to another page, changed."""
    return packet({"name": MOVED, "router_data": PLACE} | changes)


def joining(**changes: Any) -> str:
    """Return the first message of a page."""
    event = {"name": HYDRATE, "router_data": PLACE}
    return "40/_event," + json.dumps({"event": event, "state_schema": schema()} | changes)


def submitting(fields: Any, attempt: Any) -> str:
    """Return the message of a filled-in inquiry form."""
    return packet({"name": SUBMIT, "payload": {"fields": fields, "attempt": attempt}, "router_data": PLACE})


def frame(payload: str | bytes, opcode: int = TEXT, *, first: int = 0x80, masked: bool = True) -> bytes:
    """Return a websocket frame; ``first`` holds the bits beside the opcode: 0x80 ends the message."""
    data = payload.encode("utf-8", "surrogatepass") if isinstance(payload, str) else payload
    bit = 0x80 if masked else 0
    if len(data) < 126:
        head = struct.pack("!BB", first | opcode, bit | len(data))
    elif len(data) < 1 << 16:
        head = struct.pack("!BBH", first | opcode, bit | 126, len(data))
    else:
        head = struct.pack("!BBQ", first | opcode, bit | 127, len(data))
    return head + (bytes(4) + data if masked else data)  # a mask of zeros leaves the data as they are


@dataclass
class Handshake:
    """What a page asks for a websocket with; each part may be another."""

    path: str = "/_event/"
    query: str | None = None
    headers: dict[str, str | None] = field(default_factory=dict)  # None leaves one out
    more: tuple[str, ...] = ()  # whole lines

    def request(self, url: str) -> bytes:
        """Return the request for the site at ``url``."""
        query = f"token={token()}&EIO=4&transport=websocket" if self.query is None else self.query
        headers = {
            "Host": urlsplit(url).netloc,
            "Origin": url,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol": Reflex.VERSION,
        } | self.headers
        lines = [f"GET {self.path}?{query} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items() if value is not None]
        return "\r\n".join([*lines, *self.more, "", ""]).encode("utf-8", "surrogatepass")


class Stranger:
    """One connection to the site. A context manager."""

    def __init__(self, url: str) -> None:
        self.url = url
        parts = urlsplit(url)
        self._socket = socket.create_connection((parts.hostname, parts.port), WITHIN)
        self._read = b""
        self._opened = False
        self.closed_with: int | None = None  # the code of the server's closing frame

    def __enter__(self) -> Stranger:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes; a server that has closed meanwhile is no fault."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(data)

    def status(self) -> int:
        """Read the head of an answer and return its status; 0 where the connection ends instead."""
        while b"\r\n\r\n" not in self._read:
            if not self._more():
                return 0
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1])

    def open(self, handshake: Handshake | None = None) -> int:
        """Ask for a websocket and return the status."""
        self.send((handshake or Handshake()).request(self.url))
        status = self.status()
        self._opened = status == 101
        return status

    def join(self) -> Stranger:
        """Do what a page does first, and open the websocket for it where it isn't open."""
        assert self._opened or self.open() == 101
        self.say(joining())
        self.hears('"is_hydrated_rx_state_":true')
        return self

    def say(self, message: str | bytes) -> None:
        """Send a message over the websocket."""
        self.send(frame(message, TEXT if isinstance(message, str) else BINARY))

    def submit(self, fields: dict[str, str]) -> bool:
        """Send a filled-in form and say whether a success was answered."""
        attempt = uuid4().hex
        self.say(submitting(fields, attempt))
        return '"ok_rx_state_":true' in self.hears(f'"answered_rx_state_":"{attempt}"')

    def hears(self, words: str) -> str:
        """Wait for a message with these words and return it."""
        while (message := self.hear()) is not None:
            if words in message:
                return message
        raise AssertionError(f"The websocket was closed ({self.closed_with}) without {words}")

    def hear(self) -> str | None:
        """Return the next message; None at the end, which `closed_with` may explain."""
        while True:
            try:
                opcode, payload = self._frame()
            except EOFError:
                return None
            if opcode == CLOSE:
                self.closed_with = struct.unpack("!H", payload[:2])[0] if payload else None
                return None
            if opcode == TEXT:
                return payload.decode()

    def is_put_out(self) -> bool:
        """Wait until the server ends the connection. False where it doesn't."""
        try:
            while self.hear() is not None:
                pass
        except TimeoutError:
            return False
        return True

    def _frame(self) -> tuple[int, bytes]:
        first, size = self._take(2)
        if size == 126:
            (size,) = struct.unpack("!H", self._take(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._take(8))
        return first & 0x0F, self._take(size)

    def _take(self, count: int) -> bytes:
        while len(self._read) < count:
            if not self._more():
                raise EOFError
        taken, self._read = self._read[:count], self._read[count:]
        return taken

    def _more(self) -> bool:
        try:
            data = self._socket.recv(65536)
        except ConnectionResetError:
            data = b""
        self._read += data
        return bool(data)


def a_form(mark: str) -> dict[str, str]:
    """Return a filled-in inquiry form with ``mark`` in its words."""
    key = os.urandom(16).hex()
    return {"key": key, "name": "Jo Chan", "email": "jo@mail.example", "phone": "", "service": "", "message": mark}
