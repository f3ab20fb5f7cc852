"""..."""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gym_site.desk.app import Desk, page
from gym_site.desk.people import Visit


def request_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""

    async def first(request: Request, _visit: Visit) -> Response:
        return page(request, "notice", text="Nothing here yet.")

    return [signed_in("/" if "requests" == "requests" else "/facts", first)]
