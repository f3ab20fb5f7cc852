"""Graceful shutdown: the server fails a proxy's health check, and answers forms, before it closes its sockets."""

import asyncio
import signal
from contextlib import suppress

from gym_site.leads.workers import Workers
from gym_site.settings import Settings

NOTICE_SECONDS = 2.0  # the proxy requests /ping every second (deploy/Caddyfile)
FORMS_SECONDS = 10.0  # for forms in progress; each is answered within eight
ANSWER_SECONDS = 0.2  # for answers to reach their pages by websocket: uvicorn closes websockets first


class Shutdown:
    """Waits for a stop signal. One per process."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self.has_begun = False
        self._workers = workers
        self._notice = NOTICE_SECONDS if settings.trusted_proxy_hops else 0.0

    async def signalled(self) -> None:
        """Wait for a stop signal, then for the forms in progress.

        Behind a proxy, first wait `NOTICE_SECONDS` after SIGTERM, or until another signal.
        """
        loop, signals = asyncio.get_running_loop(), asyncio.Queue[signal.Signals]()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, signals.put_nowait, number)
        received = await signals.get()
        self.has_begun = True
        if received == signal.SIGTERM:
            with suppress(TimeoutError):
                await asyncio.wait_for(signals.get(), self._notice)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._workers.finish(), FORMS_SECONDS)
        await asyncio.sleep(ANSWER_SECONDS)
