"""What becomes of a lead by what the form service does, over real HTTP.

The table of faults: every row about an answer of the form service (from "200 ok" to "endless or compressed-bomb
body"), and "refused, DNS failure, TLS failure, connect timeout". Each: what the visitor sees, the row, and the exact
number of posts.
"""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.form_service import FormService
from tests.posting import ANSWERED_WITHIN, Row, Stranger, Told, rows
from tests.site import FORM_PATH, PrebuiltSite, free_port
from tests.site import FormService as FormClient

HTML = "<!doctype html><title>Thanks</title>"
ELSEWHERE = {"Location": "/f/elsewhere"}
CUT = "ReadError|RemoteProtocolError"  # the kernel decides which
SENT, REJECTED, UNSURE, PENDING = "sent", "rejected", "unsure", "pending"


# What the service does, the row's status and last code afterwards.
ANSWERS: dict[str, tuple[dict[str, Any], str, str]] = {
    '200 {"ok": true}': ({"body": {"ok": True}}, SENT, "200"),
    '200 {"next": ...}': ({"body": {"next": "/thanks"}}, SENT, "200"),
    "201": ({"status": 201, "body": {}}, SENT, "201"),
    "200 without a body": ({"body": ""}, SENT, "200"),
    "200 with an error": ({"body": {"error": "form over quota"}}, REJECTED, "200"),
    "200 with errors": ({"body": {"errors": [{"field": "email"}]}}, REJECTED, "200"),
    "200 with HTML": ({"body": HTML, "headers": {"Content-Type": "text/html"}}, UNSURE, "200"),
    "200 with HTML that calls itself JSON": ({"body": HTML}, UNSURE, "200"),
    "200 with broken JSON": ({"body": '{"ok": tru'}, UNSURE, "200"),
    **{f"{code}": ({"status": code, "headers": ELSEWHERE}, REJECTED, f"{code}") for code in (301, 302, 303, 307, 308)},
    **{f"{code}": ({"status": code}, REJECTED, f"{code}") for code in (400, 401, 403, 404, 422)},
    **{f"{code}": ({"status": code}, PENDING, f"{code}") for code in (408, 429, 503)},
    **{f"{code}": ({"status": code}, UNSURE, f"{code}") for code in (500, 502, 504)},
    "no answer": ({"delay": 12}, UNSURE, "TimeoutError"),
    "slow headers": ({"fault": "slow headers"}, UNSURE, "TimeoutError"),
    "dripping body": ({"fault": "dripping body"}, UNSURE, "TimeoutError"),
    "reset after the request": ({"fault": "reset"}, UNSURE, CUT),
    "closed without an answer": ({"fault": "hang up"}, UNSURE, CUT),
    "body cut short": ({"fault": "cut short"}, UNSURE, CUT),
    "endless headers": ({"fault": "endless headers"}, UNSURE, "RemoteProtocolError"),
    "endless body": ({"fault": "endless body"}, SENT, "200"),
    "compressed bomb": ({"fault": "bomb"}, SENT, "200"),
}
BUSY = ("no answer", "slow headers", "dripping body")

# The service's status and Retry-After (a number: a date in so many minutes), and in how many seconds the lead is due.
WAITS: dict[str, tuple[int, str | float | None, float, float]] = {
    "503 in two minutes": (503, "120", 120, 120),
    "429 at a moment": (429, 20, 1200, 1200),
    "408 without a word": (408, None, 45, 75),
    "429 in a year": (429, "31536000", 3600, 3600),
    "503 at a moment next year": (503, 500_000, 3600, 3600),
    "503 in more seconds than there are": (503, "9" * 500, 3600, 3600),
    "429 in less than no time": (429, "-5", 45, 75),
    "429 yesterday": (429, -1440, 45, 75),  # our own pause is the least
    "503 soon": (503, "soon", 45, 75),
}


def retry_after(said: str | float | None) -> dict[str, str]:
    """Return the header, with a date counted from now."""
    if said is None:
        return {}
    if not isinstance(said, str):
        said = format_datetime(datetime.now(UTC) + timedelta(minutes=said), usegmt=True)
    return {"Retry-After": said}


@dataclass(frozen=True)
class Fate:
    """What became of one form."""

    stranger: Stranger
    told: Told
    found: list[Row]
    posts: int
    at: datetime


def fate_of(stranger: Stranger, site: PrebuiltSite, service: FormClient) -> Fate:
    """Send a form and look at once what became of it."""
    told = stranger.send()
    found, at = rows(site.database, stranger.mark), datetime.now(UTC)
    return Fate(stranger, told, found, len(service.posts(stranger.mark)), at)


