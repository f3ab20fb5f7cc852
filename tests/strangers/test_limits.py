"""How many websockets an address may hold, and how much may be said over one."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from gym_site.server.socket import ARRIVALS, BURST, POLICY_VIOLATION
from tests.strangers.client import HYDRATE, MOVED, PLACE, Handshake, Stranger, joining, packet

HELD = 3  # connections of one address
A_SECOND = 4  # messages over one
MOVE = packet({"name": MOVED, "router_data": PLACE})


@dataclass
class Visitors:
    """Websockets to one site, all open until the test ends."""

    url: str
    doors: ExitStack = field(default_factory=ExitStack)

    def come(self, *forwarded: str) -> tuple[int, Stranger]:
        """Open one more, with these lines X-Forwarded-For; return the status and the connection."""
        visitor = self.doors.enter_context(Stranger(self.url))
        return visitor.open(Handshake(more=tuple(f"X-Forwarded-For: {one}" for one in forwarded))), visitor

    def statuses(self, *addresses: str) -> list[int]:
        """Open one for each of these addresses, as a proxy names them."""
        return [self.come(address)[0] for address in addresses]


@pytest.fixture
def arrive():
    """Visitors of a site."""
    with ExitStack() as leaving:

        def at(site) -> Visitors:
            visitors = Visitors(site.url)
            leaving.callback(_all_gone, site)
            leaving.enter_context(visitors.doors)
            return visitors

        yield at


def _all_gone(site) -> None:
    """Wait until the site has noticed that nobody is there: the next test counts from nought."""
    ends = time.monotonic() + 5
    while time.monotonic() < ends:
        with ExitStack() as doors:
            if all(doors.enter_context(Stranger(site.url)).open() == 101 for _ in range(HELD)):
                break
        time.sleep(0.05)
    time.sleep(0.1)  # for those that have just been closed


@pytest.fixture(scope="module")
def limited(sites):
    return sites(GYM_LIMIT_CONNECTIONS=str(HELD), GYM_LIMIT_EVENTS=str(A_SECOND))


@pytest.fixture(scope="module")
def behind_a_proxy(sites):
    return sites(GYM_LIMIT_CONNECTIONS=str(HELD), REFLEX_TRUSTED_PROXY_HOPS="1")


@pytest.fixture(scope="module")
def unlimited(sites):
    return sites(GYM_LIMIT_CONNECTIONS="0", GYM_LIMIT_EVENTS="0")


def test_one_address_holds_so_many_websockets_and_gets_one_back_for_each_that_ends(limited, arrive):
    visitors = arrive(limited)
    first = visitors.come()[1]
    assert [visitors.come()[0] for _ in range(HELD)] == [101] * (HELD - 1) + [429]
    first.__exit__()
    ends = time.monotonic() + 5
    while (status := visitors.come()[0]) != 101 and time.monotonic() < ends:
        time.sleep(0.05)
    assert status == 101
    assert visitors.come()[0] == 429


def test_an_address_that_is_only_claimed_opens_no_more_websockets(limited, arrive):
    visitors = arrive(limited)
    claimed = [f"203.0.113.{one}" for one in range(HELD + 2)]
    assert visitors.statuses(*claimed) == [101] * HELD + [429] * 2
    assert visitors.come("198.51.100.1", "198.51.100.2")[0] == 429


def test_pages_and_forms_stay_open_to_an_address_that_holds_too_many(limited, arrive):
    visitors = arrive(limited)
    while visitors.come()[0] == 101:
        pass
    with Stranger(limited.url) as other:
        other.send(b"HEAD /forms/inquiry HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.status() == 200


def test_behind_a_proxy_the_address_that_it_names_counts(behind_a_proxy, arrive):
    visitors = arrive(behind_a_proxy)
    one, other = "198.51.100.7", "198.51.100.8"
    assert visitors.statuses(*[one] * HELD, one, other) == [101] * HELD + [429, 101]
    # What a stranger writes before the proxy's own word changes nothing, on one line or on two.
    assert visitors.come(f"203.0.113.1, {one}")[0] == 429
    assert visitors.come("203.0.113.1", one)[0] == 429


def test_all_networks_that_one_customer_may_have_of_the_newer_addresses_count_as_one(behind_a_proxy, arrive):
    visitors = arrive(behind_a_proxy)
    networks = [f"2001:db8:1:{one}::1" for one in range(1, HELD + 2)]
    assert visitors.statuses(*networks) == [101] * HELD + [429]
    assert visitors.come("2001:db8:2:1::1")[0] == 101


def test_without_a_limit_there_is_none(unlimited, arrive):
    visitors = arrive(unlimited)
    assert {visitors.come()[0] for _ in range(60)} == {101}
    talker = visitors.come()[1].join()
    for _ in range(20 * BURST * 2):
        talker.say(MOVE)
    talker.say(packet({"name": HYDRATE, "router_data": PLACE}))
    talker.hears('"rx_router_headers_rx_state_"')


def test_who_floods_is_put_out_while_a_neighbour_is_answered(limited, arrive):
    visitors = arrive(limited)
    neighbour, flooder = visitors.come()[1], visitors.come()[1]
    neighbour.join()
    flooder.join()
    for _ in range(20 * A_SECOND * BURST):
        flooder.say(MOVE)
    began = time.monotonic()
    neighbour.say(packet({"name": MOVED, "router_data": {"pathname": "/faq", "asPath": "/faq"}}))
    neighbour.hears('"/faq"')
    assert time.monotonic() - began < 4
    assert flooder.is_put_out()
    assert flooder.closed_with == POLICY_VIOLATION
    neighbour.say(MOVE)  # and goes on
    neighbour.hears('"is_hydrated_rx_state_":true')


def test_who_keeps_within_the_limit_may_go_on(limited, arrive):
    visitor = arrive(limited).come()[1].join()
    for _ in range(A_SECOND * BURST // 2):
        visitor.say(MOVE)
    time.sleep(1)
    for _ in range(A_SECOND * BURST // 2):  # with joining one more than at once
        visitor.say(MOVE)
    visitor.say(packet({"name": MOVED, "router_data": {"pathname": "/faq", "asPath": "/faq"}}))
    visitor.hears('"/faq"')


def test_one_address_opens_only_so_many_pages_a_minute(sites):
    """Each leaves a state in the server's memory, long after its connection has ended."""
    site = sites(GYM_LIMIT_CONNECTIONS="5")
    for _ in range(ARRIVALS):
        with Stranger(site.url) as visitor:
            visitor.join()
    with Stranger(site.url) as one_more:
        assert one_more.open() == 101
        one_more.say(joining())
        assert one_more.is_put_out()
        assert one_more.closed_with == POLICY_VIOLATION
