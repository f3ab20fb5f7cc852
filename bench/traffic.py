"""Visits a running site while somebody updates, stops or breaks it: ``python -m bench.traffic URL``.

It is also the site's form service: set ``GYM_FORM_ENDPOINT=http://127.0.0.1:24999/f/gym24test`` in the site's ``.env``,
and ``GYM_LIMIT_PER_ADDRESS``, ``GYM_LIMIT_TOTAL`` and ``GYM_LIMIT_CONNECTIONS`` to 0. Run it from the
site's version of the code: websocket messages contain the states' names. At the end of its input (Ctrl+D) it checks
that each form has been delivered.
"""

import argparse
import re
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress

import httpx
from websockets.exceptions import WebSocketException

from bench.table import Row, report
from tests.form_service import FormService
from tests.posting import Reply, Stranger, deliveries
from tests.site import serving
from tests.strangers.client import Page

PORT = 24999
PAGES = ("/", "/faq", "/blog")
PAUSE = 0.05  # seconds that a thread waits between two forms, or between two rounds of page requests
AGAIN_AFTER = 1.0  # seconds until a visitor who sees an error presses the button again
PAGE_WAITS = 3.0  # seconds until a page without an answer posts its form
PATIENCE = 150  # seconds for deliveries at the end; a failed attempt is repeated after a minute

_websockets = ThreadPoolExecutor()


class OpenPage(Stranger):
    """A visitor whose page sends the form as an event, and posts it if there is no answer."""

    def send(self) -> Reply:
        """Send the form by a websocket of its own, or else as a post."""
        with suppress(OSError, WebSocketException):
            return Reply(303 if _websockets.submit(self._by_event).result(PAGE_WAITS) else 502, "", 0)
        return super().send()

    def _by_event(self) -> bool:
        with Page(self.url) as page:
            return page.join().submit(self.entries | {"key": self.key})


POSTERS = (Stranger,) * 4 + (OpenPage,) * 2
READERS = 2


def post(kind: type[Stranger], url: str, over: threading.Event, closed: threading.Event) -> list[Stranger]:
    """Send one form after another until ``over`` is set; retry unsuccessful ones until ``closed`` is set."""
    visitors = []
    while not over.wait(PAUSE):
        visitors.append(visitor := kind(url))
        while not visitor.attempt() and not closed.wait(AGAIN_AFTER):
            pass
    return visitors


def read(url: str, over: threading.Event) -> list[tuple[str, float]]:
    """Open pages, each with its start module; return the status and the seconds of each response."""
    answers: list[tuple[str, float]] = []
    # A browser repeats a request if a kept connection has ended; here each request has its own connection.
    limits = httpx.Limits(max_keepalive_connections=0)
    with httpx.Client(base_url=url, timeout=20, follow_redirects=True, limits=limits) as client:
        while not over.wait(PAUSE):
            paths = [*PAGES]
            while paths:
                begun = time.monotonic()
                try:
                    answer = client.get(paths.pop())
                    outcome = str(answer.status_code)
                    paths += re.findall(r'data-module="(/assets/start-[^"]+)"', answer.text)
                except httpx.TransportError as error:
                    outcome = f"{type(error).__name__}: {error}"
                answers.append((outcome, time.monotonic() - begun))
    return answers


def _longest(visitors: list[Stranger], kind: type[Stranger]) -> str:
    return f"{max(visitor.longest for visitor in visitors if type(visitor) is kind):.1f} s"


def main() -> int:
    """Visit the site until standard input ends, then print a report."""
    parser = argparse.ArgumentParser(description="visits a site and is its form service; ends with its input")
    parser.add_argument("url")
    url = parser.parse_args().url
    over, closed = threading.Event(), threading.Event()
    with serving(FormService(PORT)) as service, ThreadPoolExecutor(len(POSTERS) + READERS) as threads:
        service.answers(delay=0.1)  # so that some forms are on their way at every moment
        posting = [threads.submit(post, kind, url, over, closed) for kind in POSTERS]
        reading = [threads.submit(read, url, over) for _ in range(READERS)]
        try:
            sys.stdin.read()
        finally:
            over.set()
            wait(posting, PATIENCE)
            closed.set()
        visitors = [visitor for work in posting for visitor in work.result()]
        answers = [answer for work in reading for answer in work.result()]
        ends = time.monotonic() + PATIENCE
        thanked = {visitor.mark for visitor in visitors if visitor.acknowledged}
        while time.monotonic() < ends and thanked - deliveries(service).keys():
            time.sleep(1)
        came = deliveries(service)
    twice = [visitor for visitor in visitors if came[visitor.mark] > 1]
    at_once = sum(visitor.attempts == 1 for visitor in twice)
    lost = len(thanked - came.keys())
    failed = Counter(outcome for outcome, _ in answers if outcome != "200")
    rows = [
        Row("forms, acknowledged", "all", f"{len(visitors)}, {len(thanked)}", len(visitors) == len(thanked)),
        Row("visitors who pressed again", "", str(sum(visitor.attempts > 1 for visitor in visitors)), met=True),
        Row("delivered", "", str(len(came)), met=True),
        Row("delivered twice; of these, acknowledged at once", "0 of these", f"{len(twice)}, {at_once}", not at_once),
        Row("acknowledged but lost", "0", str(lost), not lost),
        Row("longest wait for the answer to a form", "", _longest(visitors, Stranger), met=True),
        Row("longest wait by websocket", "", _longest(visitors, OpenPage), met=True),
        Row("pages and scripts", "all 200", f"{len(answers)}, {dict(failed) or 'all 200'}", not failed),
        Row("longest wait for a page or script", "", f"{max(seconds for _, seconds in answers):.1f} s", met=True),
    ]
    return report(url, rows)


if __name__ == "__main__":
    sys.exit(main())
