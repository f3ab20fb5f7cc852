"""Caddy answers requests of strangers as documented, and they don't keep it from the server."""

import socket
from urllib.parse import urlsplit

import httpx

from tests.strangers.client import handshake, status_of
from tests.strangers.requests import FORM, REQUESTS, post


def test_caddy_answers_hostile_requests_without_losing_the_server(running):
    wrong = {}
    for name, row in REQUESTS.items():
        if (status := status_of(running.url, row.request)) != row.caddy:
            wrong[name] = status
        assert httpx.get(f"{running.url}/ping").status_code == 200, name
    assert wrong == {}


def test_caddy_passes_on_a_websocket(running):
    assert status_of(running.url, handshake(running.url)) == 101


def test_a_form_whose_body_stalls_gets_a_page_with_the_telephone_number(running):
    there = urlsplit(running.url)
    with socket.create_connection((there.hostname, there.port), 40) as connection:
        connection.sendall(post(FORM, b"name=Jo&", "Content-Length: 900"))
        answer = b""
        while b"</html>" not in answer and (part := connection.recv(65536)):
            answer += part
    assert answer.startswith(b"HTTP/1.1 408")
    assert b'href="tel:' in answer
