"""Serves the business and page records over HTTP: staff's changes show without a build (spec sections 4, 7 and 9)."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from gym_site.db.queries import CACHE_SECONDS, Records
from gym_site.routes import BUSINESS_RECORD_PATH, PAGE_RECORDS_PATH, post_key
from gym_site.seo.records import encoded, page_facts, post_record
from gym_site.site import Current

logger = logging.getLogger(__name__)


def record_answers(records: Records, current: Current) -> Starlette:
    """Return the app that serves the records. All other requests go on to the app that Reflex mounts in it."""

    async def business(request: Request) -> Response:
        record = await records.business()
        if record is None:
            logger.warning("The business record was not found")
            return PlainTextResponse("", 404)
        return _answer(request, record.facts())

    async def page(request: Request) -> Response:
        slug, site = request.path_params["slug"], current.site
        is_page, post = (
            slug in site.gym.records,
            next((one for one in site.gym.posts if post_key(one.id) == slug), None),
        )
        record = post_record(post) if post else await records.page(slug) if is_page else None
        if record is None:
            if is_page:
                logger.warning("SEO data not found for page %s", slug)
            return PlainTextResponse("", 404)
        return _answer(request, page_facts(record, replace(site, business=await records.known_business())))

    async def unavailable(request: Request, error: Exception) -> Response:
        slug = request.path_params.get("slug", "business")
        logger.warning("The record of %s can't be read (%s)", slug, type(error).__name__)
        return PlainTextResponse("", 503)

    public_path = current.site.settings.public_path
    return Starlette(
        routes=[
            Route(public_path(BUSINESS_RECORD_PATH), business),
            Route(public_path(PAGE_RECORDS_PATH + "{slug}"), page),
        ],
        exception_handlers={SQLAlchemyError: unavailable},
    )


def _answer(request: Request, facts: Mapping[str, Any]) -> Response:
    body, version = encoded(facts)
    headers = {"ETag": f'"{version}"', "Cache-Control": f"public, max-age={CACHE_SECONDS}"}
    if version in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    return Response(body, 200, headers, "application/json")
