"""Rate limits for leads: per address and in total, with separate limits for quarantined leads."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from gym_site.network import network
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

WINDOW_MINUTES = 10
DAILY_FACTOR = 4  # an address's daily limit is this multiple of its ten-minute limit
_ANY = (RateLimitItemPerDay(1), "any")  # for `is_first`: counts an address's stored leads, including quarantined ones
REDIS_TIMEOUT = 0.5  # seconds
REDIS_PAUSE = 10.0  # seconds for which Redis is not used after an error; otherwise each lead would wait for the timeout


class RateLimiter:
    """Counts leads in memory, or in Redis for all processes. While Redis is down, no limit applies. All calls block."""

    def __init__(self, settings: Settings) -> None:
        each, total = settings.limit_per_address, settings.limit_total
        day = RateLimitItemPerDay(each * DAILY_FACTOR)
        self._each = (RateLimitItemPerMinute(each, WINDOW_MINUTES), day) if each else ()
        self._total = (RateLimitItemPerHour(total),) if total else ()
        self._each_quarantined = (day,) if each else ()
        storage = MemoryStorage()
        if settings.redis_url:
            wait = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
            storage = RedisStorage(settings.redis_url, retry=Retry(NoBackoff(), 0), **wait)  # type: ignore[arg-type]
        self._window = MovingWindowRateLimiter(storage)
        self._redis_back_at = 0.0

    def exceeded(self, address: str = "", *, quarantined: bool = False) -> str:
        """Return which limit another lead would exceed: ``address``, ``total`` or ``quarantined``; empty if none."""
        with self._redis_errors_logged():
            for item, counter in self._counters(address, quarantined=quarantined):
                if not self._window.test(item, *counter):
                    return counter[0]
        return ""

    def is_first(self, address: str) -> bool:
        """Return whether the next lead of an address is its first of the day; False if that is unknown."""
        with self._redis_errors_logged():
            return self._has_redis() and bool(visitor := network(address)) and self._window.test(*_ANY, visitor)
        return False

    def count(self, address: str = "", *, quarantined: bool = False) -> None:
        """Count a stored lead."""
        with self._redis_errors_logged():
            for item, counter in self._counters(address, quarantined=quarantined):
                self._window.hit(item, *counter)
            if self._has_redis() and (visitor := network(address)):
                self._window.hit(*_ANY, visitor)

    def once(self, name: str, *, hours: int = 24) -> bool:
        """Return True only for the first call with ``name`` within ``hours``. Return False while Redis is down."""
        with self._redis_errors_logged():
            return self._has_redis() and self._window.hit(RateLimitItemPerHour(1, hours), "once", name)
        return False

    def _counters(self, address: str, *, quarantined: bool) -> Iterator[tuple[RateLimitItem, tuple[str, ...]]]:
        """Yield the limits that apply to a lead, each with its counter's key."""
        if not self._has_redis():
            return
        name, each = ("quarantined", self._each_quarantined) if quarantined else ("address", self._each)
        if visitor := network(address):
            yield from ((item, (name, visitor)) for item in each)
        if not quarantined:
            yield from ((item, ("total",)) for item in self._total)

    def _has_redis(self) -> bool:
        """Return False for some seconds after a Redis error, otherwise True, even if no Redis is configured."""
        return time.monotonic() >= self._redis_back_at

    @contextmanager
    def _redis_errors_logged(self) -> Iterator[None]:
        try:
            yield
        except RedisError as error:
            logger.error("Rate limits are not enforced: Redis is unavailable (%s)", type(error).__name__)
            self._redis_back_at = time.monotonic() + REDIS_PAUSE
