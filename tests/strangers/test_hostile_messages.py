"""Everything that no page of the site sends: it is turned away, leaves no trace in the log, and the site goes on."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing

import httpx
import pytest

from gym_site.server.socket import MAX_MESSAGE, POLICY_VIOLATION, RefusedError, read
from tests.site import WEB
from tests.strangers.client import (
    CLOSE,
    PING,
    STATE,
    Handshake,
    Stranger,
    a_form,
    frame,
    submitting,
    token,
)
from tests.unit.test_server_socket_hostile import CALLS, GOOD, MARK, MESSAGES, call, event, text

TOO_LONG = 1009  # the websocket protocol's code
MAY_GROW = 5 * 1024  # kB, in all rounds: less than half of what one forgotten connection a case would take

Case = Callable[[str], None]  # takes the site's address
CASES: dict[str, Case] = {}


def put_out(url: str, message: str | bytes, *, joined: bool) -> None:
    with Stranger(url) as stranger:
        if joined:
            stranger.join()
        else:
            assert stranger.open() == 101
        stranger.say(message)
        assert stranger.is_put_out()
        # By uvicorn or by the guard: Reflex and engine.io never saw the message.
        assert stranger.closed_with == (TOO_LONG if len(message) > MAX_MESSAGE else POLICY_VIOLATION)


def refused(url: str, request: bytes) -> None:
    """Nothing is answered but that it can't be: no page, no websocket, no fault of the server's."""
    with Stranger(url) as stranger:
        stranger.send(request)
        status = stranger.status()
        assert status == 0 or 300 <= status < 500, status


def add(name: str, case: Case) -> None:
    assert name not in CASES, name
    CASES[name] = case


def add_messages(group: str, messages: dict[str, str | bytes], *, joined: bool = True) -> None:
    for name, message in messages.items():
        add(f"{group}: {name}", lambda url, message=message: put_out(url, message, joined=joined))


# One or two of each group in tests/unit/test_server_socket_hostile.py, and those that depend on their order.
add_messages("joined", {
    name: MESSAGES[name]
    for name in (
        "engine.io: nothing", "engine.io: type 7", "socket.io: join twice", "socket.io: binary event", "binary: long",
        "json: deep closed lists", "json: too many digits", "event: an unknown name", "event: a path too long",
        "payload: a form and more", "payload: half a pair in a field", "size: 1 MB of nothing",
    )
})  # fmt: skip
add_messages("not joined", {
    name: MESSAGES[f"join: {name}"]
    for name in ("an event first", "leaving first", "a report first", "binary first", "a list", "a move")
}, joined=False)  # fmt: skip

# What breaks the websocket protocol itself: the server's own parser ends that.
for name, data in {
    "unmasked": frame(MARK, masked=False), "opcode 3": frame(MARK, 3), "opcode 11": frame(MARK, 11),
    "reserved bits": frame(MARK, first=0xF0), "nothing to continue": frame(MARK, 0), "a split ping": frame(MARK, PING, first=0),
    "a long ping": frame("x" * 200, PING), "no UTF-8": frame(b"42/_event,\xff\xfe"), "half a pair": frame("42/_event,\ud800"),
    "a new one in the middle": frame(MARK, first=0) + frame(MARK), "closing with one byte": frame(b"x", CLOSE),
    "closing with code 1": frame(b"\x00\x01", CLOSE), "closing with words": frame(b"\x03\xe8" + MARK.encode(), CLOSE),
    "a binary half": frame(b"\xff", 2, first=0) + frame(MARK, 0),
}.items():  # fmt: skip

    def broken(url: str, data: bytes = data) -> None:
        with Stranger(url) as stranger:
            assert stranger.open() == 101
            stranger.send(data)
            assert stranger.is_put_out()

    add(f"frame: {name}", broken)

QUERY = f"token={token()}&EIO=4&transport=websocket"
for name, handshake in {
    "no query": Handshake(query=""), "no token": Handshake(query="EIO=4&transport=websocket"),
    "an empty token": Handshake(query="token=&EIO=4&transport=websocket"),
    "a token of words": Handshake(query=f"token={MARK}&EIO=4&transport=websocket"),
    "two tokens": Handshake(query=f"{QUERY}&token={token()}"), "a token and more": Handshake(query=QUERY.replace("&", f"{MARK}&", 1)),
    "a token and NUL": Handshake(query=QUERY.replace("&", "%00&", 1)), "a token in capitals": Handshake(query=f"token={token().upper()}&EIO=4&transport=websocket"),
    "a token too long": Handshake(query=f"token={'a' * 5000}&EIO=4&transport=websocket"),
    "no version": Handshake(query=f"token={token()}&transport=websocket"), "version 3": Handshake(query=QUERY.replace("EIO=4", "EIO=3")),
    "version NaN": Handshake(query=QUERY.replace("EIO=4", "EIO=NaN")), "polling": Handshake(query=QUERY.replace("=websocket", "=polling")),
    "no transport": Handshake(query=f"token={token()}&EIO=4"), "a transport of words": Handshake(query=QUERY.replace("=websocket", f"={MARK}")),
    "a session": Handshake(query=f"{QUERY}&sid={MARK}"), "JSONP": Handshake(query=f"{QUERY}&j=0"), "base64": Handshake(query=f"{QUERY}&b64=1"),
    "no UTF-8": Handshake(query=f"{QUERY}&%ff=%fe"), "semicolons": Handshake(query=QUERY.replace("&", ";")),
    "another site": Handshake(headers={"Origin": f"https://{MARK}.example"}), "no site": Handshake(headers={"Origin": "null"}),
    "an empty origin": Handshake(headers={"Origin": ""}), "another port": Handshake(headers={"Origin": "http://127.0.0.1:1"}),
    "a path in the origin": Handshake(headers={"Origin": f"http://127.0.0.1/{MARK}"}), "two origins": Handshake(more=(f"Origin: https://{MARK}.example",)),
    "the site and another": Handshake(headers={"Origin": f"http://127.0.0.1, https://{MARK}.example"}),
    "another path": Handshake(path="/"), "a form": Handshake(path="/forms/inquiry"), "a file": Handshake(path="/favicon.ico"),
    "a path below": Handshake(path=f"/_event/{MARK}"), "capitals": Handshake(path="/_EVENT/"), "two slashes": Handshake(path="//_event/"),
    "upwards": Handshake(path="/_event/../_event/"), "NUL": Handshake(path="/_event/%00"), "a ping": Handshake(path="/ping"),
    "a protocol of words": Handshake(headers={"Sec-WebSocket-Protocol": MARK}), "two protocols": Handshake(headers={"Sec-WebSocket-Protocol": f"0.10.1, {MARK}"}),
    "a long protocol": Handshake(headers={"Sec-WebSocket-Protocol": "1." * 500}), "an empty protocol": Handshake(headers={"Sec-WebSocket-Protocol": ""}),
    "long headers": Handshake(headers={"Cookie": MARK * 2000}), "many headers": Handshake(more=tuple(f"X-{one}: {MARK}" for one in range(400))),
    "version 8": Handshake(headers={"Sec-WebSocket-Version": "8"}),
    "no version of websockets": Handshake(headers={"Sec-WebSocket-Version": None}), "no key": Handshake(headers={"Sec-WebSocket-Key": None}),
    "no upgrade": Handshake(headers={"Upgrade": None}), "another upgrade": Handshake(headers={"Upgrade": MARK}),
    "no connection": Handshake(headers={"Connection": "keep-alive"}),
}.items():  # fmt: skip
    add(f"handshake: {name}", lambda url, handshake=handshake: refused(url, handshake.request(url)))


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    return "\r\n".join([line, "Host: 127.0.0.1", *headers, "", ""]).encode("utf-8", "surrogatepass") + body


def post(
    path: str, body: bytes, *headers: str, kind: str = "application/x-www-form-urlencoded", size: int | None = None
) -> bytes:
    length = (
        () if any("chunked" in one for one in headers) else (f"Content-Length: {len(body) if size is None else size}",)
    )
    return request(f"POST {path} HTTP/1.1", f"Content-Type: {kind}", *length, *headers, body=body)


FORM = "/forms/inquiry"
CHUNKED = "Transfer-Encoding: chunked"
PATHS = {
    "upwards": "/../../etc/passwd", "upwards encoded": "/%2e%2e/%2e%2e/etc/passwd", "slashes encoded": "/..%2f..%2fetc%2fpasswd",
    "backslashes": "/..\\..\\etc\\passwd", "encoded twice": "/%252e%252e/etc/passwd", "two slashes": "//etc/passwd",
    "out of a folder": "/css/../../gym.db", "the database": "/gym.db", "settings": "/.env", "a repository": "/.git/config",
    "NUL": f"/{MARK}%00", "NUL in a folder": "/css/%00.css", "NUL in a page": "/about%00", "no UTF-8": "/%ff%fe", "overlong UTF-8": "/%c0%ae%c0%ae/",
    "half a pair": "/%ed%a0%80", "long": f"/{MARK * 500}", "very long": f"/{MARK * 9000}", "many folders": "/a" * 2000,
    "a percent sign": "/%", "a broken percent sign": "/%zz", "turned round": "/\u202e", "a folder": "/css/", "a folder without a slash": "/assets",
    "the source": "/gym_site/settings.py", "a whole address": f"http://{MARK}.example/x", "an unknown form": f"/forms/{MARK}", "NUL in a form": "/forms/%00",
    "polling": "/_event/?EIO=4&transport=polling", "polling with a token": f"/_event/?EIO=4&transport=polling&token={token()}",
    "polling a session": f"/_event/?EIO=4&transport=polling&sid={MARK}", "polling as JSONP": "/_event/?EIO=4&transport=polling&j=0",
    "the socket's path": "/_event", "below the socket's path": f"/_event/{MARK}", "the socket's path encoded": "/%5fevent/?EIO=4&transport=polling",
    "uploads": "/_upload", "an upload": f"/_upload/{MARK}", "all routes": "/_all_routes", "a code space": "/auth-codespace", "Reflex's health": "/_health",
}  # fmt: skip
for name, path in PATHS.items():
    add(f"path: {name}", lambda url, path=path: refused(url, request(f"GET {path} HTTP/1.1")))
for name, data in {
    "an unknown method": request(f"{MARK.upper()} / HTTP/1.1"), "TRACE": request("TRACE / HTTP/1.1", f"X: {MARK}"), "PUT": request("PUT / HTTP/1.1"),
    "DELETE of a form": request(f"DELETE {FORM} HTTP/1.1"), "CONNECT": request(f"CONNECT {MARK}.example:443 HTTP/1.1"), "a post to a page": post("/", b"a=b"),
    "polling by post": post(f"/_event/?EIO=4&transport=polling&sid={MARK}", b"42/_event,[]"), "an upload": post("/_upload", b"x", kind="multipart/form-data; boundary=x"),
    "a long method": request("A" * 2000 + " / HTTP/1.1"), "HTTP/0.9": b"GET /\r\n\r\n", "HTTP/3.0": request("GET / HTTP/3.0"),
    "no HTTP": bytes(range(32)) * 8 + b"\r\n\r\n", "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500, "line feeds": b"\n" * 100 + MARK.encode() + b"\r\n\r\n",
    "many headers": request("GET / HTTP/1.1", *(f"X-{one}: {MARK}" for one in range(2500))), "a long header": request("GET / HTTP/1.1", f"X: {MARK * 50_000}"),
    "NUL in a header": request("GET / HTTP/1.1", f"X: {MARK}\0"), "a space in a header's name": request("GET / HTTP/1.1", f"X {MARK}: a"),
    "a folded header": request("GET / HTTP/1.1", f"X: a\r\n {MARK}"), "a header without a colon": request("GET / HTTP/1.1", MARK),
    "a size below zero": post(FORM, b"", size=-1), "a size of words": request(f"POST {FORM} HTTP/1.1", f"Content-Length: {MARK}"),
    "a huge size": post(FORM, b"a", size=10**20), "two sizes": post(FORM, b"ab", "Content-Length: 1"),
    "a size and chunks": request(f"POST {FORM} HTTP/1.1", CHUNKED, "Content-Length: 4", body=f"0\r\n\r\nGET /{MARK}".encode()),
    "chunks of no size": post(FORM, f"zz\r\n{MARK}\r\n0\r\n\r\n".encode(), CHUNKED), "a chunk below zero": post(FORM, b"-1\r\na\r\n0\r\n\r\n", CHUNKED),
    "a huge chunk": post(FORM, b"ffffffffffffffffff\r\na\r\n0\r\n\r\n", CHUNKED), "chunks without an end": post(FORM, b"10000\r\n" + b"a" * 70_000, CHUNKED),
    "an unknown encoding": post(FORM, b"", f"Transfer-Encoding: {MARK}"), "an unknown expectation": post(FORM, b"", f"Expect: {MARK}"),
    "no kind": request(f"POST {FORM} HTTP/1.1", "Content-Length: 3", body=b"a=b"), "JSON": post(FORM, json.dumps({"name": MARK}).encode(), kind="application/json"),
    "a multipart form": post(FORM, f"--x\r\n{MARK}".encode(), kind="multipart/form-data; boundary=x"), "an unknown kind": post(FORM, b"", kind=MARK),
    "XML": post(FORM, f"<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><{MARK}>&y;</{MARK}>".encode(), kind="text/xml"),
    "no UTF-8": post(FORM, b"name=\xff\xfe" + MARK.encode()), "too much": post(FORM, b"message=" + MARK.encode() * 7000),
    "too many fields": post(FORM, b"&".join(b"a%d=b" % one for one in range(1000))), "only signs": post(FORM, b"&&&===%%%"), "nothing": post(FORM, b""),
    "half a pair": post(FORM, b"name=%ED%A0%80" + MARK.encode()), "NUL": post(FORM, b"name=%00&email=%00"), "the same field twice": post(FORM, b"name=a&name=" + MARK.encode()),
    "another site's": post(FORM, b"name=a", f"Origin: https://{MARK}.example"), "no site's": post(FORM, b"name=a", "Origin: null"),
    "an unknown form's": post(f"/forms/{MARK}", b"name=a"), "a range without sense": request("GET /favicon.ico HTTP/1.1", "Range: bytes=b-a"),
    "a range beyond": request("GET /favicon.ico HTTP/1.1", f"Range: bytes={10**30}-"),
}.items():  # fmt: skip
    add(f"request: {name}", lambda url, data=data: refused(url, data))


@pytest.fixture(scope="module")
def target(sites):
    """A site without limits, that forgets a visitor's state and connection two seconds after they left."""
    return sites(GYM_LIMIT_EVENTS="0", REFLEX_REDIS_TOKEN_EXPIRATION="2", REFLEX_SOCKET_INTERVAL="2")


