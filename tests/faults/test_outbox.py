"""The rest of the promise, with nobody at the page any more: an outage ends, and staff learn what needs them."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import httpx
import pytest

from tests.faults.holding import make_due
from tests.forms import INQUIRY
from tests.posting import Stranger, statuses
from tests.site import form_service, free_port


def wait_for(condition, seconds=25):
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "never came true"
        time.sleep(0.1)


def test_when_the_form_service_is_back_everything_that_waited_arrives_once(sites):
    port = free_port()
    server = sites(GYM_REDELIVER="yes", GYM_FORM_ENDPOINT=f"http://127.0.0.1:{port}/f/gym")
    waiting = [Stranger(server.url) for _ in range(5)]
    assert not any(stranger.send().is_success for stranger in waiting)
    assert {status for stranger in waiting for status in statuses(server, stranger.mark)} == {"pending"}
    with form_service(port) as service:
        one_more = Stranger(server.url)
        assert one_more.send().is_success
        make_due(server)  # their pauses, half an hour at most, are over
        everybody = [*waiting, one_more]
        wait_for(lambda: all(statuses(server, stranger.mark) == ["sent"] for stranger in everybody))
        assert [len(service.posts(stranger.mark)) for stranger in everybody] == [1] * 6
    assert httpx.get(f"{server.url}/readyz").json()["undelivered"] == 0


@pytest.fixture
def webhook():
    with form_service() as service:
        yield service


def test_staff_are_told_once_of_what_was_refused_or_looks_like_a_bots_or_is_late(sites, far_side, webhook):
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint, GYM_ALERT_WEBHOOK=f"{webhook.url}/alert")
    far_side.reset()
    far_side.answers(status=404)
    refused = Stranger(server.url)
    assert not refused.send().is_success
    far_side.answers(status=503)
    late = Stranger(server.url)
    assert not late.send().is_success
    bot = httpx.post(
        f"{server.url}/forms/inquiry", data=INQUIRY | {"message": "Buy now", "website": "https://b.example"}
    )
    assert bot.status_code == 303
    with closing(sqlite3.connect(server.database, isolation_level=None, timeout=10)) as connection:
        connection.execute("update lead set created_at = '2026-01-01 00:00:00.000000' where status = 'pending'")
    for _ in range(2):  # the house is kept at every start and each minute
        server.terminate()
        server.start()
        wait_for(webhook.posts)
    time.sleep(1)
    (alert,) = webhook.posts()
    assert (alert["path"], alert["body"]) == ("/alert", {"rejected": 1, "quarantined": 1, "undelivered": 1})
    assert server.log.read_text().count("Leads need a person: 1 rejected, 1 quarantined, 1 undelivered") == 1
    numbers = httpx.get(f"{server.url}/readyz").json()
    assert (numbers["undelivered"], numbers["rejected"], numbers["quarantined"]) == (2, 1, 1)
    assert numbers["undelivered_seconds"] > 86_400


def test_no_words_are_left_a_week_after_a_delivery(sites, far_side):
    far_side.reset()
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint)
    stranger = Stranger(server.url)
    assert stranger.send().is_success
    with closing(sqlite3.connect(server.database, isolation_level=None, timeout=10)) as connection:
        connection.execute("update lead set sent_at = '2026-01-01 00:00:00.000000'")
    server.terminate()
    server.start()
    folder = server.database.parent
    wait_for(lambda: not any(stranger.mark.encode() in file.read_bytes() for file in folder.glob("gym.db*")))
    with closing(sqlite3.connect(server.database)) as connection:
        assert connection.execute("select status, payload, payload_hash from lead").fetchall() == [("erased", None, "")]
