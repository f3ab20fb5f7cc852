"""Counts what strangers do in a span of time."""

import logging
from collections import Counter
from collections.abc import Callable, Hashable
from time import monotonic

MINUTE, HOUR = 60, 3600


class Counts:
    """Counts by span and key. All counts of a span end together, so the memory is that of one span."""

    def __init__(self) -> None:
        self._spans: dict[int, tuple[float, Counter[Hashable]]] = {}

    def hit(self, most: int, seconds: int, *key: Hashable) -> bool:
        """Count one more within these seconds; return False if they are more than ``most``."""
        now = monotonic()
        begun, counted = self._spans.get(seconds, (now, Counter()))
        if now - begun >= seconds:
            begun, counted = now, Counter()
        self._spans[seconds] = begun, counted
        counted[key] += 1
        return counted[key] <= most


def once_a_minute(log: logging.Logger, what: str) -> Callable[[str], None]:
    """Return a function that logs ``what`` with a reason, each reason once a minute, as strangers may cause it."""
    counts = Counts()

    def warn(reason: str) -> None:
        if counts.hit(1, MINUTE, reason):
            log.warning("%s: %s (logged at most once a minute)", what, reason)

    return warn