@pytest.fixture(autouse=True)
def no_trace(target):
    yield
    assert MARK not in target.log.read_text().lower()


@pytest.mark.parametrize("group", sorted({name.partition(":")[0] for name in CASES}))
def test_what_no_page_sends_is_turned_away(target, group):
    failed = []
    for name, case in CASES.items():
        if name.startswith(f"{group}:"):
            try:
                case(target.url)
            except (AssertionError, OSError) as error:
                failed.append(f"{name}: {error!r}")
    assert failed == []


def test_each_handler_that_no_page_calls_puts_a_stranger_out(target):
    """Asked of the built pages' own list of states: Reflex gives each of them `setvar`, and its own some more."""
    states = set(re.findall(rf'"({STATE}[\w.]*)": {{', (WEB / "utils" / "context.jsx").read_text()))
    assert {call.rpartition(".")[0] for call in CALLS} <= states
    handlers = ("setvar", "set_is_hydrated", "hydrate", "update_vars_internal", "reset", "get_state")
    names = [f"{state}.{handler}" for state in sorted(states) for handler in handlers]
    for name in names:
        with pytest.raises(RefusedError):
            read(event(name=name, payload={"value": MARK}), CALLS)
    put_out(target.url, event(name=names[0], payload={"value": MARK}), joined=True)


