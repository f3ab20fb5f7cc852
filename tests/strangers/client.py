"""Sends websocket messages as pages do, altered ones as strangers may, and arbitrary bytes over HTTP."""

import re
import socket
from contextlib import suppress
from typing import Any, Self
from urllib.parse import urlsplit
from uuid import uuid4

from reflex_base.constants import Reflex
from websockets.sync.client import connect

from lean_reflex.tests.client import PLACE, STATE, joining, page_query, sending
from tests.forms import INQUIRY
from tests.site import WEB

WITHIN = 20.0  # seconds, for any response
SUBMIT = f"{STATE}.gym_site___state___form_states____inquiry_form.submit"


def schema() -> str:
    """Return the state hash in the built pages; zeros before the first build."""
    built = WEB / "utils" / "context.jsx"
    return re.search(r'stateSchema = "(\w+)"', built.read_text())[1] if built.exists() else "0" * 32


def submitting(fields: Any, attempt: Any) -> str:
    """Return the message that submits an inquiry form."""
    return sending({"name": SUBMIT, "payload": {"fields": fields, "attempt": attempt}, "router_data": PLACE})


def a_form(mark: str) -> dict[str, str]:
    """Return a filled-in inquiry form with ``mark`` in its text."""
    return INQUIRY | {"message": mark, "key": uuid4().hex}


def handshake(url: str, *lines: str, path: str = "/_event/", query: str | None = None, **headers: str | None) -> bytes:
    """Return a page's websocket handshake with changes: headers that are None are omitted, ``lines`` added."""
    named = {
        "Host": urlsplit(url).netloc,
        "Origin": url,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": Reflex.VERSION,
    } | headers
    given = [f"{name}: {value}" for name, value in named.items() if value is not None]
    first = f"GET {path}?{page_query() if query is None else query} HTTP/1.1"
    return "\r\n".join([first, *given, *lines, "", ""]).encode()


def status_of(url: str, request: bytes) -> int:
    """Send bytes and return the status of the response; 0 if the connection is closed instead."""
    parts, answer = urlsplit(url), b""
    with socket.create_connection((parts.hostname, parts.port), WITHIN) as connection, suppress(ConnectionError):
        connection.sendall(request)
        answer = connection.makefile("rb").readline()
    return int(answer.split()[1]) if answer else 0


class Page:
    """A page's websocket, as a context manager."""

    def __init__(self, url: str) -> None:
        self._connecting = connect(
            f"{url.replace('http', 'ws', 1)}/_event/?{page_query()}",
            origin=url, subprotocols=[Reflex.VERSION], compression=None, proxy=None, ping_interval=None,
            max_size=None, open_timeout=WITHIN, close_timeout=1,
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._connecting.__exit__(*raised)

    def join(self) -> Self:
        """Send the first message of a page, and wait until the server has answered it."""
        self.socket.send(joining(schema()))
        self.hears('"is_hydrated_rx_state_":true')
        return self

    def submit(self, fields: dict[str, str]) -> bool:
        """Submit a form and return whether it succeeded."""
        attempt = uuid4().hex
        self.socket.send(submitting(fields, attempt))
        return '"ok_rx_state_":true' in self.hears(f'"answered_rx_state_":"{attempt}"')

    def hears(self, words: str) -> str:
        """Wait for a message that contains ``words`` and return it."""
        while words not in (message := self.socket.recv(WITHIN)):
            pass
        return message
