"""A form service for tests, in a process of its own: ``python -m tests.form_service PORT`` (0: any free port).

Every POST is recorded and answered. ``GET /_posts`` returns what came in, ``DELETE /_posts`` forgets it, and
``PUT /_answer`` with ``{"status": 503, "body": {...}, "delay": 2.0, "headers": {...}}`` sets the answers from then on;
each part may be left out and is then as at the start. A body that is text is sent as it stands. The first line on
stdout is the address.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What a POST is answered; ``delay`` is in seconds."""

    status: int = 200
    body: Any = field(default_factory=lambda: {"ok": True, "next": "/thanks"})
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)


class FormService(ThreadingHTTPServer):
    """Keeps the posts and the next answers in memory."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.lock = threading.Lock()
        self.posts: list[dict[str, Any]] = []
        self.answer = Answer()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: FormService  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        """Record it, then answer."""
        raw = self._body()
        try:
            body = json.loads(raw)
        except ValueError:
            body = raw.decode(errors="replace")
        post = {"method": "POST", "path": self.path, "headers": dict(self.headers), "body": body, "at": time.time()}
        with self.server.lock:
            self.server.posts.append(post)
            answer = self.server.answer
        time.sleep(answer.delay)
        self._reply(answer.status, answer.body, answer.headers)

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
        self._reply(200, {})

    def do_PUT(self) -> None:
        """Set the answers."""
        answer = Answer(**json.loads(self._body() or b"{}"))
        with self.server.lock:
            self.server.answer = answer
        self._reply(200, {})

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _reply(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main() -> None:
    """Serve until killed."""
    server = FormService(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
