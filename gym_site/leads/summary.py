"""Sends the daily summary to staff, by mail or webhook: the numbers of requests, without their content."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from uuid import uuid4

from gym_site.leads.alerts import AlertError, post_alert, site_command
from gym_site.leads.mail import compose_mail, send_mail
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.rate_limit import RateLimiter
from gym_site.leads.status import Status
from gym_site.leads.workers import Workers
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

WITHIN = 20.0  # timeout of a mail in seconds


@dataclass
class DailySummary:
    """Sends one summary a day. ``clock``: returns the local time with its time zone.

    Of the processes that share Redis, only the first to call `send_if_due` after the due time sends the summary. While
    Redis is down, no process sends it. If the mail server can't be reached, the process tries again at its next call. A
    process never sends a summary that was due before it started, because another process may have sent it already.
    """

    settings: Settings
    workers: Workers
    maintenance: Maintenance
    limits: RateLimiter
    clock: Callable[[], datetime] = lambda: datetime.now().astimezone()
    _due: datetime | None = field(default=None, init=False)  # by the wall clock, which changes with the season
    _is_ours: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._set_due()

    async def send_if_due(self) -> None:
        """Send the summary if its time has come. Raises `SQLAlchemyError`."""
        if self._due is None or self._wall_clock() < self._due:
            return
        in_thread = self.workers.in_thread
        if not self._is_ours:
            self._is_ours = await in_thread(self.limits.once, f"summary of {self._due.date()}")
        if not self._is_ours or await self._send(await in_thread(self.maintenance.day, self.clock())):
            self._set_due()

    async def _send(self, numbers: dict[str, int]) -> bool:
        """Send the summary; return False if it must be retried.

        A mail is not retried if the mail server has rejected it, or may have accepted it.
        """
        text, server = summary_text(numbers), self.settings.mail_server
        if server is not None:
            subject = f"{urlsplit(self.settings.site_url).hostname}: {_requests(numbers['came'])} in 24 hours"
            message_id = f"{uuid4().hex}@{server.sender.partition('@')[2]}"
            status, code = await send_mail(
                server, compose_mail(server, subject, text, message_id=message_id), within=WITHIN
            )
            if status is not Status.SENT:
                logger.error("The daily summary may not have arrived: %s (%s)", status, code)
            return status is not Status.PENDING
        try:
            await post_alert(self.settings, text, numbers)
        except AlertError as error:
            logger.error("The daily summary was not sent (%s) and will be retried", error)
            return False
        return True

    def _wall_clock(self) -> datetime:
        return self.clock().replace(tzinfo=None)

    def _set_due(self) -> None:
        """Set the time at which the next summary is due."""
        self._is_ours = False
        if self.settings.daily_summary is not None:
            now = self._wall_clock()
            due = datetime.combine(now.date(), self.settings.daily_summary)
            self._due = due if due > now else due + timedelta(days=1)


def summary_text(numbers: dict[str, int]) -> str:
    """Return the summary's text. ``numbers``: the result of `Maintenance.day`."""
    return (
        f"{_requests(numbers['came'])} arrived in the last 24 hours; {numbers['sent']} sent.\n"
        f"Waiting to be sent now: {numbers['undelivered']}. Refused: {numbers['rejected']}. "
        f"In quarantine: {numbers['quarantined']}. Kept for you to read: {numbers['kept']}.\n"
        f"To list the requests: {site_command()} leads"
    )


def _requests(number: int) -> str:
    return f"{number} request{'s' if number != 1 else ''}"
