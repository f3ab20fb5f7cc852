"""Forms that can't be sent, or not be stored, taken in this process: for each, a server of its own would be started.

The row "connection refused, unknown host, TLS failure, no connection in time" of the table of faults, and a database
that is read-only.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gym_site.content.business import BUSINESS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.leads.dispatcher import Dispatcher
from gym_site.leads.gateway import Gateway
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.service import LeadService
from gym_site.leads.store import LeadStore
from gym_site.leads.workers import Workers
from gym_site.settings import Settings
from tests.form_service import FormService
from tests.forms import INQUIRY
from tests.posting import rows
from tests.site import FORM_PATH, free_port

CODES = {
    "refused": ["ConnectError"],
    "DNS failure": ["ConnectError", "ConnectTimeout"],  # some resolvers take their time to say that there is none
    "TLS failure: plain HTTP": ["ConnectError"],
    "TLS failure: certificate of nobody": ["ConnectError"],
    "connect timeout": ["ConnectTimeout"],
}
"""What the row says of each fault."""


@pytest.fixture
def database(tmp_path) -> Path:
    file = tmp_path / "gym.db"
    assert prepare_database(make_engine(f"sqlite:///{file}"), BUSINESS, {})
    return file


def is_sent(address: str, endpoint: str) -> bool:
    """Submit a form as the server does; return whether its visitor is told of a success."""
    engine = make_engine(address)

    async def submit() -> bool:
        workers, store = Workers(engine), LeadStore(engine)
        dispatcher = Dispatcher(store, Gateway(endpoint, Settings().site_url), workers)
        service = LeadService(store, dispatcher, workers, RateLimiter(Settings()))
        outcome = await service.submit("inquiry", INQUIRY)
        await dispatcher.aclose()
        return outcome.ok

    try:
        return asyncio.run(submit())
    finally:
        engine.dispose()


@pytest.fixture(scope="module")
def masked(tmp_path_factory) -> Iterator[FormService]:
    """A form service whose certificate nobody vouches for."""
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split()
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with FormService() as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("fault", CODES)
def test_where_nothing_was_sent_the_lead_waits(database, service, masked, fault):
    with (
        socket.create_server(("127.0.0.1", 0), backlog=0) as full,
        closing(socket.create_connection(full.getsockname())),  # the queue is full: the next one waits for ever
    ):
        hosts = {
            "refused": f"http://127.0.0.1:{free_port()}",
            "DNS failure": "https://no-such-host.invalid",
            "TLS failure: plain HTTP": service.url.replace("http:", "https:"),
            "TLS failure: certificate of nobody": f"https://localhost:{masked.server_port}",
            "connect timeout": f"http://127.0.0.1:{full.getsockname()[1]}",
        }
        assert not is_sent(f"sqlite:///{database}", hosts[fault] + FORM_PATH)
    assert (service.posts(), masked.posts) == ([], [])  # no words reach whoever is not the form service
    (row,) = rows(database)
    assert (row.status, row.attempts) == ("pending", 1)
    assert row.last_code in CODES[fault]
    assert row.next_attempt_at > datetime.now(UTC)


def test_a_read_only_database_takes_no_lead_and_nothing_is_sent(database, service):
    assert not is_sent(f"sqlite:///file:{database}?mode=ro&uri=true", service.endpoint)
    assert rows(database) == []
    assert service.posts() == []
