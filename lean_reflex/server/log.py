"""Log messages that strangers may cause any number of times."""

import logging
from collections.abc import Callable

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter


def once_a_minute(log: logging.Logger, what: str) -> Callable[[str], None]:
    """Return a function that logs ``what`` with a reason, each reason once a minute, as strangers may cause it."""
    logged = FixedWindowRateLimiter(MemoryStorage())

    def warn(reason: str) -> None:
        if logged.hit(RateLimitItemPerMinute(1), reason):
            log.warning("%s: %s (logged at most once a minute)", what, reason)

    return warn
