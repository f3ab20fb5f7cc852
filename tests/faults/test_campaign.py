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

from tests.faults.holding import let_pass
from tests.posting import Stranger, rows, statuses
from tests.site import PrebuiltSite, answers

SEED = 20251031
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
            _, form = failed.pop(0)
        else:
            form = Try(Stranger(url))
            tries.append(form)
        form.send()
        if not form.acknowledged:
            failed.append((time.monotonic() + LEASE, form))
            while not (answers(f"{url}/ping") or over.wait(0.1)):
                pass
        over.wait(0.1)


def test_no_acknowledged_lead_is_lost_and_none_is_stored_twice(pages, service, tmp_path, long):
    chance = random.Random(SEED)
    each = 20 if long else 3
    ends = chance.sample(ENDS * each, len(ENDS) * each)
    service.answers(delay=0.1)  # so that some leads are on their way at every moment
    tries: list[Try] = []
    over = threading.Event()
    with PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint, GYM_REDELIVER="yes") as server:
        with ThreadPoolExecutor(VISITORS) as visitors:
            visits = [visitors.submit(visit, server.url, tries, over) for _ in range(VISITORS)]
            try:
                for end in ends:
                    time.sleep(chance.uniform(0.05, 0.5))
                    getattr(server, end)()
                    server.start()
            finally:
                over.set()
        for finished in visits:
            finished.result()

        for form in tries:
            if form.acknowledged:
                assert statuses(server, form.stranger.mark) == ["sent"]

        for form in tries:
            let_pass(server, form.stranger.mark, days=1)
        settled_by = time.monotonic() + PATIENCE
        while waiting := [form for form in tries if not form.acknowledged]:
            assert time.monotonic() < settled_by
            with ThreadPoolExecutor(len(waiting)) as visitors:
                list(visitors.map(Try.send, waiting))

    bodies = [post["body"]["message"] for post in service.posts()]
    delivered = Counter(re.search("Hello ([0-9a-f]{32})", body)[1] for body in bodies)
    for form in tries:
        assert statuses(server, form.stranger.mark) == ["sent"]
        assert delivered[form.stranger.mark] >= 1
        assert delivered[form.stranger.mark] == 1 or form.cut_off
    assert len(rows(server.database)) == len(tries)
    cut_off, copies = sum(form.cut_off for form in tries), sum(delivered.values()) - len(tries)
    print(f"{len(tries)} leads, {cut_off} of them cut off in the middle, {copies} copies too many")
    assert cut_off >= each / 2  # the ends did hit something
