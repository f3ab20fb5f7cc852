"""Visitors of a running site, while somebody updates, stops or breaks it: ``python -m bench.traffic URL``.

It is the site's form service as well: in the site's ``.env`` stand ``GYM_FORM_ENDPOINT=http://127.0.0.1:24999/f/gym24test``,
``GYM_LIMIT_PER_ADDRESS=0`` and ``GYM_LIMIT_TOTAL=0``. At the end of its input, Ctrl+D, it looks for each form.
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

from bench.table import Row, report
from tests.form_service import FormService
from tests.posting import Stranger
from tests.site import serving

PORT = 24999
POSTERS, READERS = 6, 2
PAGES = ("/", "/faq", "/blog")
PAUSE = 0.05  # seconds between two forms of a poster, and two pages of a reader
AGAIN_AFTER = 1.0  # seconds until somebody who was not thanked presses the button again
PATIENCE = 150  # seconds for what was under way at the end; an attempt that failed is repeated after a minute


class Visitor(Stranger):
    """Somebody who presses the button until they are thanked."""

    pressed, thanked = 0, False

    def press(self) -> bool:
        """Send the form, and return whether they were thanked."""
        self.pressed += 1
        with suppress(httpx.TransportError):
            self.thanked = self.send().is_success
        return self.thanked


def post(url: str, over: threading.Event, closed: threading.Event, visitors: list[Visitor]) -> None:
    """Send one form after the other until it is over; whoever was not thanked tries until the site is closed."""
    while not over.wait(PAUSE):
        visitors.append(visitor := Visitor(url))
        while not visitor.press() and not closed.wait(AGAIN_AFTER):
            pass


def read(url: str, over: threading.Event, answers: Counter[str]) -> None:
    """Open pages, and with each the file that starts its scripts."""
    with httpx.Client(base_url=url, timeout=20, follow_redirects=True) as client:
        while not over.is_set():
            for page in PAGES:
                text = _get(client, page, answers)
                for script in re.findall(r'src="(/assets/start-[^"]+)"', text):
                    _get(client, script, answers)
                time.sleep(PAUSE)


def _get(client: httpx.Client, path: str, answers: Counter[str]) -> str:
    try:
        answer = client.get(path)
    except httpx.TransportError as error:
        answers[type(error).__name__] += 1
        return ""
    answers[str(answer.status_code)] += 1
    return answer.text


def deliveries(service: FormService) -> Counter[str]:
    """Return how often each form came, by the mark in its words."""
    return Counter(mark for sent in service.posts() for mark in re.findall("Hello ([0-9a-f]{32})", str(sent["body"])))


def main() -> int:
    """Visit until the end of the input, and report."""
    parser = argparse.ArgumentParser(description="visits a site and is its form service; ends with its input")
    parser.add_argument("url")
    url = parser.parse_args().url
    visitors: list[Visitor] = []
    answers: Counter[str] = Counter()
    over, closed = threading.Event(), threading.Event()
    with serving(FormService(PORT)) as service, ThreadPoolExecutor(POSTERS + READERS) as threads:
        service.answers(delay=0.1)  # so that some are on their way at every moment
        work = [threads.submit(post, url, over, closed, visitors) for _ in range(POSTERS)]
        work += [threads.submit(read, url, over, answers) for _ in range(READERS)]
        try:
            sys.stdin.read()
        finally:
            over.set()
            wait(work, PATIENCE)
            closed.set()
        for one in work:
            one.result()
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and any(v.mark not in deliveries(service) for v in visitors if v.thanked):
            time.sleep(1)
        came = deliveries(service)
    times = Counter(came[visitor.mark] for visitor in visitors)
    twice = [visitor for visitor in visitors if came[visitor.mark] > 1]
    once_pressed = sum(visitor.pressed == 1 for visitor in twice)
    thanked, again = sum(v.thanked for v in visitors), sum(v.pressed > 1 for v in visitors)
    failed = {answer: count for answer, count in answers.items() if answer != "200"}
    rows = [
        Row("forms sent, thanked for", "all", f"{len(visitors)}, {thanked}", len(visitors) == thanked),
        Row("pressed the button again", "", str(again), met=True),
        Row("delivered once", "", str(times[1]), met=True),
        Row(
            "delivered twice, those of whom were thanked at once",
            "0 of them",
            f"{len(twice)}, {once_pressed}",
            not once_pressed,
        ),
        Row("lost", "0", str(times[0]), not times[0]),
        Row("pages and scripts", "all 200", f"{answers.total()}, {failed or 'all 200'}", not failed),
    ]
    return report(url, rows)


if __name__ == "__main__":
    sys.exit(main())
