"""The websocket guard in front of socket.io: only events that pages send reach Reflex."""

import asyncio
import json
import re
from contextlib import suppress
from typing import Annotated, Any, NotRequired, TypedDict

import pytest
import reflex as rx
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field
from reflex.config import get_config
from reflex_base.utils.form import FormData
from socketio import ASGIApp, AsyncNamespace, AsyncServer
from uvicorn.server import ServerState

from lean_reflex.reflex_internals import handlers
from lean_reflex.server import socket
from lean_reflex.server.events import Call, guard_events
from lean_reflex.server.frames import CountedFrames
from lean_reflex.server.rules import Limits, strict
from lean_reflex.server.socket import POLICY_VIOLATION, SocketGuard
from lean_reflex.tests.client import HYDRATE as HYDRATED
from lean_reflex.tests.client import MARK, MOVED, STATE, joining, moving, packet, page_query, sending

Key = Annotated[str, Field(max_length=64)]
Fields = Annotated[dict[Key, str], Field(max_length=40)]


class Letter(rx.State):
    """A handler whose arguments have limits."""

    @rx.event
    def submit(self, fields: Fields, attempt: Key):
        """Take a form."""


SUBMIT = f"{Letter.get_full_name()}.submit"
PLACE = {"pathname": "/", "asPath": "/?a=b#faq", "query": {"a": "b", "splat": ["nope", "x"]}}
FIELDS = {"key": "c" * 32, "website": "", "name": "Zoë", "message": "one\ntwo \U0001f600"}
MOVE = {"name": MOVED, "router_data": PLACE}
FORM = {"name": SUBMIT, "payload": {"fields": FIELDS, "attempt": "b" * 32}, "router_data": PLACE}
HYDRATE = {"name": HYDRATED, "router_data": PLACE}
FIRST = HYDRATE | {"payload": {"hashes": ["946b36c3740a7ab4"] * 11}}
FAULT = {"name": f"{STATE}.reflex___state____frontend_event_exception_state.handle_frontend_exception"}
ORIGIN = "http://localhost:3000"
HERE = "203.0.113.9"
FREE = Limits(messages=0, websockets=0)


CALLS = {name: Call(name, handler) for name, handler in handlers().items() if name in (HYDRATED, MOVED, SUBMIT)}


class Reflex(AsyncNamespace):
    """Replaces Reflex's namespace and records what it receives."""

    def __init__(self):
        super().__init__("/_event")
        self.given: list = []

    async def on_connect(self, sid, environ, auth):
        self.given.append(auth)

    async def on_event(self, sid, given):
        self.given.append(given)

    on_client_error = on_event


