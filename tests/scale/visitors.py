"""Visitors without a browser, many at once: each holds a websocket as a page does and sends a form over it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import uuid4

import httpx
from simple_websocket import AioClient, ConnectionClosed

from gym_site.state.forms import InquiryForm
from tests.forms import INQUIRY_FORM
from tests.strangers.client import joining, submitting

PATIENCE = 12.0  # seconds that the page gives an event
_STATE = InquiryForm.get_full_name()
_T = TypeVar("_T")


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Do this work on an event loop in a thread of its own: Playwright, once started, keeps this thread's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@dataclass
class FilledIn:
    """A form with words and a key of its own, and the attempts at sending it."""

    mark: str = field(default_factory=lambda: uuid4().hex)
    key: str = field(default_factory=lambda: uuid4().hex)
    attempts: int = 0

    @property
    def fields(self) -> dict[str, str]:
        """What a page sends."""
        return INQUIRY_FORM.entries | {INQUIRY_FORM.free: f"Hello {self.mark}", "key": self.key}


class Visitor:
    """A page's websocket; `lost` is set when somebody else closes it."""

    def __init__(self, url: str) -> None:
        self._url, self._token = url, str(uuid4())
        self._answers: dict[str, asyncio.Future[bool]] = {}
        self.lost = asyncio.Event()

    async def come(self) -> bool:
        """Connect, or connect again as the page does. Raises `OSError` or `ConnectionError` where nobody answers."""
        address = f"{self._url.replace('http', 'ws', 1)}/_event/?token={self._token}&EIO=4&transport=websocket"
        self._socket = await AioClient.connect(address, headers={"Origin": self._url})
        await self._socket.send(joining())
        while not (await self._socket.receive()).startswith("40/_event,"):
            pass
        self.lost = asyncio.Event()
        self._reader = asyncio.create_task(self._read())
        return True

    async def leave(self) -> None:
        """Close the page."""
        self._reader.cancel()
        if self._socket.connected:
            await self._socket.close()

    async def send(self, form: FilledIn) -> bool:
        """Send a form and say whether a success was answered. A lost connection and no answer are none."""
        if self.lost.is_set():
            return False
        form.attempts += 1
        attempt = uuid4().hex
        answer = self._answers[attempt] = asyncio.get_running_loop().create_future()
        gone = asyncio.ensure_future(self.lost.wait())
        try:
            await self._socket.send(submitting(form.fields, attempt))
            await asyncio.wait({answer, gone}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        except ConnectionClosed:
            return False
        finally:
            gone.cancel()
        return answer.done() and answer.result()

    async def _read(self) -> None:
        try:
            while True:
                frame = await self._socket.receive()
                if frame == "2":
                    await self._socket.send("3")
                elif frame and frame.startswith("42/_event,"):
                    self._hear(json.loads(frame.removeprefix("42/_event,")))
        except ConnectionClosed:
            self.lost.set()

    def _hear(self, message: list[Any]) -> None:
        delta = message[1].get("delta", {}) if len(message) > 1 and isinstance(message[1], dict) else {}
        said = {name.split("_rx_state_")[0]: value for name, value in delta.get(_STATE, {}).items()}
        answer = self._answers.get(said.get("answered", ""))
        if answer is not None and not answer.done():
            answer.set_result(bool(said.get("ok", False)))


async def post(client: httpx.AsyncClient, form: FilledIn) -> bool:
    """Post a form as a page without a websocket does, and say whether a success was answered."""
    form.attempts += 1
    try:
        answer = await client.post(f"/forms/{INQUIRY_FORM.name}", data=form.fields, timeout=PATIENCE)
    except httpx.TransportError:
        return False
    return answer.status_code == 303
