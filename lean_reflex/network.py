"""Brings addresses to one form: a URL as browsers write it, and an IP address as the visitor's network."""

import re
from collections.abc import Collection
from ipaddress import IPv6Network, ip_address
from unicodedata import normalize

import httpx

MAX_ORIGIN = 300  # characters; a host has 253 at most
UNREADABLE = "unreadable"  # stands for all invalid addresses, which share one limit
_PORT = re.compile(r"^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return the origin of an ``http`` or ``https`` URL as browsers send it; the host's final dot is removed.

    Scheme and host are in lower case, an international name is in its ASCII form, and a default port is left out.
    Raises `ValueError` for any other text.
    """
    try:
        parts = httpx.URL(normalize("NFC", url))
    except httpx.InvalidURL as error:
        raise ValueError("not a URL") from error
    host = parts.raw_host.decode().removesuffix(".")
    is_whole = parts.scheme in _DEFAULT_PORTS and all(host.split(".")) and not parts.userinfo
    if not is_whole or (parts.port is not None and not 1 <= parts.port <= 65535):
        raise ValueError("not a URL with a scheme and a host")
    if ":" in host:
        host = f"[{ip_address(host).compressed}]"
    port = "" if parts.port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def canonical(url: str) -> str:
    """Return a URL with its origin in the form of `origin_of`, and the rest unchanged. Raises `ValueError`."""
    origin = origin_of(url)
    return re.sub(r"[^:]*://[^/?#]*", lambda _: origin, url, count=1)


def is_from(origin: str, allowed: Collection[str]) -> bool:
    """Return whether an origin, as a browser sends it, is one of those that are allowed."""
    try:
        return len(origin) <= MAX_ORIGIN and canonical(origin) in allowed
    except ValueError:  # null, or not from a browser
        return False


def network(address: str) -> str:
    """Return the network that counts as one visitor: an IPv4 address, or an IPv6 network of 48 bits.

    A single customer of a hosting company may control a whole /48 network. A port is ignored. Every invalid address
    returns `UNREADABLE`. An empty or unspecified address returns an empty string.
    """
    bare = _PORT.sub(r"\1\2", address)
    try:
        ip = ip_address(bare)
    except ValueError:
        return UNREADABLE if address else ""
    if ip.is_unspecified:  # 0.0.0.0 is Reflex's value for an unknown address
        return ""
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), 48), strict=False))
