"""Handles forms that a browser posts without a websocket or without scripts; responds with HTML pages."""

import asyncio
import logging
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from gym_site.content.forms import NOT_UNDERSTOOD, REFUSED, TRY_AGAIN
from gym_site.db.queries import Records
from gym_site.forms.entries import clean, find_problems
from gym_site.forms.form import Form
from gym_site.leads.service import LeadService
from gym_site.routes import form_path, sent_path
from gym_site.server import answer_pages
from gym_site.site import Current
from lean_reflex.server.address import visitor_address
from lean_reflex.server.counts import once_a_minute
from lean_reflex.server.rules import Limits

logger = logging.getLogger(__name__)

MAX_FIELDS = 40


async def _entries(request: Request) -> dict[str, str]:
    """Parse the fields of a form post. Raises `HTTPException` for an invalid body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind.lower() != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = bytearray()
    try:
        async with asyncio.timeout(Limits.body_timeout):
            async for chunk in request.stream():
                body += chunk
                if len(body) > Limits.body:
                    raise HTTPException(413)
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except (ValueError, ClientDisconnect) as error:  # malformed or incomplete
        raise HTTPException(400) from error
    except TimeoutError as error:
        raise HTTPException(408) from error


def form_posts(service: LeadService, records: Records, current: Current) -> Starlette:
    """Return the app for form posts; Reflex's app is mounted in it."""

    public_path = current.site.settings.public_path
    path = public_path(form_path("{form}"))

    def asked(request: Request) -> Form:
        """Return the form whose key is in the path. Raises `HTTPException` if there is none."""
        if (form := current.site.forms.get(request.path_params["form"])) is None:
            raise HTTPException(404)
        return form

    log_refusal = once_a_minute(logger, "A form was refused")

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if request.method == "POST":
            log_refusal(f"{error.status_code}, {error.detail}")
        title = REFUSED.get(error.status_code, NOT_UNDERSTOOD)
        page = answer_pages.notice(current.site, title, TRY_AGAIN, await records.known_business())
        return HTMLResponse(page, error.status_code, error.headers)

    async def post(request: Request) -> Response:
        form = asked(request)
        # Every browser sends Origin with a POST, so a request without it can't be cross-site request forgery.
        settings = current.site.settings
        if reason := settings.refusal(", ".join(request.headers.getlist("origin")) or settings.site_url):
            raise HTTPException(403, reason)
        raw = await _entries(request)
        fields = clean(form, raw)
        if problems := find_problems(form, fields, complete=True):
            return HTMLResponse(
                answer_pages.unsent(current.site, form, raw, problems, await records.known_business()), 422
            )
        submitted = service.submit(form.key, raw, fields, via="post", address=visitor_address(request))
        outcome, business = await asyncio.gather(submitted, records.known_business())  # both within the deadline
        if outcome.ok:
            # So that a reload doesn't send the form again. Without cookies, only the address can name the request.
            return RedirectResponse(f"{public_path(sent_path(form.key))}?request={outcome.key}", 303)
        return HTMLResponse(answer_pages.unsent(current.site, form, raw, (), business), 429 if outcome.refused else 502)

    async def sent(request: Request) -> Response:
        form = asked(request)
        found = service.reference_of(request.query_params.get("request", ""))
        reference, business = await asyncio.gather(found, records.known_business())
        calendar_url = form.calendar.url(current.site.settings) if form.calendar else ""
        return HTMLResponse(answer_pages.sent(current.site, form, business, calendar_url, reference))

    async def redirect(request: Request) -> Response:  # a GET, such as from the address bar
        return RedirectResponse(public_path(asked(request).page), 303)

    return Starlette(
        routes=[
            Route(path, post, methods=["POST"]),
            Route(path, PlainTextResponse(""), methods=["HEAD"]),  # pages check whether the server is up
            Route(path, redirect),
            Route(public_path(sent_path("{form}")), sent),
        ],
        exception_handlers={HTTPException: refuse},
    )
