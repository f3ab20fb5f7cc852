"""The desk's app: who may ask for a page, and the pages for signing in. The other pages are in modules of their own."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from mako.lookup import TemplateLookup
from sqlalchemy import Engine
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gym_site.desk.look import Look
from gym_site.desk.people import PASSWORD, People, Person, Visit
from gym_site.desk.posted_forms import MAX_BODY, read, read_with_file
from gym_site.desk.publications import Texts
from gym_site.desk.sign_in import SignIns, TooManyTriesError
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import Workers, now
from gym_site.settings import Settings
from gym_site.site import Current

logger = logging.getLogger(__name__)

MAX_OF_STRANGERS = 4096  # bytes of a form
RECORD_SECONDS = 10.0
KNOWN_SECONDS = 400 * 24 * 3600  # the longest that browsers keep a cookie
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
}
_FOLDER = Path(__file__).parent
_TEMPLATES = TemplateLookup(
    [str(_FOLDER / "templates")], default_filters=["h"], strict_undefined=True, filesystem_checks=False
)
for _file in (_FOLDER / "templates").glob("*.html"):  # all at the start, as an update may change the folder
    _TEMPLATES.get_template(_file.name)
_FILES = {
    name: ((_FOLDER / name).read_bytes(), kind)
    for name, kind in (("desk.css", "text/css"), ("desk.js", "text/javascript"))
}


@dataclass(frozen=True)
class Desk:
    """The parts of the site that the desk needs. ``folder`` is its own, which the public server can't read."""

    settings: Settings
    current: Current
    engine: Engine
    store: LeadStore
    maintenance: Maintenance
    dispatcher: Dispatcher
    workers: Workers
    people: People
    texts: Texts
    look: Look
    folder: Path
    port: int

    @property
    def origins(self) -> Mapping[str, str]:
        """The desk's origins by their hosts: its own name, and this machine's, as through a tunnel."""
        return _by_host(f"http://localhost:{self.port}", self.settings.desk_url)

    @property
    def draft_origins(self) -> Mapping[str, str]:
        """The origins at which a draft is shown, by their hosts. They are others, so that cookies stay apart."""
        return _by_host(f"http://127.0.0.1:{self.port}", self.settings.draft_url)

    async def note(self, visit: Visit, kind: str, about: Sequence[str]) -> None:
        """Note what a person changed."""
        await asyncio.to_thread(self.people.note, visit.name, kind, about, now())


def _by_host(*origins: str) -> Mapping[str, str]:
    return {urlsplit(origin).netloc: origin for origin in origins if origin}


Answer = Callable[[Request, Visit], Awaitable[Response]]


