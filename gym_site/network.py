"""Which visitor an address belongs to: what limits count by."""

import re
from ipaddress import IPv6Network, ip_address

UNREADABLE = "unreadable"  # any address that is none
_PORT = re.compile(r"^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$")


def network(address: str, *, prefix: int = 64) -> str:
    """Return what counts as one visitor: an IPv4 address, or the network with this ``prefix`` that an IPv6 one is in.

    A port behind the address doesn't count. Whatever can't be read is one visitor, and no address at all none.
    """
    bare = _PORT.sub(r"\1\2", address)
    try:
        ip = ip_address(bare)
    except ValueError:
        return UNREADABLE if address else ""
    if ip.is_unspecified:  # what Reflex calls an unknown one
        return ""
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), prefix), strict=False))
