"""Messages that no page sends are rejected and not logged, and the site keeps working."""

import socket
from contextlib import ExitStack, suppress
from functools import partial
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from lean_reflex.server.socket import POLICY_VIOLATION
from lean_reflex.tests.client import MARK, moving, page_query
from tests.site import PrebuiltSite
from tests.strangers.client import SUBMIT, WITHIN, Page, a_form, handshake, status_of
from tests.strangers.requests import FORM, REQUESTS, bomb

TOO_BIG = 1009  # the websocket protocol's code; uvicorn refuses a message above its limit before it has arrived
MAY_GROW = 5 * 1024  # kB over all rounds; a leak of one connection per case would be more than twice this


def put_out(url: str, message: str | bytes, *, joined: bool) -> None:
    """Check that the server closes the websocket for this message as a policy violation."""
    with Page(url) as page:
        if joined:
            page.join()
        with suppress(ConnectionClosed):  # by the server, perhaps before it has read everything
            page.socket.send(message)
            while True:
                page.socket.recv(WITHIN)
        assert page.socket.close_code in (POLICY_VIOLATION, TOO_BIG)


def refused(url: str, request: bytes) -> None:
    """Check that the response is a refusal: no page, no websocket, no server error."""
    status = status_of(url, request)
    assert status == 0 or 300 <= status < 500, status


def expect_status(url: str, request: bytes, status: int) -> None:
    assert status_of(url, request) == status


# One hostile message of each kind, and all large ones. The others are in lean_reflex/tests/test_server_socket.py.
JOINED = {
    "not JSON": '42/_event,["event",{' + MARK, "binary event": '451-/_event,["event",{}]', "binary": b"x" * 70_000, "1 MB": " " * 1_000_000,
    "deep lists": '42/_event,["event",' + "[" * 30_000 + "]" * 30_001, "an unknown name": moving(name=MARK),
    "a form with an extra argument": moving(name=SUBMIT, payload={"fields": {"name": MARK}, "attempt": "a", "self": MARK}),
}  # fmt: skip
NOT_JOINED = {"an event first": moving(), "binary first": MARK.encode()}
QUERY = page_query()
QUERIES = {
    "no query": "", "a token of words": f"token={MARK}&EIO=4&transport=websocket", "two tokens": f"{QUERY}&{page_query()}",
    "a token and NUL": QUERY.replace("&", "%00&", 1), "version 3": QUERY.replace("EIO=4", "EIO=3"),
    "polling": QUERY.replace("=websocket", "=polling"), "a session": f"{QUERY}&sid={MARK}",
}  # fmt: skip
HEADERS = {
    "another origin": {"Origin": f"https://{MARK}.example"}, "no origin": {"Origin": "null"},
    "another port": {"Origin": "http://127.0.0.1:1"}, "two origins in one header": {"Origin": f"http://127.0.0.1, https://{MARK}.example"},
    "a long header": {"Cookie": MARK * 2000}, "version 8": {"Sec-WebSocket-Version": "8"}, "no key": {"Sec-WebSocket-Key": None},
    "no upgrade": {"Upgrade": None},
}  # fmt: skip
PATHS_OF_NONE = ["/", f"/_event/{MARK}", "//_event/", "/_event/../_event/"]
HANDSHAKES = {  # changes to a page's handshake
    **{name: partial(handshake, query=query) for name, query in QUERIES.items()},
    **{name: partial(handshake, **headers) for name, headers in HEADERS.items()},
    **{path: partial(handshake, path=path) for path in PATHS_OF_NONE},
    "two origins": lambda url: handshake(url, f"Origin: https://{MARK}.example"),
    "many headers": lambda url: handshake(url, *(f"X-{number}: {MARK}" for number in range(1500))),
}


GROUPS = [  # the expected outcome, and its cases
    (partial(put_out, joined=True), JOINED),
    (partial(put_out, joined=False), NOT_JOINED),
    (lambda url, request: refused(url, request(url)), HANDSHAKES),
    (lambda url, row: expect_status(url, row[0], row[1]), REQUESTS),
]


@pytest.fixture(scope="module")
def target(pages, _service, tmp_path_factory):
    """A site without limits that drops a visitor's state and connection two seconds after they leave."""
    settings = {"GYM_LIMIT_EVENTS": "0", "REFLEX_REDIS_TOKEN_EXPIRATION": "2", "REFLEX_SOCKET_INTERVAL": "2"}
    with PrebuiltSite(tmp_path_factory.mktemp("site"), GYM_FORM_ENDPOINT=_service.endpoint, **settings) as site:
        yield site


def test_hostile_messages_are_refused_and_not_logged_and_leak_no_memory(target, long):
    rounds = 12 if long else 3

    def all_of_it() -> int:
        for _ in range(rounds):
            for expect, cases in GROUPS:
                for name, case in cases.items():
                    try:
                        expect(target.url, case)
                    except Exception as error:
                        error.add_note(name)
                        raise
        return target.memory()

    sizes = [all_of_it(), all_of_it()]
    while (
        sizes[-1] - sizes[-2] >= MAY_GROW and len(sizes) < 5
    ):  # a leak grows each time, a busy machine's leftovers don't
        sizes.append(all_of_it())
    grown = sizes[-1] - sizes[-2]
    assert grown < MAY_GROW, f"{grown} kB more after {rounds} rounds"
    page = httpx.get(target.url)
    assert page.status_code == 200
    assert "</html>" in page.text
    assert httpx.post(f"{target.url}{FORM}", data=a_form("posted")).status_code == 303
    with Page(target.url) as page:
        assert page.join().submit(a_form("spoken"))
    assert target.leads("posted") == [("sent", "post")]
    assert target.leads("spoken") == [("sent", "event")]
    assert MARK not in target.log.read_text().lower()


@pytest.mark.long
def test_compressed_messages_of_one_address_fill_no_memory(target):
    before, there = target.memory(), (urlsplit(target.url).hostname, urlsplit(target.url).port)
    with ExitStack() as opened:
        sockets = [opened.enter_context(socket.create_connection(there, WITHIN)) for _ in range(10)]
        for one in sockets:
            one.sendall(handshake(target.url, "Sec-WebSocket-Extensions: permessage-deflate"))
            assert b"deflate" not in one.recv(4096).lower()
            with suppress(ConnectionError):  # the server closes the connection
                one.sendall(bomb())
        assert httpx.get(target.url).elapsed.total_seconds() < WITHIN
        assert target.memory() - before < MAY_GROW * 4