class Site:
    """The guard with socket.io behind it."""

    def __init__(self, limits=None):
        server = AsyncServer(async_mode="asgi", async_handlers=False, transports=["websocket"], json=json,
                             cors_allowed_origins="*", monitor_clients=False)  # fmt: skip
        self.reflex = Reflex()
        server.register_namespace(self.reflex)
        guard_events(self.reflex, CALLS)
        self.app = SocketGuard(
            ASGIApp(server, socketio_path="/_event"), strict(origins=(ORIGIN,), limits=limits or Limits())
        )

    async def visit(self, *messages, address=HERE, forwarded=(), leaves=True, pause=0.0):
        """Open a websocket, send ``messages`` and leave; return the replies. ``forwarded``: X-Forwarded-For headers.

        ``pause``: seconds before each message.
        """
        headers = {"origin": ORIGIN, "connection": "upgrade", "upgrade": "websocket"}.items()
        headers = [*headers, *(("x-forwarded-for", line) for line in forwarded)]
        scope = {
            "type": "websocket", "path": "/_event/", "query_string": page_query().encode(), "client": (address, 1),
            "headers": [(name.encode(), value.encode()) for name, value in headers],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        coming, heard = asyncio.Queue(), []
        coming.put_nowait({"type": "websocket.connect"})
        for message in messages:
            part = "text" if isinstance(message, str) else "bytes"
            coming.put_nowait({"type": "websocket.receive", part: message})
        if leaves:
            coming.put_nowait({"type": "websocket.disconnect"})

        async def send(message):
            heard.append(message)

        async def receive():
            await asyncio.sleep(pause)
            return await coming.get()

        await self.app(scope, receive, send)
        return heard


def code(heard):
    """Return the close code of the websocket, or the status of its refusal."""
    return next((message.get("code") or message.get("status") for message in heard
                 if message["type"] in ("websocket.close", "http.response.start", "websocket.http.response.start")
                 and len(message) > 1), None)  # fmt: skip


def outcomes(*messages, joined=True):
    """Send each message over its own websocket, and return the outcome for each message.

    The outcome is the event that Reflex received, None for no event, or "put out" if the websocket was closed.
    """

    async def all_of_them():
        site, found = Site(FREE), []
        for message in messages:
            said = (joining(), message) if joined else (message,)
            closed = code(await site.visit(*said)) == POLICY_VIOLATION
            given = site.reflex.given[joined:]
            site.reflex.given.clear()
            assert not (given and closed)
            found.append("put out" if closed else given[0] if given else None)
        return found

    return asyncio.run(all_of_them())


def submitting(fields, attempt):
    """Return the message that submits a form."""
    return sending({"name": SUBMIT, "payload": {"fields": fields, "attempt": attempt}, "router_data": PLACE})


PAGE_SENDS = [
    ("3", None), ("41/_event,", None), (packet(FAULT), None), ('42/_event,["client_error",{"message":"x"}]', None),
    *((packet(event), event) for event in (MOVE, FORM, FIRST, HYDRATE)),
]  # fmt: skip


@pytest.mark.parametrize(("message", "given"), PAGE_SENDS)
def test_messages_of_a_page_are_accepted_but_not_if_cut_or_extended(message, given):
    cut = [message[:end] for end in range(len(message)) if message[:end] not in ("3", "41/_event,")]
    assert outcomes(message, *cut, f"{message}x") == [given, *["put out"] * (len(cut) + 1)]


@pytest.mark.parametrize("event", [FIRST, HYDRATE])
def test_hashes_that_force_a_reload_are_removed_from_the_first_message(event):
    assert outcomes(joining(event=event), joined=False) == [{"event": event}]


GOOD = moving()
REFUSED = {
    "engine.io": ["", f"0{MARK}", "2probe", f"3{MARK}", "5", f"\ufeff{GOOD}", MARK.encode(), f"{GOOD}\x1e{GOOD}"],
    "socket.io": [GOOD.replace("/_event,", other, 1) for other in ("", "/admin,", "/_event?x=1,", "/_event,7")],
    "another kind": [f"{number}/_event,{GOOD[10:]}" for number in range(30, 60) if number != 42],
    "no JSON": [f"42/_event,{text}" for text in (
        "[", "null", f'"{MARK}"', "{}", "[]", f"['event','{MARK}']", '["event",NaN]', f'["event",{"9" * 6000}]',
        '["event",' + "[" * 30_000 + "]" * 30_001, '["event",' + '{"a":' * 10_000 + "1" + "}" * 10_000 + "]")],
    "no event": [
        *(f'42/_event,["{kind}",{json.dumps(MOVE)}]' for kind in (MARK, "connect", "disconnect")),
        *(f"42/_event,{text}" for text in (
            '["event"]', f'["event",{json.dumps(MOVE)},{{}}]', '["event",[]]', '["client_error"]')),
    ],
    "names": [moving(name=name) for name in (
        "", MARK, f"{MOVED}\0", f"{STATE}.setvar", f"{STATE}.__class__.__init__", "_call_script")],
    "too little": [packet({"name": MOVED}), moving(router_data={"pathname": "/"}), moving(name=SUBMIT, payload={}),
                   *(moving(name=SUBMIT, payload=payload) for payload in ({"fields": FIELDS}, {"attempt": MARK}))],
    "too much": [
        moving(self=MARK), moving(payload={"x": MARK}), moving(router_data=PLACE | {"x": MARK}),
        moving(name=HYDRATE["name"], payload={"vars": {"x": MARK}}),
        moving(name=SUBMIT, payload={"fields": FIELDS, "attempt": "a", "self": MARK}),
    ],
    "too long": [
        *(moving(router_data=PLACE | change) for change in (
            {"asPath": "/?" + "😀" * 2_100}, {"query": {str(key): MARK for key in range(2000)}})),
        submitting({str(key): MARK for key in range(41)}, "a"), submitting({MARK * 10: ""}, "a"), submitting(FIELDS, "a" * 65),
    ],
    "of another kind": [
        *(moving(**change) for change in ({"name": 1}, {"name": ["a"]}, {"router_data": None}, {"payload": []})),
        *(moving(router_data=PLACE | change) for change in (
            {"pathname": 1}, {"asPath": None}, {"query": [1]}, {"query": {"a": {"b": MARK}}}, {"query": {"a": [1]}})),
        *(moving(name=HYDRATE["name"], payload={"hashes": hashes}) for hashes in ({"a": MARK}, [None], "a")),
        *(submitting(FIELDS | {"name": value}, "a") for value in (None, True, 1, -1.5, ["a"], {"a": MARK}, "\ud800")),
        submitting([MARK], "a"), submitting(FIELDS, 1), submitting({"\udc00": MARK}, "a"),
    ],
    "joining twice": [joining()],
    "not joined": [
        "40/_event,", "40", f"40/admin,{MARK}", joining().replace("/_event,", "/_event,1"), GOOD, "41/_event,",
        '42/_event,["client_error",{}]', *(f"40/_event,{text}" for text in ("null", "[]", "{}", "{")),
        *(joining(event=event) for event in (MOVE, None, HYDRATE | {"payload": {"vars": {"x": MARK}}})),
    ],
}  # fmt: skip


@pytest.mark.parametrize("group", REFUSED)
def test_a_message_that_no_page_sends_closes_the_connection(group, caplog):
    assert set(outcomes(*REFUSED[group], joined=group != "not joined")) == {"put out"}
    assert MARK not in caplog.text


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (submitting(FIELDS, 1), "Letter.submit: attempt is wrong (string_type)"),
        (moving(name=f"{STATE}.set_is_hydrated"), "no page calls State.set_is_hydrated"),
        (moving(name=MARK), "not understood"),
    ],
)
def test_the_reason_for_refusing_an_event_is_logged_and_sent_to_the_page(message, reason, caplog):
    heard = asyncio.run(Site(FREE).visit(joining(), message))
    assert {"type": "websocket.close", "code": POLICY_VIOLATION, "reason": reason} in heard
    assert reason in caplog.text