def page(request: Request, name: str, /, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a page from its template. Every value is escaped."""
    visit: Visit | None = request.scope.get("visit")
    is_refresh, nothing = "desk-refresh" in request.headers, Said("")
    said = request.app.state.said.pop(visit.form_token, nothing) if visit and not is_refresh else nothing
    known = {
        "visit": visit,
        "path": request.url.path,
        "said": said,
        "gym": request.app.state.gym(),
        "has_server": request.app.state.has_server,
    }
    return HTMLResponse(_TEMPLATES.get_template(f"{name}.html").render_unicode(**known | values), status)


class Said(NamedTuple):
    """A sentence that the next page shows once, whether it tells of a failure, and the path of its subject."""

    text: str
    is_fault: bool = False
    path: str = ""


def to(request: Request, path: str, said: str | Said = "") -> RedirectResponse:
    """Return the redirect after a change, so that a reload doesn't send it again. ``said`` is shown there once."""
    if said:  # not in the address, where anybody's link could put it
        said = Said(said) if isinstance(said, str) else said
        request.app.state.said[request.scope["visit"].form_token] = said
    return RedirectResponse(path, 303)


def inside(path: str) -> str:
    """Return a path that a form or a link names, or "/" if it could lead to another host."""
    is_inside = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()  # browsers drop tabs
    return path if is_inside else "/"


def fields(request: Request) -> list[tuple[str, str]]:
    """Return the fields of a posted form."""
    return request.scope["fields"]


def create_desk(
    desk: Desk,
    routes: Callable[[Desk, Callable[..., Route]], Sequence[Route]],
    *following: Callable[[], Coroutine[Any, Any, None]],
) -> ASGIApp:
    """Return the desk's app. ``routes``: returns those of the pages that need a sign-in, each made by its argument.

    ``following``: what goes on while the desk is served.
    """
    people, sign_ins, files = desk.people, SignIns(desk.people), dict(_FILES)
    if (icon := desk.current.site.gym.folder.public("/favicon.ico")).is_file():
        files["favicon.ico"] = icon.read_bytes(), "image/x-icon"

    def is_secure(request: Request) -> bool:
        return desk.origins[request.headers["host"]].startswith("https:")

    def cookie(request: Request, name: str) -> str:
        """Return the name of a cookie: through a tunnel, without TLS, another than on the desk's own host."""
        return f"__Host-{name}" if is_secure(request) else name

    async def visit_of(request: Request) -> Visit | None:
        token = request.cookies.get(cookie(request, "desk"), "")
        is_used = "desk-refresh" not in request.headers  # or a page left open would never count as idle
        return await asyncio.to_thread(people.visit, token, now(), is_used=is_used) if token else None

    def signed_in(
        path: str, answer: Answer, *, methods: Sequence[str] = ("GET",), everything: bool = False, most: int = 0
    ) -> Route:
        """Return a route that only people who are signed in get.

        ``everything``: only those with the greater role. ``most``: bytes of a file that may come with the form.
        """

        async def guarded(request: Request) -> Response:
            if (visit := await visit_of(request)) is None:
                if request.method == "POST":
                    if not most:  # what was typed is shown again
                        await read(request, MAX_BODY)
                    raise HTTPException(403, "You are no longer signed in: nothing was changed.")
                there = request.url.path + (f"?{request.url.query}" if request.url.query else "")
                return RedirectResponse(f"/sign-in?next={quote(there, safe='')}", 303)
            request.scope["visit"], request.scope["session"] = visit, request.cookies[cookie(request, "desk")]
            if everything and not visit.may_everything:
                raise HTTPException(403, "This is for people with the role “everything”.")
            if request.method != "POST":
                return await answer(request, visit)
            with TemporaryDirectory(prefix="desk-file-") if most else nullcontext() as folder:
                if folder and request.headers.get("content-type", "").startswith("multipart/form-data"):
                    await read_with_file(request, most, Path(folder) / "file")
                else:
                    await read(request, MAX_BODY)
                if dict(fields(request)).get("token") != visit.form_token:
                    raise HTTPException(403, "This form is of an earlier sign-in. Go back, reload the page, try again.")
                return await answer(request, visit)

        return Route(path, guarded, methods=list(methods))

    async def sign_in(request: Request) -> Response:
        there = inside(request.query_params.get("next", ""))
        if request.method != "POST":
            said = "You are signed out." if "ended" in request.query_params else ""
            return page(request, "sign_in", there=there, name="", fault="", said=Said(said))
        given = dict(await read(request, MAX_OF_STRANGERS))
        name, known = given.get("name", ""), request.cookies.get(cookie(request, "desk-known"), "")
        try:
            password = given.get("password", "")[: PASSWORD.stop]
            person = await sign_ins.person(name, password, address=_client(request), browser=known)
        except TooManyTriesError as error:
            return page(request, "sign_in", there=there, name=name, fault=str(error), status=429)
        if person is None:
            fault = "The name or the password is wrong."
            return page(request, "sign_in", there=there, name=name, fault=fault, status=403)
        return await _begin(request, person, there)

    async def _begin(request: Request, person: Person, there: str, said: str = "") -> Response:
        former = {"browser": "desk-known", "former": "desk"}
        tokens = {name: request.cookies.get(cookie(request, kept), "") for name, kept in former.items()}
        if (begun := await asyncio.to_thread(partial(people.begin_session, person, now(), **tokens))) is None:
            return RedirectResponse("/sign-in", 303)
        token, browser = begun
        if said and (visit := await asyncio.to_thread(people.visit, token, now())):
            request.app.state.said[visit.form_token] = Said(said)
        answer = RedirectResponse(there, 303)
        rules: dict[str, Any] = {"httponly": True, "samesite": "strict", "secure": is_secure(request)}
        answer.set_cookie(cookie(request, "desk"), token, **rules)
        answer.set_cookie(cookie(request, "desk-known"), browser, max_age=KNOWN_SECONDS, **rules)
        return answer

    async def link(request: Request) -> Response:
        if request.method != "POST":
            return page(request, "link", secret="", fault="", shortest=PASSWORD.start)
        given = dict(await read(request, MAX_OF_STRANGERS))
        secret, password = given.get("secret", "").strip().rpartition("#")[2], given.get("password", "")
        answer = partial(page, request, "link", secret=secret, shortest=PASSWORD.start, status=422)
        if len(password) not in PASSWORD:
            return answer(fault=f"The password needs {PASSWORD.start} to {PASSWORD[-1]} characters.")
        if password != given.get("again", ""):
            return answer(fault="The two passwords differ.")
        person = None
        if await asyncio.to_thread(people.name_of_link, secret, now()):
            person = await asyncio.to_thread(people.choose_password, secret, password, now())
        if person is None:
            return answer(fault="This link was used already, or is older than a day. Ask for a new one.")
        return await _begin(request, person, "/", f"From now on, sign in with the name {person.name}.")

    async def sign_out(request: Request, visit: Visit) -> Response:
        searches = request.app.state.searches
        for key in [key for key in searches if key[0] == visit.form_token]:
            del searches[key]
        await asyncio.to_thread(people.end_session, request.cookies[cookie(request, "desk")])
        answer = RedirectResponse("/sign-in?ended", 303)
        answer.delete_cookie(cookie(request, "desk"), secure=is_secure(request), httponly=True, samesite="strict")
        return answer

    async def file(request: Request) -> Response:
        content, kind = files[request.url.path[1:]]
        return Response(content, media_type=kind)

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        text = error.detail if error.status_code not in (404, 405) else "There is no such page."
        given = dict(request.scope.get("fields", ()))  # a browser that goes back may have lost what was typed
        typed = [text for name, text in given.items() if text.strip() != given.get(f"was.{name}", text).strip()]
        return page(request, "notice", text=text, typed=typed, status=error.status_code)

    async def fail(request: Request, error: Exception) -> Response:
        logger.error("A page of the desk failed", exc_info=error)
        text = "The cause is in the desk's log. Look whether the change was made, then try again."
        return page(request, "notice", text=text, typed=[], status=500)

    @asynccontextmanager
    async def serving(_app: Starlette) -> AsyncIterator[None]:
        others = (asyncio.create_task(follow()) for follow in following)
        tasks = (
            asyncio.create_task(desk.current.follow()),
            asyncio.create_task(_record_outcomes(desk.dispatcher)),
            *others,
        )
        yield
        for task in tasks:
            task.cancel()
        await desk.dispatcher.aclose()

    app = Starlette(
        routes=[
            *(Route(f"/{name}", file) for name in files),
            Route("/sign-in", sign_in, methods=["GET", "POST"]),
            Route("/link", link, methods=["GET", "POST"]),
            signed_in("/sign-out", sign_out, methods=["POST"]),
            *routes(desk, signed_in),
        ],
        exception_handlers={HTTPException: refuse, Exception: fail},
        lifespan=serving,
    )
    app.router.redirect_slashes = False  # it would lead to http, as the desk doesn't see Caddy's TLS
    app.state.gym = lambda: desk.current.site.business.name
    app.state.has_server = desk.settings.has_server
    app.state.said = {}  # by session: what the next page says once
    app.state.searches = {}  # by session and key: the words, which may be a person's name
    return _Guard(app, desk)


async def _record_outcomes(dispatcher: Dispatcher) -> None:
    """Record what could not be recorded when it was sent, so that nothing is sent twice."""
    while True:
        await asyncio.sleep(RECORD_SECONDS)
        await dispatcher.mark_unmarked()


def _client(request: Request) -> str:
    """Return the address as Caddy alone tells it, or that of the connection: a tunnel's end on this machine."""
    return request.headers.get("x-desk-client") or (request.client.host if request.client else "")


class _Guard:
    """Answers only to the desk's own hosts and to forms of its own pages, and sends the headers with each answer.

    At the draft's hosts it shows the draft.
    """

    def __init__(self, app: ASGIApp, desk: Desk) -> None:
        self._app, self._origins, self._drafts, self._look = app, desk.origins, desk.draft_origins, desk.look

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = dict(scope.get("headers", ())).get(b"host", b"").decode("latin-1")
        if draft := self._drafts.get(host):
            scope["is_secure"] = draft.startswith("https:")
            await self._look(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        request = Request(scope, receive)
        try:
            self._admit(request)
        except HTTPException as error:
            await PlainTextResponse(error.detail, error.status_code)(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)

    def _admit(self, request: Request) -> None:
        """Raise `HTTPException` for another host's name (as by DNS rebinding), and for a form of another page."""
        own = self._origins.get(request.headers.get("host", ""))
        if own is None:
            raise HTTPException(421, "This is not an address of the desk.")
        if request.method not in ("GET", "HEAD", "POST"):
            raise HTTPException(405)
        # Exactly: pages of the site's own name are of the same site, and may have scripts of others.
        if request.method == "POST" and request.headers.get("origin") != own:
            raise HTTPException(403, "This form is not of the desk's own page.")
        fetched = request.headers.get("sec-fetch-site"), request.headers.get("sec-fetch-mode")
        if fetched[0] in ("same-site", "cross-site") and fetched[1] != "navigate":
            raise HTTPException(403, "This page is shown by itself only.")
