"""What each answer of the form service means (the table of faults)."""

from __future__ import annotations

import asyncio
import gzip
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from gym_site.leads.gateway import READ_AT_MOST, Gateway
from gym_site.leads.status import Status

BODY = {"email": "jo@mail.example", "message": "My knee hurts: 李"}


def deliver(answer, **options):
    """Post once to a service that answers as told; return the delivery and the requests it saw."""
    seen = []

    async def service(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return await answer(request) if asyncio.iscoroutinefunction(answer) else answer(request)

    async def post():
        gateway = Gateway(
            "https://forms.example/f/abc", "https://gym.example", transport=httpx.MockTransport(service), **options
        )
        delivery = await gateway.deliver(BODY)
        await gateway.aclose()
        return delivery

    return asyncio.run(post()), seen


def said(status, content=b"", **headers):
    return lambda _: httpx.Response(
        status, content=content, headers={n.replace("_", "-"): v for n, v in headers.items()}
    )


class Stream(httpx.AsyncByteStream):
    """A body of pieces; counts what was taken of it."""

    def __init__(self, pieces, pause=0.0):
        self.pieces, self.pause, self.taken = pieces, pause, 0

    async def __aiter__(self):
        for piece in self.pieces:
            await asyncio.sleep(self.pause)
            self.taken += len(piece)
            yield piece


@pytest.mark.parametrize(
    ("status", "content", "meaning"),
    [
        (200, b'{"ok": true}', Status.SENT),
        (200, b'{"next": "/thanks"}', Status.SENT),
        (201, b"{}", Status.SENT),
        (204, b"", Status.SENT),
        (200, b'["fine"]', Status.SENT),
        (200, b'{"error": "form over quota"}', Status.REJECTED),
        (200, b'{"errors": [{"field": "email"}]}', Status.REJECTED),
        (200, b'{"error": {"code": 1}, "success": true}', Status.REJECTED),
        (200, b'{"error": true}', Status.REJECTED),
        (200, b'{"success": false}', Status.REJECTED),
        (200, b'{"success": "false", "message": "Not activated"}', Status.REJECTED),
        (200, b'{"success": 0}', Status.REJECTED),
        (200, b'{"ok": false}', Status.REJECTED),
        (200, b'{"ok": true, "status": "error"}', Status.REJECTED),
        (200, b'{"status": "Error"}', Status.REJECTED),
        (200, b'{"ok": true, "error": null}', Status.SENT),
        (200, b'{"error": ""}', Status.SENT),
        (200, b'{"error": false, "errors": []}', Status.SENT),
        (200, b'{"success": "true", "errors": {}}', Status.SENT),
        (200, b'{"success": 1, "status": "success"}', Status.SENT),
        (200, b'{"success": null}', Status.SENT),
        (200, b'{"status": 200}', Status.SENT),
        (200, b"<!doctype html><title>Thanks</title>", Status.UNSURE),
        (200, b'{"ok": tru', Status.UNSURE),
        (200, b"[" * 50_000, Status.UNSURE),
        (200, b"\xff\xfe", Status.UNSURE),
        (302, b"", Status.REJECTED),
        (400, b"", Status.REJECTED),
        (401, b"", Status.REJECTED),
        (403, b"", Status.REJECTED),
        (404, b"", Status.REJECTED),
        (422, b'{"errors": []}', Status.REJECTED),
        (408, b"", Status.PENDING),
        (429, b"", Status.PENDING),
        (503, b"", Status.PENDING),
        (500, b'{"ok": true}', Status.UNSURE),
        (502, b"", Status.UNSURE),
        (504, b"", Status.UNSURE),
    ],
)
def test_the_answer_decides(status, content, meaning):
    delivery, seen = deliver(said(status, content, Location="https://elsewhere.example/"))
    assert (delivery.status, delivery.code) == (meaning, str(status))
    assert len(seen) == 1  # no redirect is followed, nothing is tried twice


def test_the_request_names_the_site_and_carries_the_body():
    _, (request,) = deliver(said(200, b"{}"))
    assert request.method == "POST"
    assert request.url == "https://forms.example/f/abc"
    assert request.headers["Accept"] == "application/json"
    assert request.headers["Referer"] == "https://gym.example/"
    assert request.headers["Content-Type"] == "application/json"
    assert json.loads(request.content) == BODY


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


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("120", 120), ("999999", 3600), ("-5", None), ("soon", None), ("", None), ("9" * 5000, None), ("²", None)],
)
def test_retry_after_in_seconds(header, seconds):
    delivery, _ = deliver(said(429, Retry_After=header.encode()))
    assert delivery.retry_after == seconds


@pytest.mark.parametrize(("minutes", "low", "high"), [(10, 590, 600), (600, 3600, 3600), (-10, 0, 0)])
def test_retry_after_as_a_date(minutes, low, high):
    when = format_datetime(datetime.now(UTC) + timedelta(minutes=minutes), usegmt=True)
    delivery, _ = deliver(said(503, Retry_After=when))
    assert low <= delivery.retry_after <= high


def test_a_service_that_says_nothing_ends_at_the_deadline():
    async def hang(_):
        await asyncio.Event().wait()

    delivery, _ = deliver(hang, deadline=0.05)
    assert (delivery.status, delivery.code) == (Status.UNSURE, "TimeoutError")


def test_a_body_that_drips_ends_at_the_deadline():
    drip = Stream([b" "] * 1000, pause=0.01)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=drip), deadline=0.1)
    assert delivery.status is Status.UNSURE
    assert drip.taken < 50


def test_an_endless_body_counts_by_its_status_line_and_is_not_read():
    flood = Stream([b"x" * 8192] * 10_000)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=flood))
    assert delivery.status is Status.SENT
    assert flood.taken <= 2 * READ_AT_MOST + 8192


def test_a_compressed_refusal_is_read_and_a_bomb_is_not():
    refusal = gzip.compress(b'{"error": "over quota"}')
    assert deliver(said(200, refusal, Content_Encoding="gzip"))[0].status is Status.REJECTED
    bomb = gzip.compress(b'{"error": "' + b"0" * 40_000_000)
    delivery, _ = deliver(lambda _: httpx.Response(200, stream=Stream([bomb]), headers={"Content-Encoding": "gzip"}))
    assert delivery.status is Status.SENT


def test_a_refusal_is_loud_and_no_log_holds_words(caplog):
    caplog.set_level("DEBUG")
    deliver(said(404, b'{"error": "jo@mail.example is unknown"}'))
    deliver(said(200, b"<p>My knee hurts</p>"))
    assert any(record.levelname == "ERROR" and "GYM_FORM_ENDPOINT" in record.message for record in caplog.records)
    assert "knee" not in caplog.text
    assert "jo@" not in caplog.text
