"""Plain HTML form posts, without websocket or script: the same pipeline, answered with plain pages."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from gym_site.content.business import Business
from gym_site.content.forms import FORMS, NOT_UNDERSTOOD, REFUSED
from gym_site.db.queries import Records
from gym_site.leads.service import LeadService
from gym_site.routes import form_path, sent_path, url_for
from gym_site.server import answer
from gym_site.server.address import visitor_address
from gym_site.settings import Settings

MAX_BODY = 64 * 1024  # bytes
MAX_FIELDS = 40
_PAGES: dict[str, str] = {
    "consultation": url_for("consultation", "consultation"),
    "service": url_for("home", "services"),
    "inquiry": url_for("home", "contact"),
}


class NotAFormError(Exception):
    """The request body is not a form of the site; ``status`` is the HTTP status of the response."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def _entries(request: Request) -> dict[str, str]:
    """Parse the fields of a form post. Raises `NotAFormError`."""
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        raise NotAFormError(415)
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY:
                raise NotAFormError(413)
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except (ValueError, ClientDisconnect) as error:  # invalid, or cut off
        raise NotAFormError(400) from error


def form_posts(service: LeadService, records: Records, settings: Settings) -> Starlette:
    """Return the app that takes form posts; Reflex is mounted in it.

    Browsers send an Origin header with every post, and only the site's own origins are allowed. A request without the
    header doesn't come from a browser, so it can't be a cross-site forgery.
    """
    allowed = frozenset(settings.allowed_origins)

    async def gym() -> Business:
        return (await records.known_business())[0]

    async def refuse(status: int) -> Response:
        return HTMLResponse(answer.refused(REFUSED.get(status, NOT_UNDERSTOOD), await gym()), status)

    async def post(request: Request) -> Response:
        words = FORMS.get(request.path_params["form"])
        if words is None:
            return await refuse(404)
        if request.headers.get("origin", settings.site_url) not in allowed:
            return await refuse(403)
        try:
            raw = await _entries(request)
        except NotAFormError as error:
            return await refuse(error.status)
        outcome = await service.submit(words.key, raw, via="post", address=visitor_address(request))
        if outcome.ok:
            return RedirectResponse(sent_path(words.key), 303)  # a reload shows the page again, not the post
        if outcome.problems:
            return HTMLResponse(answer.invalid(words, raw, outcome.problems, await gym()), 422)
        return HTMLResponse(answer.failed(words, raw, await gym()), 429 if outcome.refused else 502)

    async def sent(request: Request) -> Response:
        words = FORMS.get(request.path_params["form"])
        if words is None:
            return await refuse(404)
        return HTMLResponse(answer.sent(words, await gym(), words.calendar.url(settings)))

    async def alive(_: Request) -> Response:
        return PlainTextResponse("")

    async def redirect(request: Request) -> Response:
        """Redirect a GET, as from the address bar, to the page with the form."""
        page = _PAGES.get(request.path_params["form"])
        return RedirectResponse(page, 303) if page else await refuse(404)

    return Starlette(
        routes=[
            Route(form_path("{form}"), post, methods=["POST"]),
            Route(form_path("{form}"), alive, methods=["HEAD"]),  # the page asks before it leaves
            Route(form_path("{form}"), redirect),
            Route(sent_path("{form}"), sent),
        ]
    )
