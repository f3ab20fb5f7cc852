"""One of two backends is killed while visitors are there and forms come in."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime

import httpx
from websockets.exceptions import WebSocketException

from gym_site.leads.store import LEASE
from tests import posting
from tests.site import wait_for
from tests.strangers import client

BY_WEBSOCKET, BY_POST = 32, 8  # visitors
BEFORE, AFTER = 1.5, 3.0  # seconds of forms before and after the kill
PAUSE = 0.5  # seconds between two forms of a visitor
SERVICE_TAKES = 0.3  # seconds: long enough that deliveries are under way when the process dies


class Visitor:
    """Somebody who sends forms until each has arrived. ``lost`` counts the connections that the server ended."""

    def __init__(self, url: str, doors: ExitStack, *, by_websocket: bool) -> None:
        self.url, self.doors, self.by_websocket, self.lost = url, doors, by_websocket, 0
        self.page = self._open() if by_websocket else None
        self.forms: list[posting.Stranger] = []
        self.at_first: list[posting.Stranger] = []  # those that arrived with the first attempt

    def keep_sending(self, over: threading.Event) -> None:
        """Send one form after the other, and the last one when it is over."""
        last = False
        while not last:
            last = over.wait(PAUSE)
            form = posting.Stranger(self.url)
            self.forms.append(form)
            if self._send(form):
                self.at_first.append(form)
            else:
                wait_for(lambda form=form: self._send(form), posting.PATIENCE)

    def _send(self, form: posting.Stranger) -> bool:
        try:
            if not self.by_websocket:
                return form.send().is_success
            self.page = self.page or self._open()
            return self.page.submit(form.entries | {"key": form.key})
        except (httpx.TransportError, WebSocketException, OSError):  # the connection has ended: there will be another
            self.lost += self.page is not None
            self.page = None
            return False

    def _open(self) -> client.Page:
        return self.doors.enter_context(client.Page(self.url)).join()


def test_no_acknowledged_lead_is_lost_and_the_other_backends_visitors_notice_nothing(scaled, service):
    service.answers(delay=SERVICE_TAKES)
    over = threading.Event()
    with ExitStack() as doors, ThreadPoolExecutor(BY_WEBSOCKET + BY_POST) as threads:
        visitors = [Visitor(scaled.url, doors, by_websocket=n < BY_WEBSOCKET) for n in range(BY_WEBSOCKET + BY_POST)]
        sending = [threads.submit(visitor.keep_sending, over) for visitor in visitors]
        time.sleep(BEFORE)
        scaled.backends[0].kill()
        killed = datetime.now(UTC)
        time.sleep(AFTER)
        # What the dead process had claimed is free: a quarter of a minute has passed.
        free = "update lead set lease_until = now() where status = 'sending' and lease_until < %s"
        scaled.postgres.ask(scaled.database, free, killed + LEASE)
        over.set()
        for work in sending:
            work.result()
    lost = [visitor.lost for visitor in visitors]
    assert BY_WEBSOCKET / 4 < sum(lost) < BY_WEBSOCKET * 3 / 4
    assert max(lost) == 1
    forms = [form for visitor in visitors for form in visitor.forms]
    assert {tuple(scaled.leads(form.mark)) for form in forms} == {("sent",)}
    received = " ".join(post["body"]["message"] for post in service.posts())
    assert all(form.mark in received for form in forms)
    at_first = [form for visitor in visitors for form in visitor.at_first]
    assert len(at_first) > len(forms) / 2
    assert all(received.count(form.mark) == 1 for form in at_first)