@pytest.fixture(scope="module")
def table(sites, far_side):
    """Every row of `ANSWERS` and `WAITS` played at once against one site: name -> fate. And the site's log."""
    running = sites(GYM_FORM_ENDPOINT=far_side.endpoint)
    strangers = {name: Stranger(running.url) for name in (*ANSWERS, *WAITS)}
    told = {name: answer for name, (answer, *_) in ANSWERS.items()}
    told |= {name: {"status": code, "headers": retry_after(said)} for name, (code, said, *_) in WAITS.items()}
    for name, stranger in strangers.items():
        far_side.answers(mark=stranger.mark, **told[name])
    with ThreadPoolExecutor(len(strangers)) as visitors:
        fates = visitors.map(lambda one: fate_of(one, running, far_side), strangers.values())
        fates = dict(zip(strangers, fates, strict=True))
    others = [post for post in far_side.posts() if post["path"] != FORM_PATH]
    return fates, running.log.read_text(), others


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_decides_what_the_visitor_sees_and_what_is_stored(table, name):
    fate = table[0][name]
    _, status, code = ANSWERS[name]
    if status == SENT:
        assert fate.told.is_success
    else:
        assert fate.told.is_failure_with(fate.stranger.entries)
    (row,) = fate.found
    assert (row.status, row.attempts) == (status, 1)
    assert re.fullmatch(code, row.last_code)  # never a word of the answer
    assert (row.next_attempt_at is not None) == (status in (PENDING, UNSURE))
    assert fate.posts == 1
    assert fate.told.seconds < ANSWERED_WITHIN
    assert (fate.told.seconds > 5) == (name in BUSY)  # nobody waits for what is decided, nor gives up too early


@pytest.mark.parametrize("name", WAITS)
def test_a_lead_is_due_when_the_service_wants_it_but_within_the_hour(table, name):
    fate = table[0][name]
    *_, least, most = WAITS[name]
    assert fate.told.is_failure_with(fate.stranger.entries)
    (row,) = fate.found
    assert row.status == PENDING
    wait = (row.next_attempt_at - fate.at).total_seconds()
    assert least - ANSWERED_WITHIN <= wait <= most
    assert fate.posts == 1


def test_no_redirect_is_followed(table):
    assert table[2] == []


def test_a_refusal_is_loud_and_the_log_holds_nobodys_words(table):
    fates, log, _ = table
    for code in (302, 400, 401, 403, 404, 422):
        assert f"The form service refused a lead ({code}): is GYM_FORM_ENDPOINT right?" in log
    for fate in fates.values():
        assert fate.stranger.mark not in log
    assert "jo@mail.example" not in log


@contextmanager
def stranger_with_a_certificate() -> Iterator[FormService]:
    """Run a form service whose certificate nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split()
        subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context.load_cert_chain(certificate, key)
    with FormService(0) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


UNREACHABLE = {
    "refused": ["ConnectError"],
    "DNS failure": ["ConnectError", "ConnectTimeout"],  # some resolvers take their time to say that there is none
    "TLS failure: plain HTTP": ["ConnectError"],
    "TLS failure: certificate of nobody": ["ConnectError"],
    "connect timeout": ["ConnectTimeout"],
}


@pytest.fixture(scope="module")
def unreachable(sites, far_side):
    """Each of `UNREACHABLE` played at once, each against a site of its own: name -> fate."""
    far_side.reset()
    with (
        stranger_with_a_certificate() as masked,
        closing(socket.create_server(("127.0.0.1", 0), backlog=0)) as full,
        closing(socket.create_connection(full.getsockname())),  # the queue is full: the next one waits for ever
    ):
        endpoints = [
            f"http://127.0.0.1:{free_port()}/f/1",
            "https://no-such-host.invalid/f/1",
            far_side.endpoint.replace("http:", "https:"),
            f"https://localhost:{masked.server_port}/f/1",
            f"http://127.0.0.1:{full.getsockname()[1]}/f/1",
        ]
        with ThreadPoolExecutor(len(endpoints)) as visitors:
            running = list(visitors.map(lambda endpoint: sites(GYM_FORM_ENDPOINT=endpoint), endpoints))
            fates = visitors.map(lambda one: fate_of(Stranger(one.url), one, far_side), running)
            yield dict(zip(UNREACHABLE, fates, strict=True)), [*far_side.posts(), *masked.posts]


@pytest.mark.parametrize("name", UNREACHABLE)
def test_where_nothing_was_sent_the_lead_waits(unreachable, name):
    fate = unreachable[0][name]
    assert fate.told.is_failure_with(fate.stranger.entries)
    assert fate.told.seconds < ANSWERED_WITHIN
    (row,) = fate.found
    assert (row.status, row.attempts) == ("pending", 1)
    assert row.last_code in UNREACHABLE[name]
    assert row.next_attempt_at > fate.at


def test_no_words_reach_whoever_is_not_the_form_service(unreachable):
    assert unreachable[1] == []


FLOODS = ("endless body", "endless headers", "bomb")
AT_ONCE = 8
GROWTH = 48 * 1024  # kB; one bomb unpacked would be more, and so would a flood that is read for a second


def test_endless_and_compressed_bodies_cost_no_memory(sites, far_side):
    running = sites(GYM_FORM_ENDPOINT=far_side.endpoint)

    def flood(at_once: int) -> int:
        """Let every flood come so many times at once; return the most that the site held meanwhile, in kB."""
        faults = FLOODS * at_once
        strangers = [Stranger(running.url) for _ in faults]
        for stranger, fault in zip(strangers, faults, strict=True):
            far_side.answers(mark=stranger.mark, fault=fault)
        with ThreadPoolExecutor(len(strangers)) as visitors:
            answers = [visitors.submit(stranger.send) for stranger in strangers]
            held = []
            while not all(answer.done() for answer in answers):
                held.append(running.memory())
                time.sleep(0.01)
        assert [answer.result().is_success for answer in answers] == [fault != "endless headers" for fault in faults]
        assert [len(far_side.posts(stranger.mark)) for stranger in strangers] == [1] * len(strangers)
        return max(held)

    flood(1)  # what a site needs to work at all
    before = running.memory()
    assert flood(AT_ONCE) - before < GROWTH
