"""A form service for tests, in a process of its own: ``python -m tests.form_service PORT`` (0: any free port).

Every POST is recorded and answered. ``GET /_posts`` returns what came in, ``DELETE /_posts`` forgets it, and
``PUT /_answer`` with ``{"status": 503, "body": {...}, "delay": 2.0, "headers": {...}}`` sets the answers from then on;
each part may be left out and is then as at the start. A body that is text is sent as it stands. ``"fault"`` names one
of `FAULTS` instead of an answer, and with ``"mark"`` all of it is for posts that hold this text alone. The first line
on stdout is the address.
"""

from __future__ import annotations

import gzip
import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from typing import Any

BOMB = 60_000_000  # bytes, unpacked; packed they are few enough to be read whole
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@dataclass(frozen=True)
class Answer:
    """What a POST is answered; ``delay`` is in seconds, ``fault`` one of `FAULTS`."""

    status: int = 200
    body: Any = field(default_factory=lambda: {"ok": True, "next": "/thanks"})
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    fault: str = ""


class FormService(ThreadingHTTPServer):
    """Keeps the posts and the next answers in memory."""

    daemon_threads = True
    request_queue_size = 128  # many leads come at once

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.lock = threading.Lock()
        self.posts: list[dict[str, Any]] = []
        self.answers = {"": Answer()}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A site that is killed, or has had enough, closes its connection: that is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def answer_to(self, raw: str) -> Answer:
        """Return the answer to a post: that for its mark, or that for all."""
        return next((answer for mark, answer in self.answers.items() if mark and mark in raw), self.answers[""])


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: FormService  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        """Record it, then answer."""
        raw = self._body().decode(errors="replace")
        if not raw:
            self.close_connection = True  # whoever sent it died before its end
            return
        try:
            body = json.loads(raw)
        except ValueError:
            body = raw
        post = {"method": "POST", "path": self.path, "headers": dict(self.headers), "body": body, "at": time.time()}
        with self.server.lock:
            self.server.posts.append(post)
            answer = self.server.answer_to(raw)
        time.sleep(answer.delay)
        if not answer.fault:
            self._reply(answer.status, answer.body, answer.headers)
            return
        self.close_connection = True
        pieces, pause = FAULTS[answer.fault]
        for piece in pieces():
            self.connection.sendall(piece)
            time.sleep(pause)
        if answer.fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())

    def do_GET(self) -> None:
        """Return the posts."""
        if self.path != "/_posts":
            self._reply(404, {"error": "not found"})
            return
        with self.server.lock:
            posts = list(self.server.posts)
        self._reply(200, posts)

    def do_DELETE(self) -> None:
        """Forget the posts."""
        with self.server.lock:
            self.server.posts.clear()
            self.server.answers = {"": Answer()}
        self._reply(200, {})

    def do_PUT(self) -> None:
        """Set the answers."""
        told = json.loads(self._body() or b"{}")
        mark, answer = told.pop("mark", ""), Answer(**told)
        with self.server.lock:
            self.server.answers[mark] = answer
        self._reply(200, {})

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _body(self) -> bytes:
        """Return the whole body; nothing, where its end never came."""
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        return body if len(body) == length else b""

    def _reply(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@cache
def _bomb() -> bytes:
    body = gzip.compress(b'{"error": "' + bytes(BOMB))
    return OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body


LONG_BODY = OK + b"Content-Length: 1000\r\n\r\n"
FAULTS: dict[str, tuple[Callable[[], Iterable[bytes]], float]] = {
    "slow headers": (lambda: chain([OK], repeat(b"X-Still-There: yes\r\n")), 1),
    "endless headers": (lambda: chain([OK], repeat(b"X-Padding: " + b"x" * 8192 + b"\r\n")), 0),
    "dripping body": (lambda: chain([LONG_BODY], repeat(b" ")), 1),
    "endless body": (lambda: chain([OK + b"\r\n"], repeat(b"x" * 65536)), 0),
    "bomb": (lambda: [_bomb()], 0),
    "cut short": (lambda: [LONG_BODY + b'{"ok": tr'], 0),
    "hang up": (list, 0),
    "reset": (list, 0),
}
"""What is sent before the connection is closed, and the seconds between two pieces."""


def main() -> None:
    """Serve until killed."""
    server = FormService(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
