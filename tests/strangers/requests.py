"""Requests of strangers, each with the status that the server and Caddy in front of it must answer."""

import struct
import zlib
from typing import NamedTuple

from lean_reflex.tests.client import MARK
from tests.gym import GYM

FORM = "/forms/inquiry"


class Row(NamedTuple):
    """A request, and the status of its answer: by the server itself, and through Caddy."""

    request: bytes
    server: int
    caddy: int


def request(line: str, *headers: str, body: bytes = b"") -> bytes:
    """Return the bytes of a request; ``line`` may leave out the version."""
    first = line if " HTTP/" in line else f"{line} HTTP/1.1"
    return "\r\n".join([first, "Host: 127.0.0.1", *headers, "", ""]).encode() + body


def post(path: str, body: bytes, *headers: str, kind: str = "application/x-www-form-urlencoded") -> bytes:
    """Return the bytes of a form post."""
    if not any("chunked" in line or line.startswith("Content-Length") for line in headers):
        headers = (f"Content-Length: {len(body)}", *headers)
    return request(f"POST {path}", f"Content-Type: {kind}", *headers, body=body)


def upgrade(path: str, protocol: str, *headers: str) -> bytes:
    """Return the bytes of a request to change the protocol, with the headers of a websocket and of h2c."""
    return request(
        f"GET {path}", "Connection: Upgrade, HTTP2-Settings", f"Upgrade: {protocol}", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers,
    )  # fmt: skip


def bomb() -> bytes:
    """Return a websocket's frame of 60 KB that holds a message of 60 MB, compressed."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = (deflate.compress(b"A" * 60_000_000) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\0\0\xff\xff")
    return b"\xc1\xfe" + struct.pack("!H", len(data)) + b"\0\0\0\0" + data


def _each(status: int, requests: dict[str, bytes], caddy: int | None = None) -> dict[str, Row]:
    return {name: Row(one, status, caddy or status) for name, one in requests.items()}


CHUNKED = "Transfer-Encoding: chunked"
MISSING = [
    "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/..\\..\\etc\\passwd", "//etc/passwd", "/css/../../gym.db", "/.env",
    "/gym_site/settings.py", f"/{MARK}%00", "/%00", "/%ff%fe", "/%ed%a0%80", f"/{MARK * 500}", "/css/", f"/forms/{MARK}",
    "/_event/?EIO=4&transport=polling", "/%5fevent/?EIO=4&transport=polling",
    f"/_upload/{MARK}", "/_all_routes", "/auth-codespace", "/_health", "/metrics",  # endpoints
    "/404", "/404.html", "/__spa-fallback.html",  # the 404 page
    "/faq.html", "/faq/index.html", "/faq/index", "/Faq", "/index.html.br", "/robots.txt.gz",  # pages by file name
    "/unavailable.html", "/sources.sha256", "/../served/unavailable.html",  # files beside the pages
    "/assets", "/assets/", "/records/business/", "/ping/",
]  # fmt: skip
PROTOCOLS = ["h2c", "h2", "HTTP/2.0", "TLS/1.0", "websocket, h2c", MARK]
REQUESTS = {
    **_each(404, {path: request(f"GET {path}") for path in MISSING}),
    **_each(200, {f"upgrade of /ping to {protocol}": upgrade("/ping", protocol) for protocol in PROTOCOLS}),
    **_each(404, {f"upgrade of /_event/ to {protocol}": upgrade("/_event/", protocol) for protocol in PROTOCOLS}),
    "h2c and websocket": Row(upgrade("/_event/", "h2c", "Upgrade: websocket"), 400, 404),
    "a form with an upgrade": Row(post(FORM, b"", "Connection: Upgrade", "Upgrade: h2c"), 422, 422),
    # Caddy drops the upgrade, and answers the request without it.
    **_each(404, {f"websocket at {path}": upgrade(path, "websocket") for path in ("/", "/ping")}, 200),
    # Caddy's own answers.
    "a path of 55,000 characters": Row(request(f"GET /{MARK * 5000}"), 404, 431),  # below h11's 64 KB
    "an invalid escape": Row(request("GET /%zz"), 404, 400),
    "another site": Row(request(f"GET http://{MARK}.example/x"), 404, 200),
    "CONNECT": Row(request(f"CONNECT {MARK}.example:443"), 405, 200),
    "a long header": Row(request("GET /", f"X: {MARK * 50_000}"), 400, 431),
    "chunks without a size": Row(post(FORM, f"zz\r\n{MARK}\r\n0\r\n\r\n".encode(), CHUNKED), 400, 502),
    "chunks without an end": Row(post(FORM, b"10000\r\n" + b"a" * 70_000, CHUNKED), 400, 502),
    "an invalid range": Row(request("GET /favicon.ico", "Range: bytes=b-a"), 400, 416),
    **_each(307, {path: request(f"GET {path}") for path in ("/index.html", f"{GYM.routes.post_alias(1)[:-1]}01")}),
    "two slashes": Row(request("GET //"), 404, 200),
    "an unknown method": Row(request(f"{MARK.upper()} /"), 405, 405), "TRACE": Row(request("TRACE /", f"X: {MARK}"), 405, 405),
    **_each(405, {f"{method} of a page": request(f"{method} /") for method in ("POST", "PUT", "OPTIONS")}),
    "DELETE of a form": Row(request(f"DELETE {FORM}"), 404, 404),
    "polling by post": Row(post(f"/_event/?EIO=4&transport=polling&sid={MARK}", b"42/_event,[]"), 405, 405),
    "an upload": Row(post("/_upload", b"x", kind="multipart/form-data; boundary=x"), 405, 405),
    "HTTP/0.9": Row(b"GET /\r\n\r\n", 400, 400), "TLS": Row(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 500, 400, 400),
    "NUL in a header": Row(request("GET /", f"X: {MARK}\0"), 400, 400),
    "a huge length": Row(post(FORM, b"a", f"Content-Length: {10**20}"), 400, 400),
    "two lengths": Row(post(FORM, b"ab", "Content-Length: 1", "Content-Length: 2"), 400, 400),
    "a length and chunks": Row(post(FORM, f"0\r\n\r\nGET /{MARK}".encode(), CHUNKED, "Content-Length: 4"), 422, 422),
    "JSON": Row(post(FORM, f'{{"name": "{MARK}"}}'.encode(), kind="application/json"), 415, 415),
    "a multipart form": Row(post(FORM, f"--x\r\n{MARK}".encode(), kind="multipart/form-data; boundary=x"), 415, 415),
    "not UTF-8": Row(post(FORM, b"name=\xff\xfe" + MARK.encode()), 400, 400), "too much": Row(post(FORM, b"message=" + MARK.encode() * 7000), 413, 413),
    "too many fields": Row(post(FORM, b"&".join(b"a%d=b" % number for number in range(1000))), 400, 400), "nothing": Row(post(FORM, b""), 422, 422),
    "half a pair": Row(post(FORM, b"name=%ED%A0%80" + MARK.encode()), 422, 422),
    "from another origin": Row(post(FORM, b"name=a", f"Origin: https://{MARK}.example"), 403, 403), "from no origin": Row(post(FORM, b"name=a", "Origin: null"), 403, 403),
    "a range beyond the end": Row(request("GET /favicon.ico", f"Range: bytes={10**30}-"), 416, 416),
}  # fmt: skip
