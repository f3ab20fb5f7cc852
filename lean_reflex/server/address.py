"""Finds a visitor's IP address behind any number of proxies."""

from reflex.config import get_config
from starlette.requests import HTTPConnection


def visitor_address(connection: HTTPConnection) -> str:
    """Return the visitor's IP address by the same rule as Reflex's code for events, which can't be called here."""
    if hops := get_config().trusted_proxy_hops:
        named = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        chain = [address.strip() for address in named if address.strip()]
        if len(chain) >= hops:
            return chain[-hops]
    return connection.client.host if connection.client else ""
