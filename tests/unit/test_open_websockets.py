"""What the guard does with a websocket that is open, or one too many."""

from __future__ import annotations

import asyncio

import pytest

from gym_site.server import socket
from gym_site.server.address import counted_as
from gym_site.server.socket import page_calls, socket_guard
from gym_site.settings import load_settings
from gym_site.state.forms import InquiryForm
from tests.strangers.client import Handshake, joining

MISMATCH = '42/_event,["state_mismatch",{"backend":"b","reload_cooldown_ms":1}]'
ORIGIN = "http://localhost:3000"


class Visitor:
    """A websocket at the guard, and the app behind it; what goes out to the visitor is in ``heard``."""

    def __init__(self, app, address="203.0.113.9"):
        self.sent: asyncio.Queue = asyncio.Queue()
        self.heard: list[dict] = []
        self._app, self._address = app, address

    def says(self, text):
        self.sent.put_nowait({"type": "websocket.receive", "text": text})
        return self

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

        await self._app(scope, self.sent.get, send)


async def reflex(scope, receive, send):
    """As Reflex does to a page of another build: the greeting, and the word to reload."""
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": MISMATCH})
        await send({"type": "websocket.send", "text": f"heard {message['text'][:2]}"})


def guarded(app=reflex, **settings):
    return socket_guard(page_calls(InquiryForm.submit), load_settings(settings))(app)


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(socket, "JOINED_WITHIN", 0.2)
    monkeypatch.setattr(socket, "HEARD_WITHIN", 0.4)


def test_a_page_of_an_older_build_is_not_told_to_reload(hurried):
    visitor = Visitor(guarded()).says(joining())
    asyncio.run(visitor.comes())
    assert [message.get("text") for message in visitor.heard] == ["heard 40", None]


@pytest.mark.parametrize("messages", [[], [joining()]], ids=["never joined", "silent"])
def test_a_websocket_from_which_nothing_comes_is_closed(hurried, messages):
    visitor = Visitor(guarded())
    for message in messages:
        visitor.says(message)
    asyncio.run(asyncio.wait_for(visitor.comes(), 10))
    assert visitor.heard[-1] == {"type": "websocket.close", "code": 1001}


def test_there_is_a_ceiling_for_all_addresses(monkeypatch):
    monkeypatch.setattr(socket, "WEBSOCKETS", 2)

    async def full():
        app = guarded()
        held = [asyncio.create_task(Visitor(app, f"203.0.113.{one}").comes()) for one in range(2)]
        await asyncio.sleep(0)
        late = Visitor(app)
        await late.comes()
        for one in held:
            one.cancel()
        return late.heard

    assert asyncio.run(full())[0]["status"] == 503


def test_pages_opened_from_many_addresses_have_a_ceiling_too(monkeypatch, hurried):
    monkeypatch.setattr(socket, "ALL_ARRIVALS", 3)

    async def come():
        app = guarded()
        visitors = [Visitor(app, f"203.0.113.{one}").says(joining()) for one in range(5)]
        for one in visitors:
            await one.comes()
        return [one.heard[-1]["code"] for one in visitors]

    assert asyncio.run(come()) == [1001] * 3 + [1008] * 2


def test_addresses_are_counted_as_proxies_write_them():
    assert counted_as("203.0.113.9:51234") == counted_as("203.0.113.9") == "203.0.113.9"
    assert counted_as("[2001:db8:1:2::3]:443") == counted_as("2001:db8:1:ffff::1") == "2001:db8:1::/48"
    assert counted_as("2001:db8:2::1") != counted_as("2001:db8:1::1")
    assert counted_as("_hidden") == counted_as("unknown") != ""
    assert counted_as("") == ""
