"""The address of a visitor, behind proxies and in all its spellings."""

import pytest
from reflex.app import EventNamespace
from reflex.config import get_config
from starlette.requests import HTTPConnection

from lean_reflex.network import UNREADABLE, network
from lean_reflex.server.address import visitor_address

HERE = "203.0.113.7"


def test_all_addresses_of_a_visitor_share_one_rate_limit():
    visitors = {
        "203.0.113.7": ["203.0.113.7", "::ffff:203.0.113.7", "203.0.113.7:51234"],
        "2001:db8:1::/48": ["2001:db8:1:2::1", "2001:db8:1:ffff::9", "[2001:db8:1:2::3]:443"],
        UNREADABLE: ["unknown", "_hidden", "testclient"],
        "": ["", "0.0.0.0", "::"],  # without an address only the total limit applies
    }
    for visitor, addresses in visitors.items():
        assert {network(address) for address in addresses} == {visitor}


@pytest.mark.parametrize(
    ("hops", "forwarded", "address"),
    [
        (0, ["198.51.100.1"], HERE), (1, [], HERE), (3, ["198.51.100.1"], HERE),
        (2, ["198.51.100.1, 198.51.100.2"], "198.51.100.1"), (1, ["198.51.100.1", "198.51.100.2"], "198.51.100.2"),
    ],
)  # fmt: skip
def test_the_address_of_a_visitor_is_the_one_that_reflex_finds(monkeypatch, hops, forwarded, address):
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", hops)
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "client": (HERE, 4711), "headers": headers}
    assert visitor_address(HTTPConnection(scope)) == address
    assert EventNamespace._build_static_router_data(None, "", {"asgi.scope": scope})["ip"] == address
