"""Messages that no page sends are rejected and not logged, and the site keeps working."""

from contextlib import suppress
from functools import partial

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from gym_site.server.socket import POLICY_VIOLATION
from tests.site import PrebuiltSite
from tests.strangers.client import MARK, SUBMIT, WITHIN, Page, a_form, handshake, moving, page_query, status_of

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
        assert page.socket.close_code == POLICY_VIOLATION


def refused(url: str, request: bytes) -> None:
    """Check that the response is a refusal: no page, no websocket, no server error."""
    status = status_of(url, request)
    assert status == 0 or 300 <= status < 500, status


# One hostile message of each kind, and all large ones. The others are in tests/unit/test_server_socket.py.
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


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    return "\r\n".join([line, "Host: 127.0.0.1", *headers, "", ""]).encode() + body


def post(path: str, body: bytes, *headers: str, kind: str = "application/x-www-form-urlencoded") -> bytes:
    if not any("chunked" in line or line.startswith("Content-Length") for line in headers):
        headers = (f"Content-Length: {len(body)}", *headers)
    return request(f"POST {path} HTTP/1.1", f"Content-Type: {kind}", *headers, body=body)


FORM = "/forms/inquiry"
CHUNKED = "Transfer-Encoding: chunked"
PATHS = [
    "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/..\\..\\etc\\passwd", "//etc/passwd", "/css/../../gym.db", "/.env",
    "/gym_site/settings.py", f"/{MARK}%00", "/%ff%fe", "/%ed%a0%80", f"/{MARK * 500}", f"/{MARK * 9000}", "/%zz", "/css/",
    f"http://{MARK}.example/x", f"/forms/{MARK}", "/_event/?EIO=4&transport=polling", "/%5fevent/?EIO=4&transport=polling",
    f"/_upload/{MARK}", "/_all_routes", "/auth-codespace", "/_health",
]  # fmt: skip
REQUESTS = {
    **{path: request(f"GET {path} HTTP/1.1") for path in PATHS},
    "an unknown method": request(f"{MARK.upper()} / HTTP/1.1"), "TRACE": request("TRACE / HTTP/1.1", f"X: {MARK}"),
    "DELETE of a form": request(f"DELETE {FORM} HTTP/1.1"), "CONNECT": request(f"CONNECT {MARK}.example:443 HTTP/1.1"),
    "polling by post": post(f"/_event/?EIO=4&transport=polling&sid={MARK}", b"42/_event,[]"),
    "an upload": post("/_upload", b"x", kind="multipart/form-data; boundary=x"), "HTTP/0.9": b"GET /\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500,
    "a long header": request("GET / HTTP/1.1", f"X: {MARK * 50_000}"), "NUL in a header": request("GET / HTTP/1.1", f"X: {MARK}\0"),
    "a huge length": post(FORM, b"a", f"Content-Length: {10**20}"), "two lengths": post(FORM, b"ab", "Content-Length: 1", "Content-Length: 2"),
    "a length and chunks": post(FORM, f"0\r\n\r\nGET /{MARK}".encode(), CHUNKED, "Content-Length: 4"),
    "chunks without a size": post(FORM, f"zz\r\n{MARK}\r\n0\r\n\r\n".encode(), CHUNKED),
    "chunks without an end": post(FORM, b"10000\r\n" + b"a" * 70_000, CHUNKED),
    "JSON": post(FORM, f'{{"name": "{MARK}"}}'.encode(), kind="application/json"),
    "a multipart form": post(FORM, f"--x\r\n{MARK}".encode(), kind="multipart/form-data; boundary=x"),
    "not UTF-8": post(FORM, b"name=\xff\xfe" + MARK.encode()), "too much": post(FORM, b"message=" + MARK.encode() * 7000),
    "too many fields": post(FORM, b"&".join(b"a%d=b" % number for number in range(1000))), "nothing": post(FORM, b""),
    "half a pair": post(FORM, b"name=%ED%A0%80" + MARK.encode()),
    "from another origin": post(FORM, b"name=a", f"Origin: https://{MARK}.example"), "from no origin": post(FORM, b"name=a", "Origin: null"),
    "an invalid range": request("GET /favicon.ico HTTP/1.1", "Range: bytes=b-a"),
    "a range beyond the end": request("GET /favicon.ico HTTP/1.1", f"Range: bytes={10**30}-"),
}  # fmt: skip
GROUPS = [  # the expected outcome, and its cases
    (partial(put_out, joined=True), JOINED),
    (partial(put_out, joined=False), NOT_JOINED),
    (lambda url, request: refused(url, request(url)), HANDSHAKES),
    (refused, REQUESTS),
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

    before = all_of_it()
    grown = all_of_it() - before
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
