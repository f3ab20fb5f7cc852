"""Whether the server is up and ready, for whoever watches it (docs/operations.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import cast

from redis import RedisError
from redis.asyncio import Redis
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.workers import Workers

ANSWERS_WITHIN = 3.0  # seconds


def health_checks(workers: Workers, maintenance: Maintenance, redis_url: str | None) -> Starlette:
    """Return the app that answers two paths.

    ``/healthz``: 200 as long as the process answers at all. ``/readyz``: bare numbers, with status 503 when database
    or Redis gives no answer within 3 seconds: what forms need, not what pages need. It is for this machine and its
    private network; a proxy, which stands there too, should pass on neither.
    """
    redis = Redis.from_url(redis_url) if redis_url else None

    async def healthz(_: Request) -> Response:
        return PlainTextResponse("ok")

    async def readyz(request: Request) -> Response:
        if not _is_near(request):
            return PlainTextResponse("", 404)
        numbers, redis_answers = await asyncio.gather(_numbers(workers, maintenance), _answers(redis))
        report = {"database": int(numbers is not None), "redis": redis_answers, **(numbers or {})}
        return JSONResponse(report, 503 if numbers is None or redis_answers == 0 else 200)

    return Starlette(routes=[Route("/healthz", healthz), Route("/readyz", readyz)])


def _is_near(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_private
    except ValueError:
        return False


async def _numbers(workers: Workers, maintenance: Maintenance) -> dict[str, int] | None:
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            stats = await workers.in_thread(maintenance.stats)
    except (SQLAlchemyError, TimeoutError):
        return None
    oldest = stats.oldest_undelivered
    return {
        "undelivered": stats.undelivered,
        "undelivered_seconds": int((datetime.now(UTC) - oldest).total_seconds()) if oldest else 0,
        **{
            status: stats.by_status.get(status, 0)
            for status in (Status.REJECTED, Status.QUARANTINED, Status.KEPT, Status.SENT)
        },
    }


async def _answers(redis: Redis | None) -> int | None:
    """Return 1 or 0; None where the site uses no Redis."""
    if redis is None:
        return None
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            await cast(Awaitable[bool], redis.ping())
    except (RedisError, OSError, TimeoutError):
        return 0
    return 1
