"""The gateway over real sockets, against the form service that the other tests use."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading

import httpx
import pytest

from gym_site.leads.gateway import Gateway
from gym_site.leads.status import Status
from gym_site.settings import ROOT

BODY = {"email": "jo@mail.example", "message": "Hello"}


@pytest.fixture(scope="module")
def service():
    command = [sys.executable, str(ROOT / "tests" / "form_service.py"), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture(autouse=True)
def fresh(service):
    httpx.delete(f"{service}/_posts")
    httpx.put(f"{service}/_answer", json={})


def deliver(address, **options):
    async def post():
        gateway = Gateway(f"{address}/f/abc", "https://gym.example", **options)
        try:
            return await gateway.deliver(BODY)
        finally:
            await gateway.aclose()

    return asyncio.run(post())


def test_a_post_arrives_once_with_its_headers(service):
    assert deliver(service).status is Status.SENT
    (post,) = httpx.get(f"{service}/_posts").json()
    assert (post["method"], post["path"], post["body"]) == ("POST", "/f/abc", BODY)
    assert post["headers"]["Referer"] == "https://gym.example/"
    assert post["headers"]["Accept"] == "application/json"


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        ({"status": 201}, Status.SENT),
        ({"body": {"error": "over quota"}}, Status.REJECTED),
        ({"body": "<p>Thanks</p>", "headers": {"Content-Type": "text/html"}}, Status.UNSURE),
        ({"status": 302, "headers": {"Location": "/f/other"}}, Status.REJECTED),
        ({"status": 503, "headers": {"Retry-After": "30"}}, Status.PENDING),
        ({"status": 500}, Status.UNSURE),
    ],
)
def test_each_answer_is_judged_after_one_post(service, answer, meaning):
    httpx.put(f"{service}/_answer", json=answer)
    assert deliver(service).status is meaning
    assert len(httpx.get(f"{service}/_posts").json()) == 1


def test_a_slow_answer_is_unsure(service):
    httpx.put(f"{service}/_answer", json={"delay": 30})
    assert deliver(service, deadline=0.2).status is Status.UNSURE


def test_nobody_listening_means_that_nothing_was_sent():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert deliver(f"http://127.0.0.1:{port}").status is Status.PENDING
    assert deliver("http://no-such-host.invalid").status is Status.PENDING


def test_a_service_that_speaks_no_tls_got_nothing(service):
    assert deliver(service.replace("http://", "https://")).status is Status.PENDING


def test_a_connection_cut_after_the_request_is_unsure():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up():
            connection, _ = server.accept()
            connection.recv(65536)
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        delivery = deliver(f"http://127.0.0.1:{server.getsockname()[1]}")
        thread.join()
    assert delivery.status is Status.UNSURE
