"""``kill -9`` and SIGTERM at random moments, while forms keep coming in.

The promise behind the table of faults: once a visitor has been told "sent", the lead is in the database, whatever dies
afterwards; it is there once; it is delivered at least once, and a second time only where the server died in between.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import pytest

from tests.posting import Stranger, answers, rows, statuses

VISITORS = 6  # at a time
ENDS = ["kill", "terminate"]
LEASE = 15  # seconds; a lead that was being sent when its server was killed is not sent again before
PATIENCE = 60  # seconds for everything to be settled afterwards


@dataclass
class Try:
    """One form, and what its visitor has seen so far."""

    stranger: Stranger
    acknowledged: bool = False
    cut_off: bool = False

    def send(self) -> None:
        try:
            self.acknowledged |= self.stranger.send().is_success
        except httpx.ConnectError:  # nobody there: nothing was sent
            pass
        except httpx.TransportError:
            self.cut_off = True


def visit(url: str, tries: list[Try], over: threading.Event) -> None:
    """Send one form after the other; one that failed is sent again once its lease has run out."""
    failed: list[tuple[float, Try]] = []
    while not over.is_set():
        if failed and failed[0][0] < time.monotonic():
            _, one = failed.pop(0)
        else:
            one = Try(Stranger(url))
            tries.append(one)
        one.send()
        if not one.acknowledged:
            failed.append((time.monotonic() + LEASE, one))
            while not (answers(url) or over.wait(0.1)):
                pass
        over.wait(0.1)


@pytest.mark.parametrize("seed", [20251031])
def test_no_acknowledged_lead_is_lost_and_none_is_stored_twice(sites, far_side, seed, long):
    chance = random.Random(seed)
    each = 20 if long else 6
    ends = chance.sample(ENDS * each, len(ENDS) * each)
    server = sites(GYM_FORM_ENDPOINT=far_side.endpoint, GYM_REDELIVER="yes")
    far_side.reset()
    far_side.answers(delay=0.1)  # so that some leads are on their way at every moment
    tries: list[Try] = []
    over = threading.Event()
    with ThreadPoolExecutor(VISITORS) as visitors:
        visits = [visitors.submit(visit, server.url, tries, over) for _ in range(VISITORS)]
        try:
            for end in ends:
                time.sleep(chance.uniform(0.05, 0.5))
                getattr(server, end)()
                server.start()
        finally:
            over.set()
    for one in visits:
        one.result()

    for one in tries:
        if one.acknowledged:
            assert statuses(server, one.stranger.mark) == ["sent"]

    settled_by = time.monotonic() + LEASE + PATIENCE
    while waiting := [one for one in tries if not one.acknowledged]:
        assert time.monotonic() < settled_by
        with ThreadPoolExecutor(len(waiting)) as visitors:
            list(visitors.map(Try.send, waiting))

    bodies = [post["body"]["message"] for post in far_side.posts()]
    delivered = Counter(re.search("Hello ([0-9a-f]{32})", body)[1] for body in bodies)
    for one in tries:
        assert statuses(server, one.stranger.mark) == ["sent"]
        assert delivered[one.stranger.mark] >= 1
        assert delivered[one.stranger.mark] == 1 or one.cut_off
    assert len(rows(server.database)) == len(tries)
    cut_off, copies = sum(one.cut_off for one in tries), sum(delivered.values()) - len(tries)
    print(f"seed {seed}: {len(tries)} leads, {cut_off} of them cut off in the middle, {copies} copies too many")
    assert cut_off >= each / 2  # the ends did hit something