class Booking(TypedDict):
    """A form as Reflex's documentation annotates one."""

    name: str
    days: list[str]
    is_new: bool
    note: NotRequired[str]


class Desk(rx.State):
    """Handlers of a form, each with another annotation that Reflex understands."""

    @rx.event
    def plain(self, form):
        """Take a form without an annotation."""

    @rx.event
    def any_dict(self, form: dict[str, Any]):
        """Take any values."""

    @rx.event
    def texts(self, form: dict[str, str]):
        """Take texts alone."""

    @rx.event
    def perhaps(self, form: dict[str, str] | None):
        """Take texts, or nothing."""

    @rx.event
    def every(self, form: FormData[str, str]):
        """Take each value of fields with the same name."""

    @rx.event
    def typed(self, form: Booking):
        """Take a form with known fields."""


def form_problem(handler, entries):
    """Return why the guard refuses a form with these names and values; empty if it doesn't."""
    payload = {"form": {"__reflex_form_data__": entries}}
    return Call("", Desk.event_handlers[handler]).problem({"name": "", "router_data": PLACE, "payload": payload})


FORM_HANDLERS = ["plain", "any_dict", "texts", "perhaps", "every", "typed"]


@pytest.mark.parametrize("handler", FORM_HANDLERS)
def test_a_form_is_checked_as_reflex_hands_it_to_the_handler(handler):
    assert not form_problem(handler, [["name", "Jo"], ["days", "mon"], ["days", "tue"], ["is_new", "on"], ["go", ""]])


@pytest.mark.parametrize(
    ("handler", "entries"),
    [
        *((handler, entries) for handler in FORM_HANDLERS for entries in (1, [1], [["a"]], [[["a"], "b"]])),
        *((handler, [["name", value]]) for handler in FORM_HANDLERS[2:] for value in (1, ["a"], {"a": MARK}, None)),
    ],
)
def test_a_form_that_no_page_sends_is_refused(handler, entries):
    assert form_problem(handler, entries)


# Any text, alone or as an event or join packet.
@settings(deadline=None)  # a busy machine takes longer
@given(st.text() | st.text().map('42/_event,["event",'.__add__) | st.text().map("40/_event,{".__add__))
def test_any_text_is_a_valid_message_or_closes_the_connection(message):
    assert outcomes(message)[0] in (None, "put out")


IDLE = {
    "never joined": [],
    "silent": [joining()],
    "pongs alone": ["3"] * 100,
    "left": [joining(), "41/_event,", *["3"] * 100],
}


@pytest.mark.parametrize("messages", IDLE.values(), ids=IDLE)
def test_a_websocket_that_joins_no_page_or_is_silent_is_closed(messages):
    visit = Site(Limits(join_timeout=0.2, idle_timeout=0.4)).visit(*messages, leaves=False, pause=0.05)
    assert code(asyncio.run(asyncio.wait_for(visit, 3))) == socket.GOING_AWAY


@pytest.mark.parametrize(("limit", "pause", "last"), [(3, 9.9, POLICY_VIOLATION), (3, 10.1, None), (0, 0, None)])
def test_the_number_of_messages_in_ten_seconds_is_limited(monkeypatch, limit, pause, last):
    moments = iter([100.0] * 30 + [100.0 + pause] * 1000)
    site = Site(Limits(messages=limit))
    monkeypatch.setattr(socket.time, "monotonic", lambda: next(moments))
    assert code(asyncio.run(site.visit(joining(), *["3"] * 30))) == last


