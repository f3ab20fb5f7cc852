"""``kill -9`` and SIGTERM at random moments, while forms keep coming in.

If a visitor has been told that a form was sent, it is in the database exactly once and has been delivered. It was
delivered more than once only if the connection of a post was cut off.
"""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.holding import let_pass
from tests.posting import Stranger, deliveries, statuses
from tests.site import PrebuiltSite, answers, wait_for

SEED = 20251031
AT_A_TIME = 6
ENDS = ["kill", "terminate"]
EACH = 20  # times
PATIENCE = 60  # seconds for everything to settle afterwards


def keep_sending(url: str, visitors: list[Stranger], over: threading.Event) -> None:
    """Send one form after the other until ``over`` is set. While the server is down, resend the same form.

    The test itself resends, at the end, all forms that were not acknowledged.
    """
    while not over.wait(0.1):
        visitors.append(visitor := Stranger(url))
        while not (visitor.attempt() or answers(f"{url}/ping") or over.wait(0.1)):
            pass


@pytest.mark.long
def test_no_confirmed_form_is_lost_or_stored_twice_if_servers_crash(pages, service, tmp_path):
    chance = random.Random(SEED)
    ends = chance.sample(ENDS * EACH, len(ENDS) * EACH)
    service.answers(delay=0.1)  # so that some leads are always in flight
    visitors: list[Stranger] = []
    over = threading.Event()
    with PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint, GYM_REDELIVER="yes") as server:
        with ThreadPoolExecutor(AT_A_TIME) as threads:
            sending = [threads.submit(keep_sending, server.url, visitors, over) for _ in range(AT_A_TIME)]
            try:
                for end in ends:
                    before = len(service.posts())  # on a busy machine the next post takes a while
                    wait_for(lambda before=before: len(service.posts()) > before)
                    time.sleep(chance.uniform(0.05, 0.5))
                    getattr(server, end)()
                    server.start()
            finally:
                over.set()
        for work in sending:
            work.result()

        for visitor in visitors:
            if visitor.acknowledged:
                assert statuses(server, visitor.mark) == ["sent"]

        for visitor in visitors:
            let_pass(server, visitor.mark, days=1)
        settled_by = time.monotonic() + PATIENCE
        while waiting := [visitor for visitor in visitors if not visitor.acknowledged]:
            assert time.monotonic() < settled_by
            with ThreadPoolExecutor(len(waiting)) as threads:
                list(threads.map(Stranger.attempt, waiting))

    delivered = deliveries(service)
    for visitor in visitors:
        assert statuses(server, visitor.mark) == ["sent"]
        assert delivered[visitor.mark] >= 1
        assert delivered[visitor.mark] == 1 or visitor.cut_off
    assert len(server.rows()) == len(visitors)
    assert sum(visitor.cut_off for visitor in visitors) >= EACH / 2  # the kills did interrupt posts
