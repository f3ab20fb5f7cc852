"""A form service for tests, in a process of its own: ``python -m tests.form_service``. It prints its address.

Every POST is recorded and answered. ``GET /_posts`` returns what came in, ``DELETE /_posts`` forgets it, and
``PUT /_answer`` sets the answers from then on, of what `ANSWER` has; what is left out is as it is there.
"""

from __future__ import annotations

import gzip
import json
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from typing import Any

ANSWER = {
    "mark": "",  # text of the posts that are answered so; empty: all that no other answer is for
    "status": 200,
    "body": {"ok": True, "next": "/thanks"},  # text is sent as it stands
    "delay": 0.0,  # seconds
    "headers": {},
    "fault": "",  # one of `FAULTS` instead of an answer
}
BOMB = 60_000_000  # bytes, unpacked; packed they are few enough to be read whole
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LONG_BODY = OK + b"Content-Length: 1000\r\n\r\n"


@cache
def _bomb() -> bytes:
    body = gzip.compress(b'{"error": "' + bytes(BOMB))
    return OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body) + body


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


class FormService(ThreadingHTTPServer):
    """Keeps the posts and the next answers in memory."""

    daemon_threads = True
    request_queue_size = 128  # many leads come at once

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.posts: list[dict[str, Any]] = []
        self.answers = {"": ANSWER}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A site that is killed, or has had enough, closes its connection: that is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: FormService  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        raw = self._body().decode(errors="replace")
        if not raw:
            self.close_connection = True  # whoever sent it died before its end
            return
        try:
            body = json.loads(raw)
        except ValueError:
            body = raw
        self.server.posts.append({"method": "POST", "path": self.path, "headers": dict(self.headers), "body": body})
        answers = self.server.answers
        answer = next((answers[mark] for mark in list(answers) if mark and mark in raw), answers[""])
        time.sleep(answer["delay"])
        if answer["fault"]:
            self._fail(answer["fault"])
        else:
            self._reply(answer["status"], answer["body"], answer["headers"])

    def do_GET(self) -> None:
        self._reply(200, self.server.posts)

    def do_DELETE(self) -> None:
        self.server.forget()
        self._reply(200, {})

    def do_PUT(self) -> None:
        answer = ANSWER | json.loads(self._body())
        self.server.answers[answer["mark"]] = answer
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

    def _fail(self, fault: str) -> None:
        self.close_connection = True
        pieces, pause = FAULTS[fault]
        for piece in pieces():
            self.connection.sendall(piece)
            time.sleep(pause)
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            os.close(self.connection.detach())


if __name__ == "__main__":
    server = FormService()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
