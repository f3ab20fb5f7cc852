"""Strangers who hold connections: each part of a request has its time, and an address its share of the connections."""

import asyncio
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.sync.client import connect

from gym_site.content.business import BUSINESS
from gym_site.server import connections
from gym_site.settings import load_settings
from tests.site import free_port, wait_for

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
MUCH = 50_000_000  # bytes: more than the system keeps for a client


async def app(scope, receive, send):
    """Answer with the body's length, or with that of each message."""
    if scope["type"] == "websocket":
        talk = WebSocket(scope, receive, send)
        await talk.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await talk.send_text(str(len(await talk.receive_text())))
        return
    if scope["path"] == "/fails":
        raise ZeroDivisionError
    if scope["path"] == "/much":
        answer = PlainTextResponse(b"x" * MUCH)
    elif scope["path"] == "/unread":
        answer = PlainTextResponse("at once")
    else:
        answer = PlainTextResponse(f"{len(await Request(scope, receive).body())} bytes")
    await answer(scope, receive, send)


@pytest.fixture
def serve(tmp_path, monkeypatch):
    """Run a server in this process, with less time for everything; return its address."""
    for name in ("HEADER_TIMEOUT", "BODY_TIMEOUT", "REFUSED_TIMEOUT", "WRITE_TIMEOUT"):
        monkeypatch.setattr(connections, name, 0.5)
    monkeypatch.setattr(connections, "CONNECTIONS_PER_WEBSOCKET", 1)

    @contextmanager
    def running(limit: int):
        port = free_port()
        settings = load_settings({"GYM_LIMIT_CONNECTIONS": str(limit)})
        options = connections.uvicorn_options(tmp_path, BUSINESS, settings)
        server = uvicorn.Server(uvicorn.Config(app, port=port, lifespan="off", **options))
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join()

    with ExitStack() as servers:
        yield lambda limit=0: servers.enter_context(running(limit))


def stranger(url: str, source: str = "127.0.0.1") -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname, parts.port), 60, (source, 0))


def heard(connection: socket.socket) -> bytes:
    """Return everything until the server ends the connection."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def asked(url: str, source: str = "127.0.0.1") -> bytes:
    """Return the answer to a request that is whole."""
    with stranger(url, source) as visitor:
        visitor.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        return heard(visitor)


UNFINISHED = {  # what is sent at once, what is sent now and then, and how the answer begins
    "nothing": (b"", b"", b""),
    "line breaks": (b"", b"\r\n", b"HTTP/1.1 408"),
    "a header bit by bit": (GET[:-2], b"X: y\r\n", b"HTTP/1.1 408"),
    "a second header": (GET + GET[:-2], b"X: y\r\n", b"HTTP/1.1 200"),
    "a body bit by bit": (POST.replace(b"4", b"99"), b"x", b"HTTP/1.1 408"),
    "a body that nobody reads": (POST.replace(b"/", b"/unread", 1).replace(b"4", b"99"), b"x", b"HTTP/1.1 200"),
}


def drip(url: str, sent: bytes, more: bytes) -> bytes:
    """Send bytes and then more now and then, until the server ends the connection; return its answer."""
    answer, ends = b"", time.monotonic() + 60
    with stranger(url) as connection, suppress(ConnectionError):  # ended while we were still sending
        connection.sendall(sent)
        connection.settimeout(0.05)
        while True:
            assert time.monotonic() < ends
            with suppress(TimeoutError):
                if not (data := connection.recv(65536)):
                    break
                answer += data
            connection.sendall(more)
    return answer


def test_what_is_not_finished_in_time_is_ended(serve):
    url = serve()
    with ThreadPoolExecutor(len(UNFINISHED)) as threads:
        answers = threads.map(lambda case: drip(url, *case[:2]), UNFINISHED.values())
        for (name, (*_, beginning)), answer in zip(UNFINISHED.items(), answers, strict=True):
            assert answer.startswith(beginning), name
            assert answer.count(b"HTTP/1.1") == bool(beginning) + (name == "a second header"), name


def test_who_takes_nothing_of_an_answer_is_put_out(serve):
    with stranger(serve()) as connection:
        connection.sendall(GET.replace(b"/", b"/much", 1))
        time.sleep(1.5)
        assert len(heard(connection)) < MUCH


def test_an_answer_without_the_app_has_the_headers_of_every_other(serve):
    with stranger(serve()) as connection:
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        answer = heard(connection).lower()
    assert answer.startswith(b"http/1.1 400")
    assert b"\r\ncontent-security-policy: " in answer
    assert b"\r\nserver:" not in answer


def test_an_address_and_all_together_have_their_share_and_are_told_how_to_reach_the_gym(serve, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_TIMEOUT", 300)
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 4)
    url = serve(limit=3)
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(stranger(url))
        answer = asked(url)
        assert answer.startswith(b"HTTP/1.1 429")
        assert BUSINESS.phone.encode() in answer
        assert asked(url, "127.0.0.2").startswith(b"HTTP/1.1 200")
        held.enter_context(stranger(url, "127.0.0.2"))
        answer = asked(url, "127.0.0.3")
        assert answer.startswith(b"HTTP/1.1 503")
        assert BUSINESS.phone.encode() in answer
    wait_for(lambda: asked(url).startswith(b"HTTP/1.1 200"))


def test_a_websocket_is_one_connection_and_has_no_time_limit_of_a_requests(serve):
    url = serve(limit=1)
    for _ in range(2):
        with connect(url.replace("http", "ws"), proxy=None) as websocket:
            time.sleep(0.7)
            websocket.send("hello")
            assert websocket.recv() == "5"
            assert asked(url).startswith(b"HTTP/1.1 429")
        wait_for(lambda: asked(url).startswith(b"HTTP/1.1 200"))


def test_a_slow_visitor_is_answered_again_and_again(serve, monkeypatch):
    monkeypatch.setattr(connections, "BODY_TIMEOUT", 300)
    with stranger(serve()) as visitor:
        for _ in range(2):
            visitor.sendall(POST)
            time.sleep(0.7)  # a body may take longer than a header
            visitor.sendall(b"body")
            answer = b""
            while data := not answer.endswith(b"4 bytes") and visitor.recv(65536):
                answer += data
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.7)  # and so may the next request


def test_a_request_that_fails_is_logged_with_its_error_by_uvicorn(serve, caplog):
    assert httpx.get(f"{serve()}/fails").status_code == 500
    failed = [(record.name, record.exc_info[0]) for record in caplog.records if record.exc_info]
    assert failed == [("uvicorn.error", ZeroDivisionError)]
