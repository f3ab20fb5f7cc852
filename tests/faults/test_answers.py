"""The outcome of a lead for each response of the form service, over real HTTP.

Covers two parts of the table in docs/faults.md: "The form service answers", and "It does not answer" if data was
sent. Checks what the visitor sees, the lead in the database, and the exact number of posts.
"""

import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

from tests.forms import INQUIRY
from tests.posting import ANSWERED_WITHIN, Reply, Stranger, statuses
from tests.site import wait_for

CUT = "ReadError|RemoteProtocolError"  # depends on the kernel
SENT, REJECTED, UNSURE, PENDING, SENDING = "sent", "rejected", "unsure", "pending", "sending"

# The service's response, the row's status and last code. For more responses, see tests/unit/test_leads_gateway.py.
ANSWERS: dict[str, tuple[dict[str, Any], str, str]] = {
    "200": ({}, SENT, "200"),
    "404": ({"status": 404}, REJECTED, "404"),
    "503": ({"status": 503}, PENDING, "503"),
    "no answer": ({"delay": 30}, UNSURE, "TimeoutError"),
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


@dataclass(frozen=True)
class Fate:
    stranger: Stranger
    reply: Reply
    rows: list[sqlite3.Row]
    posts: int


@pytest.fixture(scope="module")
def played(running, _service) -> dict[str, Fate]:
    """The outcomes of `ANSWERS`, run twelve at a time, the slowest first."""

    def play(name: str) -> Fate:
        stranger = Stranger(running.url)
        _service.answers(mark=stranger.mark, **ANSWERS[name][0])
        reply = stranger.send()
        # Near the deadline the visitor is answered before the outcome is recorded.
        wait_for(lambda: SENDING not in statuses(running, stranger.mark))
        return Fate(stranger, reply, running.rows(stranger.mark), len(_service.posts(stranger.mark)))

    _service.reset()
    names = sorted(ANSWERS, key=lambda name: name not in BUSY)
    with ThreadPoolExecutor(12) as visitors:
        return dict(zip(names, visitors.map(play, names), strict=True))


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_page_and_lead_status_match_the_form_service_response(played, name):
    fate, (_, status, code) = played[name], ANSWERS[name]
    assert fate.reply.is_success if status == SENT else fate.reply.is_failure_with(fate.stranger.entries)
    (row,) = fate.rows
    assert (row["status"], row["attempts"]) == (status, 1)
    assert re.fullmatch(code, row["last_code"])  # never the response's text
    assert (row["next_attempt_at"] is not None) == (status in (PENDING, UNSURE))
    assert fate.posts == 1
    assert fate.reply.seconds < ANSWERED_WITHIN
    if name in BUSY:
        assert fate.reply.seconds > 5  # it did not give up too early
    else:  # a final outcome is reported at once
        assert fate.reply.seconds < min(played[busy].reply.seconds for busy in BUSY)


def test_a_refused_form_is_logged_without_visitor_data(played, running):
    log = running.log.read_text()
    assert ": rejected, 404. Is GYM_FORM_ENDPOINT right?" in log
    for fate in played.values():
        assert fate.stranger.mark not in log
    assert INQUIRY["email"] not in log


FLOODS = ("endless body", "endless headers", "bomb")
AT_ONCE = 8
GROWTH = 48 * 1024  # kB; an unpacked bomb, or a flood read for a second, would exceed it


def test_endless_or_compressed_responses_do_not_fill_the_memory(server, service):
    def flood(at_once: int) -> int:
        """Run every flood this many times at once; return the site's peak memory in kB."""
        faults = FLOODS * at_once
        strangers = [Stranger(server.url) for _ in faults]
        for stranger, fault in zip(strangers, faults, strict=True):
            service.answers(mark=stranger.mark, fault=fault)
        with ThreadPoolExecutor(len(strangers)) as visitors:
            replies = [visitors.submit(stranger.send) for stranger in strangers]
            held = [server.memory()]
            while not all(reply.done() for reply in replies):
                held.append(server.memory())
                time.sleep(0.02)
        assert [reply.result().is_success for reply in replies] == [fault != "endless headers" for fault in faults]
        assert [len(service.posts(stranger.mark)) for stranger in strangers] == [1] * len(strangers)
        return max(held)

    flood(1)  # the baseline
    before = server.memory()
    assert flood(AT_ONCE) - before < GROWTH
