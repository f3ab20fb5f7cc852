"""What each answer of the form service means (the table of faults)."""

from __future__ import annotations

import asyncio
import gzip
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from gym_site.leads.gateway import MAX_RESPONSE, Gateway, compose
from gym_site.leads.status import Status

FIELDS = {"email": "jo@mail.example", "message": "My knee hurts: 李"}


def deliver(answer, **options):
    """Post once to a service that answers so; return the delivery and the requests that the service got."""
    requests = []

    async def service(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return await answer(request) if asyncio.iscoroutinefunction(answer) else answer(request)

    async def post():
        transport = httpx.MockTransport(service)
        gateway = Gateway("https://forms.example/f/abc", "https://gym.example", transport=transport, **options)
        delivery = await gateway.deliver("inquiry", FIELDS, "K7Q2-9M")
        await gateway.aclose()
        return delivery

    return asyncio.run(post()), requests


def answering(status, content=b"", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: httpx.Response(status, content=content, headers=named)


class Stream(httpx.AsyncByteStream):
    """A body of pieces; counts what was taken of it."""

    def __init__(self, pieces, pause=0.0):
        self.pieces, self.pause, self.taken = pieces, pause, 0

    async def __aiter__(self):
        for piece in self.pieces:
            await asyncio.sleep(self.pause)
            self.taken += len(piece)
            yield piece


ANSWERS = {
    Status.SENT: [
        (201, b"{}"), (204, b""),
        *((200, body) for body in (
            b'{"ok": true}', b'{"next": "/thanks"}', b'["fine"]', b'{"ok": true, "error": null}', b'{"error": ""}',
            b'{"error": false, "errors": []}', b'{"success": "true", "errors": {}}', b'{"success": null}', b'{"status": 200}',
            b'{"success": 1, "status": "success"}')),
    ],
    Status.REJECTED: [
        *((status, b"") for status in (302, 400, 401, 403, 404)), (422, b'{"errors": []}'),
        *((200, body) for body in (
            b'{"error": "form over quota"}', b'{"errors": [{"field": "email"}]}', b'{"error": {"code": 1}, "success": true}',
            b'{"error": true}', b'{"success": false}', b'{"success": "false", "message": "Not activated"}', b'{"success": 0}',
            b'{"ok": false}', b'{"ok": true, "status": "error"}', b'{"status": "Error"}')),
    ],
    Status.UNSURE: [
        (500, b'{"ok": true}'), (502, b""), (504, b""),
        *((200, body) for body in (b"<!doctype html><title>Thanks</title>", b'{"ok": tru', b"[" * 50_000, b"\xff\xfe")),
    ],
    Status.PENDING: [(status, b"") for status in (408, 429, 503)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "status", "content"), [(meaning, *answer) for meaning, answers in ANSWERS.items() for answer in answers]
)
def test_the_answer_decides(meaning, status, content):
    delivery, requests = deliver(answering(status, content, Location="https://elsewhere.example/"))
    assert (delivery.status, delivery.code) == (meaning, str(status))
    assert len(requests) == 1  # no redirect is followed, nothing is tried twice


def test_the_request_names_the_site_and_carries_the_body():
    _, (request,) = deliver(answering(200, b"{}"))
    assert request.method == "POST"
    assert request.url == "https://forms.example/f/abc"
    assert request.headers["Accept"] == "application/json"
    assert request.headers["Referer"] == "https://gym.example/"
    assert request.headers["Content-Type"] == "application/json"
    assert json.loads(request.content) == compose("inquiry", FIELDS, reference="K7Q2-9M")


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (httpx.ConnectError, Status.PENDING),
        (httpx.ConnectTimeout, Status.PENDING),
        (httpx.PoolTimeout, Status.PENDING),
        (httpx.ReadError, Status.UNSURE),
        (httpx.ReadTimeout, Status.UNSURE),
        (httpx.WriteError, Status.UNSURE),
        (httpx.RemoteProtocolError, Status.UNSURE),
    ],
)
def test_a_fault_of_the_network_is_judged_by_what_may_have_been_sent(error, meaning):
    def fail(_):
        raise error("some words of the other side")

    delivery, _ = deliver(fail)
    assert (delivery.status, delivery.code) == (meaning, error.__name__)


def in_minutes(minutes):
    return format_datetime(datetime.now(UTC) + timedelta(minutes=minutes), usegmt=True)


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("120", 120, 120), ("999999", 3600, 3600), (10, 500, 600), (600, 3600, 3600), (-10, 0, 0),
        *((text, None, None) for text in ("-5", "soon", "", "9" * 5000, "²")),
    ],
)  # fmt: skip
def test_retry_after_counts_in_seconds_or_as_a_date_within_the_hour(header, least, most):
    text = in_minutes(header) if isinstance(header, int) else header
    delivery, _ = deliver(answering(429, Retry_After=text.encode()))
    assert delivery.retry_after is None if least is None else least <= delivery.retry_after <= most


async def silence(_):
    await asyncio.Event().wait()


def test_a_service_that_says_nothing_or_drips_ends_at_the_deadline():
    delivery, _ = deliver(silence, deadline=0.05)
    assert (delivery.status, delivery.code) == (Status.UNSURE, "TimeoutError")
    drip = Stream([b" "] * 10_000, pause=0.01)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=drip), deadline=0.1)
    assert (delivery.status, delivery.code) == (Status.UNSURE, "TimeoutError")


def test_an_endless_body_counts_by_its_status_line_and_is_not_read():
    flood = Stream([b"x" * 8192] * 10_000)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=flood))
    assert delivery.status is Status.SENT
    assert flood.taken <= 2 * MAX_RESPONSE + 8192


def test_a_compressed_refusal_is_read_and_a_bomb_is_not():
    refusal = gzip.compress(b'{"error": "over quota"}')
    assert deliver(answering(200, refusal, Content_Encoding="gzip"))[0].status is Status.REJECTED
    bomb = gzip.compress(b'{"error": "' + b"0" * 40_000_000)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=Stream([bomb]), headers={"Content-Encoding": "gzip"}))
    assert delivery.status is Status.SENT


def test_a_refusal_is_loud_and_no_log_holds_words(caplog):
    caplog.set_level("DEBUG")
    deliver(answering(404, b'{"error": "jo@mail.example is unknown"}'))
    deliver(answering(200, b"<p>My knee hurts</p>"))
    assert any(record.levelname == "ERROR" and "GYM_FORM_ENDPOINT" in record.message for record in caplog.records)
    assert "knee" not in caplog.text
    assert "jo@" not in caplog.text