@pytest.mark.parametrize(
    "report",
    [
        text(json.dumps(["client_error", {"message": MARK, "error_type": MARK}])),
        call("reflex___state____frontend_event_exception_state.handle_frontend_exception", {"info": MARK, "component_stack": ""}),
    ],
    ids=["of the socket", "of the window"],
)  # fmt: skip
def test_a_fault_in_a_visitors_browser_is_read_by_nobody_and_costs_no_connection(target, report):
    with Stranger(target.url).join() as visitor:
        visitor.say(report)
        visitor.say(event())
        visitor.hears('"is_hydrated_rx_state_":true')


@pytest.mark.parametrize(
    "beginning",
    [b"", b"G", b"GET / HT", b"GET / HTTP/1.1\r\nX: " + MARK.encode(), Handshake().request("http://127.0.0.1")[:-2],
     post(FORM, b"name=" + MARK.encode(), size=60_000), post(FORM, b"f\r\nname=", CHUNKED)],
    ids=["nothing", "a letter", "half a line", "half a header", "half a handshake", "half a form", "half a chunk"],
)  # fmt: skip
def test_strangers_who_drip_and_wait_hold_nobody_up(target, beginning):
    waiting = [Stranger(target.url) for _ in range(20)]
    try:
        for one in waiting:
            one.send(beginning)
        for letter in b"abc":
            for one in waiting:
                one.send(bytes([letter]))
        site_answers(target)
    finally:
        for one in waiting:
            one.__exit__()
    site_answers(target)


