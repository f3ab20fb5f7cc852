"""Reads the business record and the page records (spec sections 3, 7 and 9)."""

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from gym_site.content.business import Business
from gym_site.content.content_type import unchecked
from gym_site.content.page_records import PageRecord
from gym_site.db.tables import BusinessInfo, LocalSeoContent

CACHE_SECONDS = 150  # in the server's cache, then again in HTTP caches: a change shows within five minutes
KNOWN_WITHIN = 0.5  # seconds: an answer to a visitor must not wait for a database that hangs

Record = TypeVar("Record", bound=Business | PageRecord)


def business_record(engine: Engine) -> Business | None:
    """Read the first business record; None if the table is empty. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(BusinessInfo).order_by(col(BusinessInfo.id))).first()
        return as_record(Business, row) if row else None


def page_record(engine: Engine, slug: str) -> PageRecord | None:
    """Read a page's record; None if there is none. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(LocalSeoContent).where(LocalSeoContent.page_slug == slug)).first()
        return as_record(PageRecord, row) if row else None


def as_record(kind: type[Record], row: Any) -> Record:
    """Convert a row to a record without validation; a ``schema_markup`` that isn't a JSON object becomes None."""
    values = {}
    for field in fields(kind):
        value = getattr(row, field.name)
        if "tuple[" in str(field.type):
            value = _texts(value)
        elif field.name == "schema_markup":
            value = value if isinstance(value, dict) else None
        values[field.name] = value
    return unchecked(kind, **values)


def _texts(value: Any) -> tuple[str, ...]:
    """Convert a stored JSON list to strings; an item of another type becomes its JSON text."""
    items = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return tuple(item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in items)


class Records:
    """Reads and caches the records, on one event loop. ``built``: the business record in the built pages.

    Concurrent requests for a record share one read. Reads run in separate threads, so that an unavailable database
    blocks nothing else.
    """

    def __init__(self, engine: Engine, built: Business, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._known = built
        self._clock = clock
        self._cache: dict[tuple[str, ...], tuple[float, asyncio.Future[Any]]] = {}  # expiry and result by slug
        self._threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="records")

    async def business(self) -> Business | None:
        """Return the business record; None if there is none. Raises `SQLAlchemyError`."""
        return await self._cached(business_record)

    async def known_business(self) -> Business:
        """Return the business record; if it is missing or can't be read in time, return the last known one."""
        with suppress(SQLAlchemyError, TimeoutError):
            async with asyncio.timeout(KNOWN_WITHIN):
                self._known = await self.business() or self._known
        return self._known

    async def page(self, slug: str) -> PageRecord | None:
        """Return a page's record; None if there is none. Raises `SQLAlchemyError`."""
        return await self._cached(page_record, slug)

    async def _cached(self, read: Callable[..., Any], *name: str) -> Any:
        now = self._clock()
        expires, reading = self._cache.get(name, (now, None))
        if reading is None or expires <= now:
            reading = asyncio.get_running_loop().run_in_executor(self._threads, read, self._engine, *name)
            self._cache[name] = now + CACHE_SECONDS, reading
        try:
            return await asyncio.shield(reading)
        except SQLAlchemyError:
            self._cache.pop(name, None)
            raise
