"""The routes of the desk's pages that need a sign-in."""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gym_site.desk.app import Desk, page
from gym_site.desk.drafts import draft_routes
from gym_site.desk.hours import hours_routes
from gym_site.desk.people import Visit
from gym_site.desk.photos import photo_routes
from gym_site.desk.records import record_routes
from gym_site.desk.requests import request_routes
from gym_site.desk.state import state_routes
from gym_site.desk.texts import text_routes


def routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes; ``signed_in`` makes one that only people who are signed in get."""
    parts = request_routes, hours_routes, record_routes, draft_routes, photo_routes, text_routes, state_routes
    if not desk.texts.may_change:
        parts = request_routes, hours_routes, record_routes, _no_texts, state_routes
    return [route for part in parts for route in part(desk, signed_in)]


def _no_texts(_desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the route of a page that says how texts can be changed here."""

    async def said(request: Request, _visit: Visit) -> Response:
        return page(request, "no_texts")

    return [signed_in("/texts", said, everything=True)]
