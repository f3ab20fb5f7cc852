"""One of two backends is killed while visitors are there and forms come in."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import cycle

import httpx
import pytest
from simple_websocket import ConnectionClosed, ConnectionError

from tests.scale.servers import answers
from tests.scale.visitors import FilledIn, Visitor, post, run

VISITORS = 200
BEFORE = AFTER = 1.5  # seconds of forms before and after the kill
PAUSE = 0.05  # seconds between two forms of each way
SERVICE_TAKES = 0.3  # seconds: long enough that deliveries are under way when the process dies
PATIENCE = 45  # seconds until a form that was cut off arrives: its claim runs out after 15


@pytest.fixture
def service(scaled, service):
    service.answers(delay=SERVICE_TAKES)
    yield service
    if not answers(scaled.backends[0].url):
        scaled.backends[0].start()


async def until_taken(form: FilledIn, send) -> None:
    """Send a form until a success is answered, as a visitor does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            form.attempts += 1
            if await send(form):
                return
            await asyncio.sleep(0.5)


async def come_back(visitor: Visitor) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await visitor.come()
            except (OSError, ConnectionError, ConnectionClosed):
                await asyncio.sleep(0.5)


async def keep_sending(send, forms: list[FilledIn], stop: asyncio.Event) -> None:
    async with asyncio.TaskGroup() as group:
        while not stop.is_set():
            forms.append(FilledIn())
            group.create_task(until_taken(forms[-1], send))
            await asyncio.sleep(PAUSE)


async def story(scaled) -> tuple[list[FilledIn], list[Visitor], list[Visitor]]:
    """Return the forms, the visitors who lost their connection and those who kept it."""
    visitors = [Visitor(scaled.url) for _ in range(VISITORS)]
    for visitor in visitors:
        await visitor.come()
    turns = cycle(visitors)

    async def over_a_websocket(form: FilledIn) -> bool:
        visitor = next(turns)
        return not visitor.lost.is_set() and await visitor.send(form)

    forms: list[FilledIn] = []
    stop = asyncio.Event()
    async with (
        httpx.AsyncClient(base_url=scaled.url, headers={"Origin": scaled.url}) as client,
        asyncio.TaskGroup() as group,
    ):
        group.create_task(keep_sending(lambda form: post(client, form), forms, stop))
        group.create_task(keep_sending(over_a_websocket, forms, stop))
        await asyncio.sleep(BEFORE)
        scaled.backends[0].kill()
        await asyncio.sleep(1)
        lost = [visitor for visitor in visitors if visitor.lost.is_set()]
        await asyncio.gather(*map(come_back, lost))
        await asyncio.sleep(AFTER)
        stop.set()
    kept = [visitor for visitor in visitors if visitor not in lost]
    assert not any(visitor.lost.is_set() for visitor in visitors)
    said = await asyncio.gather(*(visitor.send(FilledIn()) for visitor in (lost[0], kept[0])))
    assert said == [True, True]
    for visitor in visitors:
        await visitor.leave()
    return forms, lost, kept


def test_no_acknowledged_lead_is_lost_and_the_other_backends_visitors_notice_nothing(scaled, service):
    forms, lost, kept = run(story(scaled))
    assert len(lost) > VISITORS / 4
    assert len(kept) > VISITORS / 4
    assert {tuple(scaled.leads(form.mark)) for form in forms} == {("sent",)}
    delivered = Counter()
    for one in service.posts():
        delivered.update(form.mark for form in forms if form.mark in one["body"]["message"])
    assert all(delivered[form.mark] >= 1 for form in forms)
    at_first = [form for form in forms if form.attempts == 1]
    assert len(at_first) > len(forms) / 2
    assert all(delivered[form.mark] == 1 for form in at_first)
