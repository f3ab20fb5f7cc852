"""Maps an IP address to the visitor's network, the unit to which rate limits apply."""

import re
from ipaddress import IPv6Network, ip_address

UNREADABLE = "unreadable"  # stands for all invalid addresses, which share one limit
_PORT = re.compile(r"^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$")


def network(address: str, *, prefix: int = 64) -> str:
    """Return the network that counts as one visitor: an IPv4 address, or an IPv6 network of ``prefix`` bits.

    A port is ignored. Every invalid address returns `UNREADABLE`. An empty or unspecified address returns an empty
    string.
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
    return str(ip.ipv4_mapped or IPv6Network((int(ip), prefix), strict=False))
