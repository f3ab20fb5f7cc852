"""The meaning of each response of the form service (see docs/faults.md)."""

import asyncio
import gzip
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest

from gym_site.db.tables import Lead
from gym_site.errors import SettingsError
from gym_site.leads.gateway import MAX_RESPONSE, Gateway, compose
from gym_site.leads.messenger import Messenger
from gym_site.leads.status import Status
from gym_site.settings import load_settings
from tests.form_service import FormService
from tests.gym import SITE
from tests.mail_server import make_certificate
from tests.site import FORM_PATH, free_port, serving

FIELDS = {"email": "jo@mail.example", "message": "My knee hurts: 李"}
LEAD = Lead(form="inquiry", payload=FIELDS, reference="K7Q2-9M")


def post(endpoint, transport=None, within=8):
    return asyncio.run(
        Gateway(endpoint, "https://gym.example", lambda: SITE.forms, transport=transport).deliver(LEAD, within=within)
    )


def deliver(answer):
    """Post once to a service with this response; return the delivery and the requests that it received."""
    requests = []

    async def service(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return answer(request)

    return post("https://forms.example/f/abc", httpx.MockTransport(service)), requests


def answering(status, content=b"", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: httpx.Response(status, content=content, headers=named)


ANSWERS = {
    Status.SENT: [
        (200, b""), (201, b"{}"), (204, b""),
        *((200, body) for body in (
            b'["fine"]', b'{"error": false, "errors": []}', b'{"success": "true", "error": null}', b'{"success": null}',
            b'{"success": 1, "status": 200}', b'{"ok": true}' + b" " * MAX_RESPONSE)),
    ],
    Status.REJECTED: [
        *((code, b"") for code in (301, 302, 303, 307, 308, 400, 401, 403, 404, 418)), (422, b'{"errors": []}'),
        *((200, body) for body in (
            b'{"error": "form over quota"}', b'{"errors": [{"field": "email"}]}', b'{"error": {"code": 1}, "success": true}',
            b'{"success": "false", "message": "Not activated"}', b'{"ok": 0}', b'{"ok": true, "status": "Error"}')),
    ],
    Status.UNSURE: [
        *((code, b'{"ok": true}') for code in (500, 502, 504, 507)),
        *((200, body) for body in (b"<!doctype html><title>Thanks</title>", b'{"ok": tru', b"[" * 50_000, b"\xff\xfe")),
    ],
    Status.PENDING: [(408, b""), (429, b""), (503, b"")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "status", "content"), [(meaning, *answer) for meaning, answers in ANSWERS.items() for answer in answers]
)
def test_the_response_of_the_form_service_decides_the_status_of_a_lead(meaning, status, content):
    delivery, requests = deliver(answering(status, content, Location="https://elsewhere.example/"))
    assert (delivery.status, delivery.code) == (meaning, str(status))
    assert len(requests) == 1  # no redirects, no retries


@pytest.mark.parametrize(
    ("email", "answered"),
    [
        ("josé.o'neil+gym@mail.example", True), ("a@b.example, victim@mail.example", False),
        ("a@b.example;victim@mail.example", False), ("Jo <jo@mail.example>", False), ("", False),
    ],
)  # fmt: skip
def test_a_reply_address_is_set_only_if_the_entry_is_a_single_bare_address(email, answered):
    body = compose(SITE.forms, "inquiry", {"name": "Jo", "email": email}, "K7Q2-9M")
    assert (body["_replyto"], body["email"]) == (email if answered else "", email)


@pytest.mark.parametrize(("error", "meaning"), [(httpx.PoolTimeout, Status.PENDING), (httpx.WriteError, Status.UNSURE)])
def test_a_network_error_leaves_a_lead_unsure_if_it_may_have_been_sent(error, meaning):
    def fail(_):
        raise error("some words of the other side")

    delivery, _ = deliver(fail)
    assert (delivery.status, delivery.code) == (meaning, error.__name__)


@pytest.fixture(scope="module")
def unknown(tmp_path_factory):
    """The port of a form service with an untrusted certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*make_certificate(tmp_path_factory.mktemp("certificate"), "127.0.0.1"))
    service = FormService()
    service.socket = context.wrap_socket(service.socket, server_side=True)
    with serving(service):
        yield service.server_port
    assert service.posts() == []


def test_if_no_connection_was_made_the_lead_stays_pending(unknown, service, full):
    hosts = {
        f"http://127.0.0.1:{free_port()}": {"ConnectError"},
        "https://no-such-host.invalid": {"ConnectError", "ConnectTimeout"},  # some resolvers are slow
        f"https://127.0.0.1:{service.server_port}": {"ConnectError"},
        f"https://127.0.0.1:{unknown}": {"ConnectError"},
        f"http://{full}": {"ConnectTimeout"},
    }
    for host, codes in hosts.items():
        delivery = post(host + FORM_PATH, within=1 if codes == {"ConnectTimeout"} else 8)
        assert delivery.status is Status.PENDING, host
        assert delivery.code in codes, host
    assert service.posts() == []  # an impostor receives nothing


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("120", 120, 120), ("9" * 500, 3600, 3600), (10, 500, 600), (600, 3600, 3600), (-10, 0, 0),
        *((text, None, None) for text in ("-5", "soon", "", "9" * 5000, "²")),
    ],
)  # fmt: skip
def test_retry_after_is_read_as_seconds_or_a_date_and_capped_at_an_hour(header, least, most):
    is_date = isinstance(header, int)  # in this many minutes
    text = format_datetime(datetime.now(UTC) + timedelta(minutes=header), usegmt=True) if is_date else header
    delivery, _ = deliver(answering(429, Retry_After=text.encode()))
    assert delivery.retry_after is None if least is None else least <= delivery.retry_after <= most


def test_a_refusal_in_a_compressed_response_is_recognised():
    refusal = gzip.compress(b'{"error": "over quota"}')
    assert deliver(answering(200, refusal, Content_Encoding="gzip"))[0].status is Status.REJECTED


class OutgoingProxy(ThreadingHTTPServer):
    """A proxy that connects every host to ``target``, or refuses with ``status``."""

    daemon_threads = True

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), _Tunnel)
        self.target, self.status, self.asked = target, 200, []
        self.url = f"http://127.0.0.1:{self.server_port}"


class _Tunnel(BaseHTTPRequestHandler):
    def do_CONNECT(self):
        self.server.asked.append(self.path)
        self.send_response(self.server.status)
        self.end_headers()
        if self.server.status == 200:
            with socket.create_connection(self.server.target) as far:
                back = Thread(target=self._pipe, args=(far, self.connection))
                back.start()
                self._pipe(self.connection, far)
                back.join()

    @staticmethod
    def _pipe(source, target):
        while piece := source.recv(65536):
            target.sendall(piece)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def log_message(self, format, *args):
        """Log nothing."""


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    """A certificate for forms.example, and its key."""
    return make_certificate(tmp_path_factory.mktemp("certified"), "127.0.0.1,DNS:forms.example")


@pytest.fixture
def without_proxy(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def outgoing(certified, without_proxy, monkeypatch):
    """A proxy, named by HTTPS_PROXY, in front of a form service that has a certificate for forms.example."""
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(*certified)
    with serving(FormService()) as service, serving(OutgoingProxy(service.server_address)) as proxy:
        service.socket = secure.wrap_socket(service.socket, server_side=True)
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        monkeypatch.setenv("NO_PROXY", "direct.example")
        monkeypatch.setenv("SSL_CERT_FILE", str(certified[0]))
        proxy.service = service
        yield proxy


def test_forms_and_alerts_go_through_the_outgoing_proxy(outgoing):
    assert post("https://forms.example/f/abc").status is Status.SENT
    settings = load_settings({"GYM_ALERTS": "https://forms.example/hook"})
    asyncio.run(Messenger(settings).send("Test"))
    assert outgoing.asked == ["forms.example:443"] * 2
    assert len(outgoing.service.posts()) == 2


def test_hosts_in_no_proxy_and_on_this_machine_are_reached_without_the_proxy(outgoing, monkeypatch):
    assert post("https://direct.example/f/abc", within=1).status is Status.PENDING
    monkeypatch.setenv("HTTP_PROXY", outgoing.url)
    with serving(FormService()) as service:
        assert post(service.endpoint).status is Status.SENT
    assert outgoing.asked == []


def test_a_form_that_the_proxy_refuses_is_sent_again_later(outgoing):
    outgoing.status = 407
    delivery = post("https://forms.example/f/abc")
    assert (delivery.status, delivery.code) == (Status.PENDING, "ProxyError")
    settings = load_settings({"GYM_ALERTS": "https://forms.example/hook"})
    (answer,) = asyncio.run(Messenger(settings).send("Test"))
    assert answer == ("forms.example", "ProxyError", False, True)


def test_a_message_waits_while_the_certificates_of_authorities_cannot_be_read(outgoing, monkeypatch, tmp_path):
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    (answer,) = asyncio.run(Messenger(load_settings({"GYM_ALERTS": "https://forms.example/hook"})).send("Test"))
    assert answer == ("forms.example", "FileNotFoundError", False, True)


@pytest.mark.parametrize(
    "address", ["socks5://127.0.0.1:1080", "ftp://proxy.example", "http://proxy.example:80x", "http://"]
)
def test_an_outgoing_proxy_that_cannot_be_used_stops_the_start(without_proxy, monkeypatch, address):
    monkeypatch.setenv("ALL_PROXY", address)
    for name in ("GYM_FORM_ENDPOINT", "GYM_ALERTS"):
        with pytest.raises(SettingsError, match="ALL_PROXY must be an address such as "):
            load_settings({name: "https://forms.example/f/abc"})
    load_settings({"GYM_FORM_ENDPOINT": "smtp://mail.example/?to=desk@gym.example"})
