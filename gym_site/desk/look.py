"""Shows a draft that was built, at a host name of its own, to people who come from the desk."""

import hashlib
import secrets
from asyncio import to_thread
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from gym_site.cli.builds import aside_build
from gym_site.desk.people import People
from gym_site.leads.workers import now

KEY_SECONDS = 600
MAX_KEPT = 200
PATH = "/_draft/"  # before a link's key
HEADERS = {
    "Cache-Control": "no-store",
    # Beside the policy of each page: its forms lead nowhere, not even to a form service.
    "Content-Security-Policy": "connect-src 'self'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
}
_NOT_SENT = "This is a draft of the website: nothing was sent. Go back to go on looking."
_NO_KEY = "A draft of the website is here. To look at it, use the link on the desk's page “Draft”: it works once."


class Look:
    """An ASGI app for the draft's host.

    ``path``: the path of the site's home page, without a slash at its end; ``pages``: returns the folder of the
    draft's pages.
    """

    def __init__(
        self, people: People, path: str = "", pages: Callable[[], Path] = lambda: aside_build() / "pages"
    ) -> None:
        self._people, self._path, self._pages = people, path, pages
        self._links: dict[str, tuple[float, str]] = {}  # by the hash of a key: its end, and who may look, as below
        self._lookers: dict[str, str] = {}  # by the hash of a cookie: the token of the session at the desk

    def link(self, session: str) -> str:
        """Return the path of a link that works once, and as long as the session of the desk with this token goes on."""
        key = secrets.token_urlsafe(32)
        _keep(self._links, _digest(key), (monotonic() + KEY_SECONDS, session))
        return f"{PATH}{key}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file of the draft."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = await self._answer(Request(scope, receive))
        for name, value in HEADERS.items():
            answer.headers[name] = value
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        name = "__Host-draft" if request.scope.get("is_secure") else "draft"
        path = request.url.path
        if path.startswith(PATH):
            ends, session = self._links.pop(_digest(path.removeprefix(PATH)), (0.0, ""))
            if ends < monotonic():
                return PlainTextResponse(_NO_KEY, 403)
            cookie = secrets.token_urlsafe(32)
            _keep(self._lookers, _digest(cookie), session)
            answer = RedirectResponse(f"{self._path}/", 303)
            answer.set_cookie(name, cookie, httponly=True, samesite="lax", secure=name != "draft")
            return answer
        session = self._lookers.get(_digest(request.cookies.get(name, "")), "")
        visit = await to_thread(self._people.visit, session, now(), is_used=False) if session else None
        if not visit or not visit.may_everything:
            return PlainTextResponse(_NO_KEY, 403)
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse(_NOT_SENT)
        return await to_thread(self._file, path)

    def _file(self, path: str) -> Response:
        root = self._pages().resolve()
        for name in (path, f"{path.rstrip('/')}/index.html"):
            file = (root / name.lstrip("/")).resolve()
            if file.is_relative_to(root) and file.is_file():
                return FileResponse(file)
        missing = root / self._path.strip("/") / "404.html"
        return FileResponse(missing, 404) if missing.is_file() else PlainTextResponse("There is no such page.", 404)


def _keep(kept: dict[str, Any], key: str, value: Any) -> None:
    """Keep a value, and none but the newest ones."""
    kept[key] = value
    for oldest in list(kept)[:-MAX_KEPT]:
        del kept[oldest]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
