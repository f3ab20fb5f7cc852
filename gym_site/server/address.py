"""From where a visitor comes."""

from __future__ import annotations

from reflex.config import get_config
from starlette.requests import HTTPConnection

from gym_site.network import network

PREFIX = 48  # bits of an IPv6 address: whoever rents a server may have as many addresses as that leaves


def visitor_address(connection: HTTPConnection) -> str:
    """Return the visitor's address by the rule that Reflex has for events, whose code can't be called from here."""
    if hops := get_config().trusted_proxy_hops:
        named = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        chain = [address.strip() for address in named if address.strip()]
        if len(chain) >= hops:
            return chain[-hops]
    return connection.client.host if connection.client else ""


def counted_as(address: str) -> str:
    """Return what connections from an address are counted by; empty for no address at all."""
    return network(address, prefix=PREFIX)
