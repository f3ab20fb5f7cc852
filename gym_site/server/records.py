"""Serves the business and page records: staff's changes show without a build (spec sections 4, 7 and 9)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.queries import CACHE_SECONDS, Records, RecordsUnavailableError
from gym_site.routes import BUSINESS_RECORD_PATH, PAGE_RECORDS_PATH
from gym_site.seo.records import POST_RECORDS, encoded, page_facts
from gym_site.settings import Settings

logger = logging.getLogger(__name__)


def record_answers(records: Records, settings: Settings) -> Starlette:
    """Return the app that serves the records, to be cached no longer than by the server; Reflex is mounted in it."""

    async def business(request: Request) -> Response:
        record, seconds = await records.business()
        if record is None:
            logger.warning("The business record was not found")
            return PlainTextResponse("", 404)
        return _answer(request, record.facts(), seconds)

    async def page(request: Request) -> Response:
        slug = request.path_params["slug"]
        if slug in POST_RECORDS:
            record, seconds = POST_RECORDS[slug], CACHE_SECONDS
        elif slug in PAGE_RECORDS:
            record, seconds = await records.page(slug)
        else:
            return PlainTextResponse("", 404)
        if record is None:
            logger.warning("SEO data not found for page %s", slug)
            return PlainTextResponse("", 404)
        gym, gym_seconds = await records.known_business()
        return _answer(request, page_facts(record, gym, settings), min(seconds, gym_seconds))

    async def unavailable(request: Request, error: Exception) -> Response:
        logger.warning("The record of %s can't be read (%s)", request.path_params.get("slug", "business"), error)
        return PlainTextResponse("", 503)

    return Starlette(
        routes=[Route(BUSINESS_RECORD_PATH, business), Route(PAGE_RECORDS_PATH + "{slug}", page)],
        exception_handlers={RecordsUnavailableError: unavailable},
    )


def _answer(request: Request, facts: Mapping[str, Any], seconds: float) -> Response:
    body, version = encoded(facts)
    headers = {
        "ETag": f'"{version}"',
        "Cache-Control": f"public, max-age={int(seconds)}",
        "Access-Control-Expose-Headers": "ETag",
    }
    if version in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(body, 200, headers, "application/json")
