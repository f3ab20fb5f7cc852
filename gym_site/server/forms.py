"""Form posts without websocket or script: the same pipeline, answered by plain pages."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from gym_site.content.business import Business
from gym_site.content.forms import FORMS, NOT_UNDERSTOOD, REFUSED
from gym_site.leads.pipeline import LeadDesk
from gym_site.server import answer
from gym_site.server.address import visitor_address
from gym_site.settings import Settings

MAX_BODY = 64 * 1024  # bytes
MAX_FIELDS = 40


class NotAFormError(Exception):
    """A body that no form of the site sends; ``status`` is the HTTP status of the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def _entries(request: Request) -> dict[str, str]:
    """Read the fields of a post. Raises `NotAFormError`."""
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise NotAFormError(415)
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY:
                raise NotAFormError(413)
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except (ValueError, ClientDisconnect) as error:  # a broken body counts as one that ended too early
        raise NotAFormError(400) from error


def form_posts(desk: LeadDesk, business: Business, settings: Settings) -> Starlette:
    """Return the app that takes the posts; Reflex is mounted in it.

    A browser names the origin of every post, and only the site's own pages may send one. A request without that header
    comes from no browser, so nobody's session can be abused by it.
    """
    allowed = frozenset(settings.allowed_origins)

    def refuse(status: int) -> Response:
        return HTMLResponse(answer.refused(REFUSED.get(status, NOT_UNDERSTOOD), business), status)

    async def post(request: Request) -> Response:
        words = FORMS.get(request.path_params["form"])
        if words is None:
            return refuse(404)
        if request.headers.get("origin", settings.site_url) not in allowed:
            return refuse(403)
        try:
            raw = await _entries(request)
        except NotAFormError as error:
            return refuse(error.status)
        outcome = await desk.submit(words.key, raw, via="post", address=visitor_address(request))
        if outcome.ok:
            return RedirectResponse(f"/forms/{words.key}/sent", 303)  # a reload shows the page again, not the post
        if outcome.problems:
            return HTMLResponse(answer.invalid(words, raw, outcome.problems, business), 422)
        return HTMLResponse(answer.failed(words, raw, business), 502)

    async def sent(request: Request) -> Response:
        words = FORMS.get(request.path_params["form"])
        return HTMLResponse(answer.sent(words, business)) if words else refuse(404)

    async def alive(_: Request) -> Response:
        return PlainTextResponse("")

    async def opened(request: Request) -> Response:
        """Answer the moment at which a visitor begins; Reflex's CORS lets pages of the site's other origins read it."""
        if request.path_params["form"] not in FORMS:
            return refuse(404)
        moment = desk.opened()
        return PlainTextResponse(moment, 200 if moment else 204, {"Cache-Control": "no-store"})

    return Starlette(
        routes=[
            Route("/forms/{form}", post, methods=["POST"]),
            Route("/forms/{form}", alive, methods=["HEAD"]),  # the page asks before it leaves
            Route("/forms/{form}/opened", opened),
            Route("/forms/{form}/sent", sent),
        ]
    )
