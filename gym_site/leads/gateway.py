"""The only module that speaks to the form service (spec section 7).

What an answer means is the table of `Delivery`'s statuses: the service accepted it (`SENT`), refused it (`REJECTED`),
did not get it (`PENDING`), or nobody can know (`UNSURE`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from gym_site.leads.status import Status
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

READ_AT_MOST = 64 * 1024  # bytes of an answer
LONGEST_WAIT = 3600  # seconds that a Retry-After is believed
CONNECT_SHARE = 0.6  # of the time, so that a host that never answers is told apart from a slow service
TRY_LATER = frozenset({408, 429, 503})
FAILED = frozenset({"error", "fail", "failed"})  # as a body's "status"
NO = frozenset({"false", "no", "0", "null", "none"})
NOTHING_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)


@dataclass(frozen=True)
class Delivery:
    """What became of one post. ``code``: an HTTP status or the class of an exception; ``retry_after``: in seconds."""

    status: Status
    code: str
    retry_after: int | None = None


class Gateway:
    """Posts leads to the form service at ``endpoint``, in the name of the site at ``site_url``.

    ``deadline`` is the longest time in seconds that one delivery takes, answer included; ``transport`` is httpx's.
    """

    def __init__(
        self,
        endpoint: str,
        site_url: str,
        *,
        deadline: float = 8.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._deadline = deadline
        self._client = httpx.AsyncClient(
            transport=transport,
            trust_env=False,
            follow_redirects=False,
            # A connection that was kept may be gone: then nobody knows whether the lead arrived.
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=0),
            headers={"Accept": "application/json", "Accept-Encoding": "identity", "Referer": f"{site_url}/"},
        )

    async def deliver(self, body: Mapping[str, str], *, within: float | None = None) -> Delivery:
        """Post a body once and judge the answer; ``within`` seconds where less than the deadline is left.

        Every fault of the network is a `Delivery`, never an exception.
        """
        seconds = self._deadline if within is None else min(within, self._deadline)
        early = seconds * CONNECT_SHARE
        timeout = httpx.Timeout(seconds, connect=early, pool=early)
        try:
            async with (
                asyncio.timeout(seconds),
                self._client.stream("POST", self._endpoint, json=dict(body), timeout=timeout) as response,
            ):
                delivery = await _judge(response)
        except NOTHING_SENT as error:
            delivery = Delivery(Status.PENDING, type(error).__name__)
        except (httpx.HTTPError, TimeoutError) as error:
            delivery = Delivery(Status.UNSURE, type(error).__name__)
        if delivery.status is Status.REJECTED:
            logger.error("The form service refused a lead (%s): is GYM_FORM_ENDPOINT right?", delivery.code)
        elif delivery.status is not Status.SENT:
            logger.warning("A lead was not delivered (%s, %s)", delivery.status, delivery.code)
        return delivery

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()


async def _judge(response: httpx.Response) -> Delivery:
    code = str(response.status_code)
    if response.status_code in TRY_LATER:
        return Delivery(Status.PENDING, code, _seconds(response.headers.get("Retry-After", "")))
    if response.status_code >= 500:
        return Delivery(Status.UNSURE, code)
    if not response.is_success:
        return Delivery(Status.REJECTED, code)
    return Delivery(_judge_body(response, await _beginning(response)), code)


async def _beginning(response: httpx.Response) -> bytes:
    """Read the bytes as they come over the wire, up to the limit and one more, which tells that there was more."""
    assert isinstance(response.stream, httpx.AsyncByteStream)
    read = b""
    async for chunk in response.stream:
        read += chunk
        if len(read) > READ_AT_MOST:
            break
    return read[: READ_AT_MOST + 1]


def _judge_body(response: httpx.Response, body: bytes) -> Status:
    """Judge the body of a 2xx: some services say 200 and put the refusal in the body."""
    encoding = response.headers.get("Content-Encoding", "identity").lower()
    if encoding in ("gzip", "x-gzip", "deflate"):  # not asked for, but some answer so
        try:
            body = zlib.decompressobj(wbits=47).decompress(body, READ_AT_MOST + 1)
        except zlib.error:
            return Status.UNSURE
    elif encoding != "identity":
        return Status.SENT  # unreadable: the status line counts
    if "html" in response.headers.get("Content-Type", "") or body.lstrip().startswith(b"<"):
        return Status.UNSURE
    if len(body) > READ_AT_MOST or not body.strip():
        return Status.SENT  # by its status line
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return Status.UNSURE
    return Status.REJECTED if isinstance(answer, dict) and _says_no(answer) else Status.SENT


def _says_no(answer: Mapping[str, Any]) -> bool:
    """Read the keys by which services name a refusal; ``null`` in any of them says nothing."""
    if any(not _is_no(answer.get(key)) for key in ("error", "errors")):
        return True
    if any(_is_no(answer[key]) for key in ("ok", "success") if answer.get(key) is not None):
        return True
    return str(answer.get("status")).strip().casefold() in FAILED


def _is_no(value: Any) -> bool:
    return not value or str(value).strip().casefold() in NO


def _seconds(retry_after: str) -> int | None:
    """Read a Retry-After header, seconds or a date; None where there is nothing to read."""
    try:
        if retry_after.isascii() and retry_after.strip().isdecimal():
            seconds = int(retry_after)
        else:
            moment = parsedate_to_datetime(retry_after)
            seconds = round((moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0), LONGEST_WAIT)


def gateway_for(settings: Settings) -> Gateway | None:
    """Return a gateway to the form service that the settings name; None where they name none."""
    return Gateway(settings.form_endpoint, settings.site_url) if settings.form_endpoint else None
