"""Why a valid lead looks like a bot's, and how many were accepted lately."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Network, ip_address

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from gym_site.settings import Settings

logger = logging.getLogger(__name__)

HONEYPOT = "website"  # an input that people don't see
OPENED = "opened"  # a hidden input: `Suspicion.opened`, as it was when the visitor began

MINUTES = 10
DAY = 4  # times what is taken in ten minutes
MOST_LINKS = 2
LINK = re.compile(r"https?://(?:www\.)?|\bwww\.(?=\w)", re.IGNORECASE)
REDIS_ANSWERS_IN = 0.5  # seconds
REDIS_LEFT_ALONE = 10.0  # seconds after a fault: leads must not queue behind a Redis that is away


class Suspicion:
    """Judges leads by the settings; one for each process, whose limits are shared through Redis where there is one.

    A reason is one word for the log, or empty. Not every one over a limit is noticed: leads of several threads or
    processes at the same moment don't see each other.
    """

    def __init__(self, settings: Settings) -> None:
        self._least_milliseconds = settings.min_fill_seconds * 1000
        self._secret = secrets.token_bytes(32)
        each, total = settings.limit_per_address, settings.limit_total
        self._each = (RateLimitItemPerMinute(each, MINUTES), RateLimitItemPerDay(each * DAY)) if each else ()
        self._total = (RateLimitItemPerHour(total),) if total else ()
        self._window = MovingWindowRateLimiter(_storage(settings.redis_url))
        self._redis_back_at = 0.0

    def opened(self) -> str:
        """Return the present moment, signed, for the form's input `OPENED`; empty where nobody looks at it."""
        return self._signed(str(_milliseconds())) if self._least_milliseconds else ""

    def of(self, raw: Mapping[str, object], fields: Mapping[str, str]) -> str:
        """Return the reason that lies in a form itself: ``raw`` as it came in, ``fields`` cleaned."""
        if str(raw.get(HONEYPOT) or "").strip():
            return "honeypot"
        if any(len(LINK.findall(text)) > MOST_LINKS for text in fields.values()):
            return "links"
        return "fast" if self._is_fast(raw.get(OPENED)) else ""

    def limit(self, address: str) -> str:
        """Return the reason that one more lead from this address would be too many. Blocks, as `count` does."""
        with self._redis_may_be_away():
            for item, counted in self._limits(address):
                if not self._window.test(item, *counted):
                    return counted[0]
        return ""

    def count(self, address: str) -> None:
        """Count an accepted lead."""
        with self._redis_may_be_away():
            for item, counted in self._limits(address):
                self._window.hit(item, *counted)

    def _limits(self, address: str) -> Iterator[tuple[RateLimitItem, tuple[str, ...]]]:
        if time.monotonic() < self._redis_back_at:
            return
        if counted := network(address):
            yield from ((item, ("address", counted)) for item in self._each)
        yield from ((item, ("total",)) for item in self._total)

    @contextmanager
    def _redis_may_be_away(self) -> Iterator[None]:
        try:
            yield
        except RedisError as error:
            logger.error("The limits are not watched: Redis gives no answer (%s)", type(error).__name__)
            self._redis_back_at = time.monotonic() + REDIS_LEFT_ALONE

    def _is_fast(self, opened: object) -> bool:
        """Say whether a form was sent too soon after a moment that this process signed; nothing else tells anything."""
        if not isinstance(opened, str) or not opened.isascii():
            return False
        moment = opened.partition(".")[0]
        genuine = hmac.compare_digest(opened, self._signed(moment))
        return genuine and _milliseconds() - int(moment) < self._least_milliseconds

    def _signed(self, moment: str) -> str:
        return f"{moment}.{hmac.new(self._secret, moment.encode(), hashlib.sha256).hexdigest()}"


def _milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000  # a clock that nobody sets; only the process that signed reads it


def _storage(redis_url: str | None) -> MemoryStorage | RedisStorage:
    if redis_url is None:
        return MemoryStorage()
    once = Retry(NoBackoff(), 0)
    wait = REDIS_ANSWERS_IN
    return RedisStorage(redis_url, socket_timeout=wait, socket_connect_timeout=wait, retry=once)  # type: ignore[arg-type]


def network(address: str) -> str:
    """Return what counts as one visitor: an IPv4 address, or the /64 that a household has; empty for anything else."""
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if ip.is_unspecified:  # what Reflex calls an unknown one
        return ""
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), 64), strict=False))