def test_a_stranger_who_leaves_in_the_middle_of_a_message_is_forgotten(target):
    announced = [b"\x81\xff" + size.to_bytes(8, "big") for size in (1 << 20, 20 << 20, 1 << 63)]
    for data in (frame(GOOD)[:20], frame(GOOD, first=0), *announced, announced[0] + bytes(2000)):
        with Stranger(target.url).join() as stranger:
            stranger.send(data)
    site_answers(target)


def test_after_all_of_it_the_site_answers_and_its_memory_is_flat(target, long):
    rounds = 8 if long else 2

    def all_of_it() -> None:
        for case in CASES.values():
            case(target.url)

    for _ in range(rounds):
        all_of_it()
    before = memory(target.pid)
    for _ in range(rounds):
        all_of_it()
    site_answers(target)
    grown = memory(target.pid) - before
    assert grown < MAY_GROW, f"{grown} kB more after {rounds} rounds of {len(CASES)} cases"


def site_answers(target) -> None:
    """A page, a plain form post and a form over the websocket, each with a lead in the database."""
    page = httpx.get(target.url)
    assert page.status_code == 200
    assert "</html>" in page.text
    posted, said = a_form(f"posted {time.monotonic_ns()}"), a_form(f"said {time.monotonic_ns()}")
    assert httpx.post(f"{target.url}{FORM}", data=posted).status_code == 303
    with Stranger(target.url).join() as visitor:
        visitor.say(submitting(said, "a" * 32))
        assert '"ok_rx_state_":true' in visitor.hears(f'"answered_rx_state_":"{"a" * 32}"')
    with closing(sqlite3.connect(target.database)) as connection:
        stored = " ".join(row[0] for row in connection.execute("select payload from lead where status = 'sent'"))
    assert posted["message"] in stored
    assert said["message"] in stored


def memory(group: int) -> int:
    """Return the kB in memory of the site's processes."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,rss="], capture_output=True, text=True, check=True).stdout
    return sum(int(rss) for pgid, rss in map(str.split, listed.splitlines()) if int(pgid) == group)
