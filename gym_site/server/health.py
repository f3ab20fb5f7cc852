"""Health checks for monitoring (docs/operations.md)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import InitVar, dataclass
from datetime import UTC, datetime
from typing import Any

from redis import RedisError
from redis.asyncio import Redis
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gym_site.db.engine import fingerprint
from gym_site.leads.background import Background
from gym_site.leads.maintenance import Maintenance, Stats
from gym_site.leads.service import LeadService
from gym_site.leads.status import Status
from gym_site.leads.workers import Workers
from gym_site.server.shutdown import Shutdown
from gym_site.settings import VERSION, project_id

TIMEOUT = 3.0  # seconds
REPORT_SECONDS = 1.0  # strangers may ask too, so that a flood of requests must not reach the database
STOOD_STILL = 600.0  # seconds without progress after which the background work counts as stalled


@dataclass
class Health:
    """The health of a process and its dependencies."""

    workers: Workers
    maintenance: Maintenance
    service: LeadService
    background: Background
    schema_fault: Callable[[], str]  # blocks, so it is called in a thread
    redis_url: InitVar[str | None]

    def __post_init__(self, redis_url: str | None) -> None:
        self._redis = Redis.from_url(redis_url) if redis_url else None
        self._latest: tuple[float, asyncio.Task[bool]] | None = None

    async def report(self) -> tuple[dict[str, int | None], dict[str, str]]:
        """Return two dictionaries: metrics without personal data, and a sentence for staff about each fault."""
        asked = [self.workers.in_thread(self._database), *([self._redis.ping()] if self._redis else [])]
        database, *pong = await asyncio.gather(*map(_in_time, asked))
        schema, stats = database or ("", None)
        stood_still = int(time.monotonic() - self.background.turned)
        unstored = self.service.unstored()
        faults: dict[str, str] = {}
        if not database:
            faults["database"] = "The database does not answer: no form can be stored."
        if schema:
            faults["schema"] = f"{schema} Until both match, forms may fail. If a migration failed, the log shows it."
        if self._redis and pong != [True]:
            faults["redis"] = "Redis does not answer: rate limits are not enforced."
        if stood_still >= STOOD_STILL:
            faults["background"] = (
                f"The background work has made no progress for {stood_still // 60} minutes: restart the site."
            )
        if unstored:
            faults["unstored"] = (
                f"Attempts to store a form that failed in the last ten minutes: {unstored}. "
                "Did the database stop, or is the disk full?"
            )
        numbers = {
            "database": int(bool(database)),
            "schema": int(not schema) if database else None,
            "redis": int("redis" not in faults) if self._redis else None,
            "background": int("background" not in faults),
            "unstored": unstored,
        }
        return numbers | (_numbers(stats) if stats else {}), faults

    async def is_ready(self) -> bool:
        """Return whether there is no fault. Calls within `REPORT_SECONDS` share one report."""
        now = time.monotonic()
        if not self._latest or now - self._latest[0] > REPORT_SECONDS:
            self._latest = now, asyncio.create_task(self._has_no_fault())
        return await asyncio.shield(self._latest[1])

    async def _has_no_fault(self) -> bool:
        _, faults = await self.report()
        return not faults

    def _database(self) -> tuple[str, Stats | None]:
        schema = self.schema_fault()
        try:
            return schema, self.maintenance.stats()
        except SQLAlchemyError:
            if schema:
                return schema, None
            raise


def health_checks(health: Health, shutdown: Shutdown) -> Starlette:
    """Return the app for ``/healthz``, ``/ping`` and ``/readyz``. Their answers tell strangers nothing but a status."""

    async def ping(_: Request) -> Response:
        return JSONResponse("pong", 503 if shutdown.has_begun else 200)  # Reflex's own /ping returns the same text

    async def readyz(_: Request) -> Response:
        return Response(status_code=200 if await health.is_ready() else 503)

    return Starlette(
        routes=[
            Route("/healthz", PlainTextResponse("ok"), methods=["GET"]),
            Route("/ping", ping),
            Route("/readyz", readyz),
        ]
    )


def status_app(health: Health, db_url: str) -> Starlette:
    """Return the app for ``/readyz`` with details and for ``/metrics``, for the status address (`Settings`) only."""
    database_id = fingerprint(db_url)  # lets commands check which database this server uses

    async def readyz(_: Request) -> Response:
        numbers, faults = await health.report()
        return JSONResponse(
            {**numbers, "faults": faults, "database_id": database_id, "project": project_id(), "version": VERSION},
            503 if faults else 200,
        )

    async def metrics(_request: Request) -> Response:
        numbers, _ = await health.report()
        lines = [
            f"# TYPE gym_{name} gauge\ngym_{name} {number}\n" for name, number in numbers.items() if number is not None
        ]
        return PlainTextResponse("".join(lines), media_type="text/plain; version=0.0.4")

    return Starlette(routes=[Route("/readyz", readyz), Route("/metrics", metrics)])


async def _in_time(answer: Awaitable[Any]) -> Any:
    """Return the result of a call to the database or Redis; None if the call fails or takes too long."""
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
