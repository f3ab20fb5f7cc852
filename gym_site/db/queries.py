"""The two records that pages are built from and refreshed with (spec sections 3, 7 and 9)."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, select

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.db.tables import BusinessInfo, LocalSeoContent

RETRIES = 3
LONGEST_DELAY = 30.0  # seconds
KEPT_FOR = 300.0  # seconds


class RecordsUnavailableError(Exception):
    """The database gave no answer, retries included; the message is the class of the last error."""


@dataclass(frozen=True, kw_only=True)
class StoredPageRecord(PageRecord):
    """A page's record with the structured data that only the database holds (spec section 3, page SEO record)."""

    schema_markup: dict[str, Any] | None = None


def business_record(engine: Engine) -> Business | None:
    """Read the first business record once; None for an empty table. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(BusinessInfo).order_by(col(BusinessInfo.id))).first()
    if row is None:
        return None
    return Business(
        name=row.name,
        description=row.description,
        address=row.address,
        city=row.city,
        province=row.province,
        postal_code=row.postal_code,
        phone=row.phone,
        email=row.email,
        business_hours=row.business_hours,
        services=_texts(row.services),
    )


def page_record(engine: Engine, slug: str) -> StoredPageRecord | None:
    """Read a page's record once; None where there is none. Raises `SQLAlchemyError`."""
    with Session(engine) as session:
        row = session.exec(select(LocalSeoContent).where(LocalSeoContent.page_slug == slug)).first()
    if row is None:
        return None
    return StoredPageRecord(
        page_slug=row.page_slug,
        title=row.title,
        meta_description=row.meta_description,
        keywords=_texts(row.keywords),
        local_keywords=_texts(row.local_keywords),
        schema_markup=row.schema_markup if isinstance(row.schema_markup, dict) else None,
    )


def _texts(value: Any) -> tuple[str, ...]:
    """Return what staff stored in a list as texts: a number or an object in it is shown, not a reason to fail."""
    items = value if isinstance(value, list) else [] if value is None else [value]
    return tuple(item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in items)


class Records:
    """The records with the data-fetching rule of spec section 9.

    A failed read is tried 3 times more after 1, 2 and 4 s (never more than 30 s apart); a record found is kept for
    5 minutes. Failures and misses are not kept. ``sleep`` and ``clock`` (seconds) stand in for time in tests.

    Callers that ask for the same record at the same time share one read, and the reads have threads of their own:
    a database that is away takes none from the rest of the site.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine = engine
        self._sleep = sleep
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[str | None, tuple[float, Any]] = {}
        self._reading: dict[str | None, Future[Any]] = {}
        self._threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="records")

    def business(self) -> Business | None:
        """Return the business record or None for an empty table. Raises `RecordsUnavailableError`."""
        return self._ask(None).result()

    def page(self, slug: str) -> StoredPageRecord | None:
        """Return a page's record or None where there is none. Raises `RecordsUnavailableError`."""
        return self._ask(slug).result()

    async def business_async(self) -> Business | None:
        """Like `business`, off the event loop."""
        return await asyncio.shield(asyncio.wrap_future(self._ask(None)))

    async def page_async(self, slug: str) -> StoredPageRecord | None:
        """Like `page`, off the event loop."""
        return await asyncio.shield(asyncio.wrap_future(self._ask(slug)))

    def _ask(self, slug: str | None) -> Future[Any]:
        """Return the record's future: a kept one, one being read, or a new one. ``None`` is the business record."""
        with self._lock:
            if slug in self._kept and self._clock() - self._kept[slug][0] < KEPT_FOR:
                found: Future[Any] = Future()
                found.set_result(self._kept[slug][1])
                return found
            if slug not in self._reading:
                self._reading[slug] = self._threads.submit(self._read, slug)
            return self._reading[slug]

    def _read(self, slug: str | None) -> Any:
        try:
            record = self._read_patiently(slug)
            if record is not None:
                with self._lock:
                    self._kept[slug] = (self._clock(), record)
            return record
        finally:
            with self._lock:
                self._reading.pop(slug, None)

    def _read_patiently(self, slug: str | None) -> Any:
        delays = [min(2.0**retry, LONGEST_DELAY) for retry in range(RETRIES)]
        while True:
            try:
                return business_record(self._engine) if slug is None else page_record(self._engine, slug)
            except SQLAlchemyError as error:
                if not delays:
                    raise RecordsUnavailableError(type(error).__name__) from None
                self._sleep(delays.pop(0))
