"""Health checks for monitoring (docs/operations.md)."""

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

from redis import RedisError
from redis.asyncio import Redis
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gym_site.db.engine import fingerprint
from gym_site.leads.maintenance import Maintenance, Stats
from gym_site.leads.status import Status
from gym_site.leads.workers import Workers
from gym_site.settings import Settings

TIMEOUT = 3.0  # seconds


def health_checks(workers: Workers, maintenance: Maintenance, settings: Settings) -> Starlette:
    """Return the app with ``/healthz`` and, for clients in private networks alone, ``/readyz``: 503 after 3 seconds."""
    redis = Redis.from_url(settings.redis_url) if settings.redis_url else None
    database_id = {"database_id": fingerprint(settings.db_url)}

    async def readyz(request: Request) -> Response:
        if not _is_private(request):
            return PlainTextResponse("", 404)
        asked = [workers.in_thread(maintenance.stats), *([redis.ping()] if redis else [])]
        stats, *pong = await asyncio.gather(*map(_in_time, asked))
        report = {"database": int(stats is not None), "redis": int(pong == [True]) if redis else None}
        numbers = _numbers(stats) if stats else {}
        return JSONResponse({**report, **numbers, **database_id}, 503 if 0 in report.values() else 200)

    return Starlette(routes=[Route("/healthz", PlainTextResponse("ok"), methods=["GET"]), Route("/readyz", readyz)])


def _is_private(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_private
    except ValueError:
        return False


async def _in_time(answer: Awaitable[Any]) -> Any:
    """Return what the database or Redis answers; None if it fails to."""
    try:
        async with asyncio.timeout(TIMEOUT):
            return await answer
    except (SQLAlchemyError, RedisError, OSError):  # a timeout is an OSError
        return None


def _numbers(stats: Stats) -> dict[str, int]:
    oldest = stats.oldest_undelivered
    shown = (Status.REJECTED, Status.QUARANTINED, Status.KEPT, Status.SENT)
    return {
        "undelivered": stats.undelivered,
        "undelivered_seconds": int((datetime.now(UTC) - oldest).total_seconds()) if oldest else 0,
        **{status: stats.by_status.get(status, 0) for status in shown},
    }