FRAGMENTED = b"\x01\x80" + bytes(4)  # the beginning of a message in parts
LEAVING = b"\x88\x82" + bytes(4) + b"\x03\xe8"  # with the code 1000
FRAMES = {  # without a message, and what comes before them
    "pings": (b"", b"\x89\x80" + bytes(4)), "pongs": (b"", b"\x8a\x80" + bytes(4)),
    "empty parts": (FRAGMENTED, bytes([0, 0x80, *bytes(4)])), "short parts": (FRAGMENTED, bytes([0, 0x81, *bytes(4), 97])),
}  # fmt: skip


@pytest.mark.parametrize(("first", "frame"), FRAMES.values(), ids=FRAMES)
def test_frames_without_a_message_count_as_messages_and_few_are_read_after_the_end(first, frame):
    config = uvicorn.Config(Site(Limits(messages=3)).app, ws=CountedFrames, http="h11", lifespan="off", log_config=None)
    config.load()
    handshake = (
        f"GET /_event/?{page_query()} HTTP/1.1", "Host: a", "Connection: upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", "",
    )  # fmt: skip

    async def end_of(port, frames, late=b""):
        """Send frames and, when the server has closed the websocket, those that are ``late``; return its code."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write("\r\n".join(handshake).encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frames)
        heard = b""
        while not (close := re.search(rb"\x88.(..)", heard, re.DOTALL)):
            heard += await reader.read(4096)
        writer.write(late)
        with suppress(ConnectionError):
            await reader.read()  # to the end of the connection
        writer.close()
        return int.from_bytes(close[1])

    async def ends():
        loop, state = asyncio.get_running_loop(), ServerState()
        listening = await loop.create_server(lambda: config.http_protocol_class(config, state, {}), "127.0.0.1", 0)
        async with listening as server, asyncio.timeout(5):
            port = server.sockets[0].getsockname()[1]
            return await end_of(port, first + frame * 25 + LEAVING), await end_of(
                port, first + frame * 40, frame * 20_000
            )

    assert asyncio.run(ends()) == (1000, POLICY_VIOLATION)


def opened(site, *visitors):
    """Open a websocket per address, with its X-Forwarded-For headers, all at once; return the refusal statuses."""

    async def come():
        held = [asyncio.create_task(site.visit(address=address, forwarded=forwarded, leaves=False))
                for address, *forwarded in visitors]  # fmt: skip
        await asyncio.sleep(0.05)
        codes = [code(visit.result()) if visit.done() else None for visit in held]
        for visit in held:
            visit.cancel()
        await asyncio.wait(held)
        return codes

    return asyncio.run(come())


@pytest.mark.parametrize(
    ("hops", "limits", "visitors", "refused"),
    [
        (0, {"websockets": 2}, [(HERE,), (HERE, "198.51.100.1"), (HERE, "198.51.100.2"), ("203.0.113.8",)],
         [None, None, 429, None]),
        (1, {"websockets": 2}, [(HERE, "198.51.100.7"), (HERE, "203.0.113.1, 198.51.100.7"), (HERE, "203.0.113.1", "198.51.100.7"),
             (HERE, "198.51.100.8")], [None, None, 429, None]),
        (0, {"total_websockets": 2}, [(HERE,), ("203.0.113.8",), ("203.0.113.7",)], [None, None, 503]),
    ],
    ids=["without a proxy", "behind a proxy", "in total"],
)  # fmt: skip
def test_the_number_of_websockets_per_address_and_in_total_is_limited(monkeypatch, hops, limits, visitors, refused):
    monkeypatch.setattr(get_config(), "trusted_proxy_hops", hops)
    site = Site(Limits(**limits))
    for _ in range(2):
        assert opened(site, *visitors) == refused


@pytest.mark.parametrize(
    ("limit", "network", "refused", "elsewhere"),
    [
        ("handshakes", "2001:db8:1:{}::1", 429, None),
        ("joins", "2001:db8:1:{}::1", POLICY_VIOLATION, None),
        ("total_joins", "2001:db8:{}::1", POLICY_VIOLATION, POLICY_VIOLATION),
    ],
)
def test_new_websockets_and_pages_per_minute_are_limited_per_address_and_in_total(limit, network, refused, elsewhere):
    """A handshake costs memory even if no page joins; a join leaves a state there long after the websocket is closed."""
    site, addresses = Site(Limits(**{limit: 3})), [*map(network.format, range(1, 6)), "203.0.113.8"]

    async def come():
        return [code(await site.visit(joining(), address=address)) for address in addresses]

    assert asyncio.run(come()) == [None] * 3 + [refused] * 2 + [elsewhere]
