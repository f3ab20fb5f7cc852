"""Tell staff that leads need a person: a line in the log, and a POST of bare numbers where the owner wants one."""

from __future__ import annotations

import logging
from dataclasses import asdict

import httpx

from gym_site.leads.upkeep import Alert
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

ANSWERS_WITHIN = 5.0  # seconds


class Alerts:
    """Sends alerts to the address that the settings name."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._webhook = settings.alert_webhook
        self._transport = transport

    async def send(self, alert: Alert) -> None:
        """Log an alert and post its numbers, ``{"rejected": 0, "quarantined": 1, "undelivered": 0}``.

        Whatever goes wrong with the post is one more line in the log.
        """
        logger.error(
            "Leads need a person: %d rejected, %d quarantined, %d undelivered for a day or longer",
            alert.rejected,
            alert.quarantined,
            alert.undelivered,
        )
        if self._webhook is None:
            return
        try:
            async with httpx.AsyncClient(
                transport=self._transport, trust_env=False, follow_redirects=False, timeout=ANSWERS_WITHIN
            ) as client:
                answer = await client.post(self._webhook, json=asdict(alert))
        except httpx.HTTPError as error:
            logger.error("The alert was not delivered (%s)", type(error).__name__)
        else:
            if not answer.is_success:
                logger.error("The alert was not delivered (%s)", answer.status_code)
