"""Maps an IP address to the visitor or network that rate limits count."""

import re
from ipaddress import IPv6Network, ip_address

UNREADABLE = "unreadable"  # stands for all invalid addresses
_PORT = re.compile(r"^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$")


def network(address: str, *, prefix: int = 64) -> str:
    """Return an IPv4 address, or the network with this ``prefix`` of an IPv6 address: one visitor.

    A port is ignored. All unreadable addresses are one visitor; without an address there is none.
    """
    bare = _PORT.sub(r"\1\2", address)
    try:
        ip = ip_address(bare)
    except ValueError:
        return UNREADABLE if address else ""
    if ip.is_unspecified:  # Reflex's value for an unknown address
        return ""
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), prefix), strict=False))
