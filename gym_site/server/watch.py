"""Alerts staff to faults that a process's health check reports."""

import asyncio
import logging
import time

from gym_site.leads.alerts import send_alert
from gym_site.server.health import Health
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

LOOK_SECONDS = 60.0
REMINDED_SECONDS = 24 * 3600.0


class Watch:
    """Checks the health every minute, independently of the background work, which may itself be at fault.

    Staff are alerted to a fault that two checks in a row have found, and reminded daily. A short fault, such as a
    restart of the database, causes no alert.
    """

    def __init__(self, settings: Settings, health: Health) -> None:
        self._settings, self._health = settings, health
        self._seen: set[str] = set()
        self._told: dict[str, float] = {}

    def start(self) -> asyncio.Task[None]:
        """Start the watch as a task."""
        return asyncio.create_task(self.run())

    async def run(self) -> None:
        """Check until cancelled. A failure is logged and never ends the loop."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception as error:
                logger.error("The check for faults failed (%s)", type(error).__name__, exc_info=error)

    async def look(self) -> None:
        """Alert staff to lasting faults that have not been reported in the last 24 hours."""
        numbers, faults = await self._health.report()
        now = time.monotonic()
        self._told = {name: told for name, told in self._told.items() if name in faults}
        lasting = [name for name in faults if name in self._seen]
        due = [name for name in lasting if now - self._told.get(name, -REMINDED_SECONDS) >= REMINDED_SECONDS]
        self._seen = set(faults)
        text = "\n".join([f"Server process on port {self._settings.port}:", *(faults[name] for name in due)])
        known = {name: number for name, number in numbers.items() if number is not None}
        if due and await send_alert(self._settings, text, known):
            self._told |= dict.fromkeys(due, now)
