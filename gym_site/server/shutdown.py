"""Graceful shutdown behind a proxy: the server fails the proxy's health check before it closes its socket."""

import asyncio
import signal
from contextlib import suppress

from gym_site.settings import Settings

NOTICE_SECONDS = 2.0  # the proxy requests /ping every second (deploy/Caddyfile)


class Shutdown:
    """Waits for a stop signal. One per process."""

    def __init__(self, settings: Settings) -> None:
        self.has_begun = False
        self._notice = NOTICE_SECONDS if settings.trusted_proxy_hops else 0.0

    async def signalled(self) -> None:
        """Wait for a stop signal. Behind a proxy, also wait `NOTICE_SECONDS` after SIGTERM, or until another signal."""
        loop, signals = asyncio.get_running_loop(), asyncio.Queue[signal.Signals]()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, signals.put_nowait, number)
        received = await signals.get()
        self.has_begun = True
        if received == signal.SIGTERM:
            with suppress(TimeoutError):
                await asyncio.wait_for(signals.get(), self._notice)
