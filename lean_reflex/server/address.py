"""Finds a visitor's IP address behind any number of proxies, and the size of what a request says of itself."""

from reflex.config import get_config
from starlette.requests import HTTPConnection
from starlette.types import Scope


def header_size(scope: Scope) -> int:
    """Return the bytes of a request's headers and query. Reflex keeps those of a handshake with the page's state."""
    return len(scope["query_string"]) + sum(len(name) + len(value) for name, value in scope["headers"])


def visitor_address(connection: HTTPConnection) -> str:
    """Return the visitor's IP address by the same rule as Reflex's code for events, which can't be called here."""
    if hops := get_config().trusted_proxy_hops:
        named = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        chain = [address.strip() for address in named if address.strip()]
        if len(chain) >= hops:
            return chain[-hops]
    return connection.client.host if connection.client else ""
