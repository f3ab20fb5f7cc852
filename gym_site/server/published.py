"""The built pages and files, answered from disk: with the headers that they have for good, compressed by the build.

Exact paths only: what is no published file is none under another spelling either.
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

READ_AT_ONCE = 256 * 1024  # bytes: a larger file, or a part of one, is read by a thread in pieces
_COMPRESSED = {"br": ".br", "gzip": ".gz"}  # the better one first
_YEAR = b"public, max-age=31536000, immutable"
_HASHED = re.compile(r"^/(assets/|images/.*\.[0-9a-f]{8}\.|clips/.*\.[0-9a-f]{8}\.|fonts/.*\.[0-9a-f]{8}\.)")
_REFUSED_CODING = re.compile(r"^q=0(\.0*)?$")
# What a missing page is answered with, and what belongs to no page: nothing to ask for.
_WITHHELD = {"404.html", "404/index.html", "__spa-fallback.html"}


class Published:
    """One file. An ASGI app for GET and HEAD."""

    def __init__(self, file: Path, path: str, headers: Headers, status: int = 200) -> None:
        self._status, self._plain = status, file
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        keep = status == 200 and _HASHED.match(path)
        self._guarded = [
            (b"cache-control", b"no-cache"), (b"cross-origin-resource-policy", b"same-origin"), *headers,
        ]  # fmt: skip
        self._headers = [(b"cache-control", _YEAR), *self._guarded[1:]] if keep else self._guarded[:]
        self._kind = (b"content-type", f"{kind}{charset}".encode())
        self._coded = {
            coding: coded
            for coding, suffix in _COMPRESSED.items()
            if (coded := file.with_name(file.name + suffix)).exists()
        }
        if self._coded:
            self._headers.append((b"vary", b"Accept-Encoding"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the file, with nothing where the browser has it already, or with the part it asks for."""
        if scope["method"] not in ("GET", "HEAD"):
            await send_whole(scope, send, 405, [*self._guarded, (b"allow", b"GET, HEAD")], b"")
            return
        asked = RequestHeaders(scope=scope)
        accepted = _accepted(asked.get("accept-encoding", "")) if self._coded else ()
        coding = next((one for one in self._coded if one in accepted), None)
        file = self._coded[coding] if coding else self._plain
        stat = file.stat()
        etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'.encode()
        modified = formatdate(stat.st_mtime, usegmt=True).encode()
        headers = [*self._headers, (b"etag", etag), (b"last-modified", modified)]
        if self._status == 200 and _is_known(asked, etag.decode(), modified.decode()):
            await send_whole(scope, send, 304, headers, b"")
            return
        headers.append(self._kind)
        if coding:
            headers.append((b"content-encoding", coding.encode()))
        elif stat.st_size > READ_AT_ONCE or (not self._coded and "range" in asked):
            named = {name.decode(): value.decode() for name, value in headers}
            await FileResponse(file, headers=named, stat_result=stat)(scope, receive, self._guarding(send))
            return
        await send_whole(scope, send, self._status, headers, file.read_bytes())

    def _guarding(self, send: Send) -> Send:
        """Return ``send`` with the headers that a refusal of a part lacks."""

        async def guarding(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                message = dict(message, headers=[*message["headers"], *self._guarded])
            await send(message)

        return guarding


async def send_whole(scope: Scope, send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send an answer that is there as a whole; a 304 has no body."""
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _accepted(header: str) -> set[str]:
    """Return the codings that a browser names without refusing them."""
    named = (one.strip().lower().split(";") for one in header.split(","))
    return {coding.strip() for coding, *rest in named if not any(_REFUSED_CODING.match(one.strip()) for one in rest)}


def _is_known(asked: RequestHeaders, etag: str, modified: str) -> bool:
    if tags := asked.get("if-none-match"):
        return etag in {one.strip().removeprefix("W/") for one in tags.split(",")}
    return asked.get("if-modified-since") == modified


def published(root: Path, of_pages: Headers, of_files: Headers) -> tuple[Mapping[str, Published], Published | None]:
    """Return what is published in the folder of the built pages, by path, and what a missing page is answered with."""
    found: dict[str, Published] = {}
    for file in root.rglob("*"):
        path = file.relative_to(root).as_posix()
        if not file.is_file() or file.suffix in _COMPRESSED.values() or path in _WITHHELD:
            continue
        one = Published(file, f"/{path}", of_pages if file.suffix == ".html" else of_files)
        found[f"/{path}"] = one
        if file.name == "index.html":
            folder = f"/{path.removesuffix('index.html')}"
            found[folder] = found[folder.rstrip("/") or "/"] = one
    missing = root / "404.html"
    return found, Published(missing, "/404.html", of_pages, 404) if missing.exists() else None
