"""How many websockets an address may hold, and how much may be said over one."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from gym_site.server.socket import BURST, POLICY_VIOLATION
from tests.strangers.client import Handshake, Stranger, moving

HELD = 3  # connections of one address
A_SECOND = 4  # messages over one
MOVE = moving()
FAQ = {"pathname": "/faq", "asPath": "/faq"}


@dataclass
class Visitors:
    """Websockets to one site, all open until the test ends."""

    url: str
    doors: ExitStack = field(default_factory=ExitStack)

    def come(self, *forwarded: str) -> tuple[int, Stranger]:
        """Open one more, with these lines X-Forwarded-For; return the status and the connection."""
        visitor = self.doors.enter_context(Stranger(self.url))
        return visitor.open(Handshake(more=tuple(f"X-Forwarded-For: {address}" for address in forwarded))), visitor

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
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        with ExitStack() as doors:
            if all(doors.enter_context(Stranger(site.url)).open() == 101 for _ in range(HELD)):
                break
        time.sleep(0.05)
    time.sleep(0.1)  # for those that have just been closed


@pytest.fixture(scope="module")
def limited(sites):
    """A site behind one proxy, or none: where a request names no address, its own counts."""
    return sites(GYM_LIMIT_CONNECTIONS=str(HELD), GYM_LIMIT_EVENTS=str(A_SECOND), REFLEX_TRUSTED_PROXY_HOPS="1")


def test_one_address_holds_so_many_websockets_and_gets_one_back_for_each_that_ends(limited, arrive):
    visitors = arrive(limited)
    first = visitors.come()[1]
    assert [visitors.come()[0] for _ in range(HELD)] == [101] * (HELD - 1) + [429]
    with Stranger(limited.url) as other:  # pages and forms stay open
        other.send(b"HEAD /forms/inquiry HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.status() == 200
    first.__exit__()
    ends = time.monotonic() + 60
    while (status := visitors.come()[0]) != 101 and time.monotonic() < ends:
        time.sleep(0.05)
    assert status == 101
    assert visitors.come()[0] == 429


def test_behind_a_proxy_the_address_that_it_names_counts(limited, arrive):
    visitors = arrive(limited)
    visitor, other = "198.51.100.7", "198.51.100.8"
    assert visitors.statuses(*[visitor] * HELD, visitor, other) == [101] * HELD + [429, 101]
    # What a stranger writes before the proxy's own word changes nothing, on one line or on two.
    assert visitors.come(f"203.0.113.1, {visitor}")[0] == 429
    assert visitors.come("203.0.113.1", visitor)[0] == 429


def test_without_a_proxy_an_address_that_is_only_claimed_opens_no_more(sites, arrive):
    visitors = arrive(sites(GYM_LIMIT_CONNECTIONS=str(HELD)))
    claimed = [f"203.0.113.{number}" for number in range(HELD + 2)]
    assert visitors.statuses(*claimed) == [101] * HELD + [429] * 2
    assert visitors.come("198.51.100.1", "198.51.100.2")[0] == 429


def test_who_floods_is_put_out_while_a_neighbour_is_answered(limited, arrive):
    visitors = arrive(limited)
    neighbour, flooder = visitors.come()[1].join(), visitors.come()[1].join()
    for _ in range(20 * A_SECOND * BURST):
        flooder.say(MOVE)
    neighbour.say(moving(router_data=FAQ))
    neighbour.hears('"/faq"')
    assert flooder.is_put_out()
    assert flooder.closed_with == POLICY_VIOLATION
    neighbour.say(MOVE)  # and goes on
    neighbour.hears('"is_hydrated_rx_state_":true')
