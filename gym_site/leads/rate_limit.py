"""Limits for forms: of one sender in a day, and of all senders in an hour."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from limits import RateLimitItemPerDay, RateLimitItemPerHour
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from gym_site.leads.store import Standing
from gym_site.settings import Settings
from lean_reflex.network import network

logger = logging.getLogger(__name__)

REDIS_TIMEOUT = 0.5  # seconds
REDIS_PAUSE = 10.0  # seconds for which Redis is not used after an error; otherwise each form would wait for the timeout


class RateLimiter:
    """Counts forms in memory, or in Redis for all processes. While Redis is down, no limit applies. All calls block."""

    def __init__(self, settings: Settings) -> None:
        each, total = settings.limit_per_address, settings.limit_total
        self._each = RateLimitItemPerDay(each) if each else None
        self._total = RateLimitItemPerHour(total) if total else None
        self._pause = timedelta(hours=1) / total if total else None
        storage = MemoryStorage()
        if settings.redis_url:
            wait = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
            storage = RedisStorage(settings.redis_url, retry=Retry(NoBackoff(), 0), **wait)  # type: ignore[arg-type]
        self._window = MovingWindowRateLimiter(storage)
        self._redis_back_at = 0.0

    def standing(self, address: str) -> Standing:
        """Return how the limits apply to a sender's next form."""
        with self._redis_errors_logged():
            if self._has_redis():
                sent = 0
                if self._each and (sender := network(address)):
                    sent = self._each.amount - self._window.get_window_stats(self._each, "sender", sender).remaining
                return Standing(
                    is_over=self._each is not None and sent >= self._each.amount,
                    is_first=not sent,
                    is_full=self._total is not None and not self._window.test(self._total, "total"),
                    pause=self._pause,
                )
        return Standing()

    def count(self, address: str, *, at_once: bool = True) -> None:
        """Count a stored form of a sender; ``at_once``: whether it is sent at once."""
        with self._redis_errors_logged():
            if not self._has_redis():
                return
            if self._each and (sender := network(address)):
                self._window.hit(self._each, "sender", sender)
            if self._total and at_once:
                self._window.hit(self._total, "total")

    def once_an_hour(self, name: str) -> bool:
        """Return True only for the first call with ``name`` within an hour. Return False while Redis is down."""
        with self._redis_errors_logged():
            return self._has_redis() and self._window.hit(RateLimitItemPerHour(1), "once", name)
        return False

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
