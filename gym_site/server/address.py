"""Visitors' addresses, and how many websockets each has open."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from reflex.config import get_config
from starlette.requests import HTTPConnection

from gym_site.network import network

# Websockets are counted per /48: anyone who rents a server may control that many IPv6 addresses.
counted_as = partial(network, prefix=48)


def visitor_address(connection: HTTPConnection) -> str:
    """Return the visitor's address, by the same rule as Reflex uses for events (its code can't be called from here)."""
    if hops := get_config().trusted_proxy_hops:
        named = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        chain = [address.strip() for address in named if address.strip()]
        if len(chain) >= hops:
            return chain[-hops]
    return connection.client.host if connection.client else ""


class OpenConnections:
    """Counts open connections against the limits ``each`` (per address) and ``total``; 0: no limit."""

    def __init__(self, each: int, total: int) -> None:
        self._each, self._total = each, total
        self._open: Counter[str] = Counter()

    @contextmanager
    def counted(self, address: str) -> Iterator[int]:
        """Count a connection while it lasts; yield 0, or the HTTP status with which to refuse it."""
        self._open[address] += 1
        too_many = bool(self._each and address) and self._open[address] > self._each
        try:
            yield 429 if too_many else 503 if self._total and self._open.total() > self._total else 0
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
