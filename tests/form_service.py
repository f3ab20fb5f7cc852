"""A form service in the test process; it records every POST and gives the response that a test sets."""

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

from tests.site import FORM_PATH

ANSWER = {
    "mark": "",  # the posts with this text get this response; empty: all others
    "status": 200,
    "body": {"ok": True, "next": "/thanks"},  # a string is sent verbatim
    "delay": 0.0,  # seconds
    "until": None,  # an event to wait for
    "headers": {},
    "fault": "",  # one of `FAULTS` instead of a response
}
BOMB = 60_000_000  # bytes uncompressed; compressed, it is small enough to be read whole
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
"""The pieces sent before the connection is closed, and the seconds after each piece."""


class FormService(ThreadingHTTPServer):
    """The form service at ``url``, with the posts it received and the responses it gives."""

    daemon_threads = True
    request_queue_size = 128  # many leads arrive at once

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.endpoint = self.url + FORM_PATH
        self.reset()

    def reset(self) -> None:
        """Forget all posts and restore the default response."""
        self.received: list[dict[str, Any]] = []
        self.chosen: dict[str, dict[str, Any]] = {"": ANSWER}

    def posts(self, words: str = "") -> list[dict[str, Any]]:
        """Return the posts since the last `reset`, or those that contain ``words``."""
        return [post for post in self.received.copy() if words in str(post["body"])]

    def answers(self, **answer: Any) -> None:
        """Set the response from now on, with defaults from `ANSWER`."""
        self.chosen[answer.get("mark", "")] = ANSWER | answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that the site closed, because it was killed or gave up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FormService  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        if not raw or len(raw) < length:
            self.close_connection = True  # the client died before it had sent everything
            return
        text = raw.decode(errors="replace")
        try:
            body = json.loads(text)
        except ValueError:
            body = text
        self.server.received.append({"method": "POST", "path": self.path, "headers": dict(self.headers), "body": body})
        answers = self.server.chosen.copy()
        answer = next((answers[mark] for mark in answers if mark and mark in text), answers[""])
        time.sleep(answer["delay"])
        if answer["until"]:
            answer["until"].wait(20)
        if answer["fault"]:
            self._fail(answer["fault"])
        else:
            self._reply(answer)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def _reply(self, answer: dict[str, Any]) -> None:
        body = answer["body"]
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(answer["status"])
        self.send_header("Access-Control-Allow-Origin", "*")  # for pages that post from another origin
        for name, value in {"Content-Type": "application/json", **answer["headers"]}.items():
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
