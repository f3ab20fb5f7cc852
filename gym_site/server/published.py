"""Serves the built pages and files from disk, precompressed by the build.

Paths must match exactly: no other spelling of a path leads to a file.
"""

import mimetypes
import re
from collections.abc import Mapping
from email.utils import formatdate
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

MAX_READ = 256 * 1024  # bytes read at once; larger files, and ranges, are read in chunks by a thread
_COMPRESSED = {"br": ".br", "gzip": ".gz"}  # in order of preference
_YEAR = "public, max-age=31536000, immutable"
_HASHED = re.compile(r"^/(assets/|images/.*\.[0-9a-f]{8}\.|clips/.*\.[0-9a-f]{8}\.|fonts/.*\.[0-9a-f]{8}\.)")
_REFUSED_CODING = re.compile(r"^q=0(\.0*)?$")


class Published:
    """An ASGI app that serves a file to GET and HEAD requests."""

    def __init__(self, file: Path, path: str, status: int = 200) -> None:
        self._status, self._plain = status, file
        self.is_page = file.suffix == ".html"
        self._kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self._coded = {
            coding: coded
            for coding, suffix in _COMPRESSED.items()
            if (coded := file.with_name(file.name + suffix)).exists()
        }
        self._headers: dict[str, str] = {}
        if status == 200 and _HASHED.match(path):
            self._headers["cache-control"] = _YEAR
        if self._coded:
            self._headers["vary"] = "Accept-Encoding"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file, with 304 if the browser's copy is current, or with the requested range."""
        if scope["method"] in ("GET", "HEAD"):
            response = self._response(Headers(scope=scope))
        else:
            response = Response(status_code=405, headers={"allow": "GET, HEAD"})
        await response(scope, receive, send)

    def _response(self, request_headers: Headers) -> Response:
        accepted = _accepted(request_headers.get("accept-encoding", "")) if self._coded else ()
        coding = next((coding for coding in self._coded if coding in accepted), None)
        file = self._coded[coding] if coding else self._plain
        stat = file.stat()
        etag, modified = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"', formatdate(stat.st_mtime, usegmt=True)
        headers = {**self._headers, "etag": etag, "last-modified": modified}
        if self._status == 200 and _is_current(request_headers, etag, modified):
            return Response(None, 304, headers)
        if coding:
            headers["content-encoding"] = coding
        elif stat.st_size > MAX_READ or (not self._coded and "range" in request_headers):
            return FileResponse(file, self._status, headers, self._kind, stat_result=stat)
        return Response(file.read_bytes(), self._status, headers, self._kind)


def _accepted(header: str) -> set[str]:
    """Return the content codings that a browser accepts."""
    entries = (entry.strip().lower().split(";") for entry in header.split(","))
    return {
        coding.strip()
        for coding, *parameters in entries
        if not any(_REFUSED_CODING.match(parameter.strip()) for parameter in parameters)
    }


def _is_current(request_headers: Headers, etag: str, modified: str) -> bool:
    if tags := request_headers.get("if-none-match"):
        return etag in {tag.strip().removeprefix("W/") for tag in tags.split(",")}
    return request_headers.get("if-modified-since") == modified


def published(root: Path) -> tuple[Mapping[str, Published], Published | None]:
    """Return the published files in the folder of the built pages by URL path, and the page for unknown paths."""
    files: dict[str, Published] = {}
    for file in root.rglob("*"):
        path = f"/{file.relative_to(root).as_posix()}"
        if not file.is_file() or file.suffix in _COMPRESSED.values():
            continue
        if file.name == "index.html":
            folder = path.removesuffix("index.html")
            files[folder] = files[folder.rstrip("/") or "/"] = Published(file, path)
        elif file.suffix != ".html":
            files[path] = Published(file, path)
    missing = root / "404.html"
    return files, Published(missing, "/404.html", 404) if missing.exists() else None
