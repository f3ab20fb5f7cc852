"""One of two backends is killed while visitors are there and forms come in."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from itertools import cycle

import httpx
from simple_websocket import ConnectionClosed, ConnectionError

from tests.scale.visitors import FilledIn, Visitor, post, run

VISITORS = 60
BEFORE = AFTER = 1.5  # seconds of forms before and after the kill
PAUSE = 0.05  # seconds between two forms of each way
SERVICE_TAKES = 0.3  # seconds: long enough that deliveries are under way when the process dies
PATIENCE = 60  # seconds until a form that was cut off arrives: its claim runs out after 15


async def insist(attempt, *arguments) -> None:
    """Try until it works, as a visitor does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(OSError, ConnectionError, ConnectionClosed):
                if await attempt(*arguments):
                    return
            await asyncio.sleep(0.5)


async def keep_sending(send, forms: list[FilledIn], stop: asyncio.Event) -> None:
    async with asyncio.TaskGroup() as group:
        while not stop.is_set():
            forms.append(FilledIn())
            group.create_task(insist(send, forms[-1]))
            await asyncio.sleep(PAUSE)


async def story(scaled) -> tuple[list[FilledIn], int]:
    """Return the forms, and how many visitors lost their connection."""
    visitors = [Visitor(scaled.url) for _ in range(VISITORS)]
    for visitor in visitors:
        await visitor.come()
    turns = cycle(visitors)
    forms: list[FilledIn] = []
    stop = asyncio.Event()
    async with (
        httpx.AsyncClient(base_url=scaled.url, headers={"Origin": scaled.url}) as client,
        asyncio.TaskGroup() as group,
    ):
        group.create_task(keep_sending(lambda form: post(client, form), forms, stop))
        group.create_task(keep_sending(lambda form: next(turns).send(form), forms, stop))
        await asyncio.sleep(BEFORE)
        scaled.backends[0].kill()
        await asyncio.sleep(1)
        lost = [visitor for visitor in visitors if visitor.lost.is_set()]
        await asyncio.gather(*(insist(visitor.come) for visitor in lost))
        await asyncio.sleep(AFTER)
        stop.set()
    assert not any(visitor.lost.is_set() for visitor in visitors)
    forms += [FilledIn() for _ in visitors]
    assert all(await asyncio.gather(*map(Visitor.send, visitors, forms[-VISITORS:])))
    for visitor in visitors:
        await visitor.leave()
    return forms, len(lost)


def test_no_acknowledged_lead_is_lost_and_the_other_backends_visitors_notice_nothing(scaled, service):
    service.answers(delay=SERVICE_TAKES)
    forms, lost = run(story(scaled))
    assert VISITORS / 4 < lost < VISITORS * 3 / 4
    assert {tuple(scaled.leads(form.mark)) for form in forms} == {("sent",)}
    delivered = Counter()
    for received in service.posts():
        delivered.update(form.mark for form in forms if form.mark in received["body"]["message"])
    assert all(delivered[form.mark] >= 1 for form in forms)
    at_first = [form for form in forms if form.attempts == 1]
    assert len(at_first) > len(forms) / 2
    assert all(delivered[form.mark] == 1 for form in at_first)
