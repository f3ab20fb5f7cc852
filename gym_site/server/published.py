"""Serves the built pages and files from disk, precompressed by the build, with fixed headers.

Paths must match exactly: no other spelling of a path leads to a file.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping, Sequence
from email.utils import formatdate
from pathlib import Path

from starlette.datastructures import Headers as RequestHeaders
from starlette.responses import FileResponse
from starlette.types import Message, Receive, Scope, Send

Headers = Sequence[tuple[bytes, bytes]]

MAX_READ = 256 * 1024  # bytes read at once; larger files, and ranges, are read in chunks by a thread
_COMPRESSED = {"br": ".br", "gzip": ".gz"}  # in order of preference
_YEAR = b"public, max-age=31536000, immutable"
_HASHED = re.compile(r"^/(assets/|images/.*\.[0-9a-f]{8}\.|clips/.*\.[0-9a-f]{8}\.|fonts/.*\.[0-9a-f]{8}\.)")
_REFUSED_CODING = re.compile(r"^q=0(\.0*)?$")
# The page for unknown paths and Reflex's fallback, which have no path of their own.
_NOT_PUBLISHED = {"404.html", "404/index.html", "__spa-fallback.html"}


class Published:
    """An ASGI app that serves a file to GET and HEAD requests."""

    def __init__(self, file: Path, path: str, headers: Headers, status: int = 200) -> None:
        self._status, self._plain = status, file
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        keep = status == 200 and _HASHED.match(path)
        self._base_headers = [
            (b"cache-control", b"no-cache"), (b"cross-origin-resource-policy", b"same-origin"), *headers,
        ]  # fmt: skip
        self._headers = [(b"cache-control", _YEAR), *self._base_headers[1:]] if keep else self._base_headers[:]
        self._kind = (b"content-type", f"{kind}{charset}".encode())
        self._coded = {
            coding: coded
            for coding, suffix in _COMPRESSED.items()
            if (coded := file.with_name(file.name + suffix)).exists()
        }
        if self._coded:
            self._headers.append((b"vary", b"Accept-Encoding"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file, with 304 if the browser's copy is current, or with the requested range."""
        if scope["method"] not in ("GET", "HEAD"):
            await send_response(scope, send, 405, [*self._base_headers, (b"allow", b"GET, HEAD")], b"")
            return
        request_headers = RequestHeaders(scope=scope)
        accepted = _accepted(request_headers.get("accept-encoding", "")) if self._coded else ()
        coding = next((coding for coding in self._coded if coding in accepted), None)
        file = self._coded[coding] if coding else self._plain
        stat = file.stat()
        etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'.encode()
        modified = formatdate(stat.st_mtime, usegmt=True).encode()
        headers = [*self._headers, (b"etag", etag), (b"last-modified", modified)]
        if self._status == 200 and _is_current(request_headers, etag.decode(), modified.decode()):
            await send_response(scope, send, 304, headers, b"")
            return
        headers.append(self._kind)
        if coding:
            headers.append((b"content-encoding", coding.encode()))
        elif stat.st_size > MAX_READ or (not self._coded and "range" in request_headers):
            decoded = {name.decode(): value.decode() for name, value in headers}
            await FileResponse(file, headers=decoded, stat_result=stat)(scope, receive, self._with_base_headers(send))
            return
        await send_response(scope, send, self._status, headers, file.read_bytes())

    def _with_base_headers(self, send: Send) -> Send:
        """Return ``send`` with the headers that the refusal of a range lacks."""

        async def with_base_headers(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                message = dict(message, headers=[*message["headers"], *self._base_headers])
            await send(message)

        return with_base_headers


async def send_response(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a complete response; a 304 has no body."""
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _accepted(header: str) -> set[str]:
    """Return the content codings that a browser accepts."""
    entries = (entry.strip().lower().split(";") for entry in header.split(","))
    return {
        coding.strip()
        for coding, *parameters in entries
        if not any(_REFUSED_CODING.match(parameter.strip()) for parameter in parameters)
    }


def _is_current(request_headers: RequestHeaders, etag: str, modified: str) -> bool:
    if tags := request_headers.get("if-none-match"):
        return etag in {tag.strip().removeprefix("W/") for tag in tags.split(",")}
    return request_headers.get("if-modified-since") == modified


def published(
    root: Path, page_headers: Headers, file_headers: Headers
) -> tuple[Mapping[str, Published], Published | None]:
    """Return the published files in the folder of the built pages by URL path, and the page for unknown paths."""
    files: dict[str, Published] = {}
    for file in root.rglob("*"):
        path = file.relative_to(root).as_posix()
        if not file.is_file() or file.suffix in _COMPRESSED.values() or path in _NOT_PUBLISHED:
            continue
        files[f"/{path}"] = Published(file, f"/{path}", page_headers if file.suffix == ".html" else file_headers)
        if file.name == "index.html":
            folder = f"/{path.removesuffix('index.html')}"
            files[folder] = files[folder.rstrip("/") or "/"] = files[f"/{path}"]
    missing = root / "404.html"
    return files, Published(missing, "/404.html", page_headers, 404) if missing.exists() else None
