"""Serves the built, precompressed pages and files from disk, under exact paths only."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from lean_reflex.reflex_internals import PrecompressedStaticFiles

DYNAMIC_PAGE = "__dynamic.html"
"""The file for all paths of routes with a variable part, such as ``/class/[day]``. Its scripts render the page."""
_FILES = PrecompressedStaticFiles(encodings=("brotli", "gzip"))
YEAR = "public, max-age=31536000, immutable"
# The 404 page, Reflex's fallback and the page of dynamic routes, not served under these paths.
_INTERNAL = ("/404.html", "/__spa-fallback.html", f"/{DYNAMIC_PAGE}")


class Published:
    """An ASGI app that serves one file to GET and HEAD requests, in the encoding that the browser prefers.

    ``is_kept``: whether browsers may keep the file for a year.
    """

    def __init__(self, file: Path, path: str, status: int = 200, *, is_kept: bool = False) -> None:
        self.is_page, self.path = file.suffix == ".html", path.removesuffix("index.html").rstrip("/") or "/"
        self._file, self._status, self._is_kept = file, status, is_kept

    def text(self) -> str:
        """Return the file's text."""
        return self._file.read_text(encoding="utf-8")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with the file, with 304 if the browser's copy is current, or with the requested range."""
        if scope["method"] not in ("GET", "HEAD"):
            response = Response(status_code=405, headers={"allow": "GET, HEAD"})
        else:
            if self._status != 200:  # the 404 page must not become a 304 or a range
                scope = {
                    **scope,
                    "headers": [(name, value) for name, value in scope["headers"] if name == b"accept-encoding"],
                }
            try:
                response = _FILES.file_response(self._file, self._file.stat(), scope, self._status)
                if self._is_kept:
                    response.headers["cache-control"] = YEAR
            except FileNotFoundError:  # somebody has deleted it since the build
                response = Response(status_code=404)
        await response(scope, receive, send)


def built_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the URL path and the local path of each file in the build folder ``root``, except compressed copies."""
    for file in root.rglob("*"):
        if file.is_file() and file.suffix not in (".br", ".gz"):
            yield f"/{file.relative_to(root).as_posix()}", file


def published(root: Path, unchanging: str) -> tuple[Mapping[str, Published], Published | None, Published | None]:
    """Return the published files of the build folder ``root`` by URL path, and two pages if there are such.

    The first is the 404 page, the second the one for all paths of dynamic routes. ``unchanging``: a pattern of the
    paths of files that never change.
    """
    files: dict[str, Published] = {}
    for path, file in built_files(root):
        if file.name == "index.html":
            folder = path.removesuffix("index.html")
            files[folder] = files[folder.rstrip("/") or "/"] = Published(file, path)
        # Skip a page's second file, such as faq.html beside faq/index.html.
        elif path not in _INTERNAL and not (file.with_suffix("") / "index.html").exists():
            files[path] = Published(file, path, is_kept=bool(re.match(unchanging, path)))
    missing, dynamic = root / "404.html", root / DYNAMIC_PAGE
    return (
        files,
        Published(missing, "", 404) if missing.exists() else None,
        Published(dynamic, "") if dynamic.exists() else None,
    )
