"""Tells staff of troubles, when they begin and when they are over, and sends the daily summary."""

import asyncio
import logging
import socket
from collections.abc import Callable
from datetime import datetime, timedelta

from gym_site.db.tables import Trouble
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.messenger import Messenger
from gym_site.leads.status import Status
from gym_site.leads.troubles import Troubles
from gym_site.leads.workers import Workers
from gym_site.server.health import Health
from gym_site.settings import site_command, watchdog_socket

logger = logging.getLogger(__name__)

LOOK_SECONDS = 60.0
LASTING = timedelta(seconds=LOOK_SECONDS * 0.9)  # a shorter fault, such as a restart of the database, is not told
LATE = 3600  # seconds after which an undelivered request is a trouble
OF_ONE_PROCESS = ("background", "unstored")  # faults of this process alone


class Watch:
    """Looks for troubles every minute, independently of the background work, which may itself be at fault.

    A trouble is told once; the daily summary names it until its end, which is told too. ``clock``: returns the
    time with its time zone.
    """

    def __init__(
        self,
        health: Health,
        messenger: Messenger,
        workers: Workers,
        maintenance: Maintenance,
        troubles: Troubles,
        clock: Callable[[], datetime],
    ) -> None:
        self._health, self._messenger, self._workers = health, messenger, workers
        self._maintenance, self._troubles, self._clock = maintenance, troubles, clock
        self._port = messenger.settings.port
        self._down: Trouble | None = None  # in memory, as the database itself is at fault

    def start(self) -> asyncio.Task[None]:
        """Start the watch as a task."""
        return asyncio.create_task(self.run())

    async def run(self) -> None:
        """Look until cancelled. A failure is logged and never ends the loop."""
        while True:
            answer_watchdog()
            try:
                await self.look()
            except Exception as error:
                logger.error("The check for faults failed (%s)", type(error).__name__, exc_info=error)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Tell staff of what has begun and ended since the last look, and send the summary if it is due.

        Raises `SQLAlchemyError`.
        """
        numbers, faults = await self._health.report()
        known, now = {name: number for name, number in numbers.items() if number is not None}, self._clock()
        if await self._database_is_down(faults.get("database") or faults.get("schema", ""), now):
            return
        requests = _of_requests(known)
        found = {self._kind(name): sentence for name, sentence in (faults | requests).items()}
        in_thread = self._workers.in_thread
        for kind, sentence in found.items():
            since = await in_thread(self._troubles.note, kind, sentence, now)
            is_due = kind in requests or now - since >= LASTING
            mine_to_tell = is_due and await in_thread(self._troubles.claim, kind, now)
            if mine_to_tell and not await self._tell(sentence, known):
                await in_thread(self._troubles.release, kind)
        mine = {self._kind(name) for name in (*OF_ONE_PROCESS, "server")}
        for trouble in await in_thread(self._troubles.ended, found, lambda kind: kind in mine or " " not in kind):
            if not await self._tell(over(trouble.text), known):
                await in_thread(self._troubles.restore, trouble)
        await self._send_summary_if_due(now)

    def _kind(self, name: str) -> str:
        """Return a trouble's key: troubles of one process have its port in it, those of all processes no space."""
        if name == "server":
            return unit_kind(f"gym-site@{self._port}.service")
        return f"{name} {self._port}" if name in OF_ONE_PROCESS else name

    async def _database_is_down(self, sentence: str, now: datetime) -> bool:
        if not sentence:
            if self._down and (self._down.told_at is None or await self._tell(over(self._down.text))):
                self._down = None
            return False
        self._down = self._down or Trouble(kind="database", text=sentence, since=now)
        if self._down.told_at is None and now - self._down.since >= LASTING and await self._tell(sentence):
            self._down.told_at = now
        return True

    async def _tell(self, text: str, numbers: dict[str, int] | None = None) -> bool:
        """Log a text and send it to staff; return False if it is to be sent again."""
        answers = await self._messenger.send(text, numbers)
        failures = ", ".join(f"{one.recipient}: {one.text}" for one in answers if not one.has_arrived)
        logger.error("%s%s", " ".join(text.splitlines()), failures and f" (not delivered to {failures})")
        return not answers or not all(one.try_again for one in answers)

    async def _send_summary_if_due(self, now: datetime) -> None:
        at = self._messenger.settings.daily_summary
        if at is None:
            return
        day_due = now.date() - timedelta(days=now.time() < at)  # by the wall clock, which changes with the season
        in_thread = self._workers.in_thread
        if (last := await in_thread(self._troubles.claim_summary, day_due, now)) is None:
            return
        day, troubles = await in_thread(self._maintenance.day, now), await in_thread(self._troubles.all)
        lasting = [f"Still so since {one.since.astimezone(now.tzinfo):%Y-%m-%d %H:%M}: {one.text}" for one in troubles]
        answers = await self._messenger.send("\n".join([summary_text(day), *lasting]), day)
        for one in answers:
            if not one.has_arrived:
                logger.error("The daily summary did not reach %s (%s)", one.recipient, one.text)
        if answers and all(one.try_again for one in answers):
            await in_thread(self._troubles.release_summary, last)


def unit_kind(unit: str) -> str:
    """Return the key of the trouble that a systemd unit has failed."""
    return f"unit {unit}"


def over(text: str) -> str:
    """Return the message that a trouble is over."""
    return f"This is over: {text}"


def _of_requests(numbers: dict[str, int]) -> dict[str, str]:
    """Return a sentence for each reason why requests need a person."""
    troubles = {}
    if refused := numbers.get(Status.REJECTED, 0):
        were = "request was" if refused == 1 else "requests were"
        troubles["rejected"] = (
            f"{refused} {were} refused by the form service: {site_command()} leads list --status rejected"
        )
    if numbers.get("undelivered_seconds", 0) > LATE:
        number = numbers["undelivered"]
        are = "request is" if number == 1 else "requests are"
        troubles["undelivered"] = f"{number} {are} undelivered, one for over an hour: {site_command()} leads"
    return troubles


def summary_text(numbers: dict[str, int]) -> str:
    """Return the summary's text. ``numbers``: the result of `Maintenance.day`."""
    came = numbers["came"]
    return (
        f"{came} request{'s' if came != 1 else ''} arrived in the last 24 hours; {numbers['sent']} sent.\n"
        f"Waiting to be sent now: {numbers['undelivered']}. Refused: {numbers['rejected']}. "
        f"In quarantine: {numbers['quarantined']}. Kept for you to read: {numbers['kept']}.\n"
        f"To list the requests: {site_command()} leads"
    )


def answer_watchdog() -> None:
    """Tell systemd's watchdog, if there is one, that the event loop still runs: it restarts a process that hangs."""
    if not (address := watchdog_socket()):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notice:
        notice.sendto(b"WATCHDOG=1", "\0" + address[1:] if address.startswith("@") else address)
