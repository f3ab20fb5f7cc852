"""What the guard does with a websocket that is open, or one too many."""

from __future__ import annotations

import asyncio

import pytest

from gym_site.server import socket
from gym_site.server.address import counted_as
from gym_site.server.socket import socket_guard
from gym_site.settings import load_settings
from tests.strangers.client import CALLS, Handshake, joining

MISMATCH = '42/_event,["state_mismatch",{"backend":"b","reload_cooldown_ms":1}]'
ORIGIN = "http://localhost:3000"
HERE = "203.0.113.9"


class Visitor:
    """A websocket at the guard, and the app behind it; what goes out to the visitor is in ``heard``."""

    def __init__(self, app, address=HERE, *messages):
        self.heard: list[dict] = []
        self._sent: asyncio.Queue = asyncio.Queue()
        self._app, self._address = app, address
        for message in messages:
            self._sent.put_nowait({"type": "websocket.receive", "text": message})

    async def comes(self):
        request = Handshake().request(ORIGIN).decode()
        target, *lines = request.strip().split("\r\n")
        path, _, query = target.split(" ")[1].partition("?")
        scope = {
            "type": "websocket", "path": path, "query_string": query.encode(), "client": (self._address, 1),
            "headers": [tuple(part.strip().encode().lower() for part in line.split(":", 1)) for line in lines],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip

        async def send(message):
            self.heard.append(message)

        await self._app(scope, self._sent.get, send)
        return self.heard


async def reflex(scope, receive, send):
    """As Reflex does to a page of another build: the greeting, and the word to reload."""
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": MISMATCH})
        await send({"type": "websocket.send", "text": f"heard {message['text'][:2]}"})


def guarded(app=reflex, **settings):
    return socket_guard(CALLS, load_settings(settings))(app)


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(socket, "JOIN_TIMEOUT", 0.2)
    monkeypatch.setattr(socket, "IDLE_TIMEOUT", 0.4)


def test_a_page_of_an_older_build_is_not_told_to_reload(hurried):
    heard = asyncio.run(Visitor(guarded(), HERE, joining()).comes())
    assert [message.get("text") for message in heard] == ["heard 40", None]


@pytest.mark.parametrize("messages", [[], [joining()]], ids=["never joined", "silent"])
def test_a_websocket_from_which_nothing_comes_is_closed(hurried, messages):
    heard = asyncio.run(asyncio.wait_for(Visitor(guarded(), HERE, *messages).comes(), 60))
    assert heard[-1] == {"type": "websocket.close", "code": 1001}


def test_there_is_a_ceiling_for_all_addresses(monkeypatch):
    monkeypatch.setattr(socket, "MAX_WEBSOCKETS", 2)

    async def full():
        app = guarded()
        held = [asyncio.create_task(Visitor(app, f"203.0.113.{number}").comes()) for number in range(2)]
        await asyncio.sleep(0)
        late = await Visitor(app).comes()
        for task in held:
            task.cancel()
        return late

    assert asyncio.run(full())[0]["status"] == 503


@pytest.mark.parametrize(
    ("limit", "network"), [("JOINS_PER_MINUTE", "2001:db8:1:{}::1"), ("TOTAL_JOINS_PER_MINUTE", "2001:db8:{}::1")]
)
def test_an_address_and_all_together_open_so_many_pages_a_minute(monkeypatch, hurried, limit, network):
    """Each leaves a state in the server's memory, long after its connection has ended."""
    monkeypatch.setattr(socket, limit, 3)
    app = guarded()

    async def come():
        return [await Visitor(app, network.format(number), joining()).comes() for number in range(1, 6)]

    assert [heard[-1]["code"] for heard in asyncio.run(come())] == [1001] * 3 + [1008] * 2


def test_addresses_are_counted_as_proxies_write_them():
    assert counted_as("203.0.113.9:51234") == counted_as("203.0.113.9") == "203.0.113.9"
    assert counted_as("[2001:db8:1:2::3]:443") == counted_as("2001:db8:1:ffff::1") == "2001:db8:1::/48"
    assert counted_as("2001:db8:2::1") != counted_as("2001:db8:1::1")
    assert counted_as("_hidden") == counted_as("unknown") != ""
    assert counted_as("") == ""
