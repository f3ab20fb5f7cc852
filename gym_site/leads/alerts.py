"""Alerts to staff about leads that need a person: a log line, and a POST of numbers if a webhook is configured."""

import logging
from dataclasses import asdict

import httpx

from gym_site.leads.maintenance import Alert
from gym_site.settings import Settings

logger = logging.getLogger(__name__)

TIMEOUT = 5.0  # seconds


class Alerts:
    """Logs alerts and posts them to the webhook that the settings name."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._webhook = settings.alert_webhook
        self._transport = transport
        self._logged = Alert()  # an alert that is being retried is logged once

    async def send(self, alert: Alert) -> bool:
        """Log an alert and post its numbers; return whether that was done, or else it must be sent again."""
        if alert != self._logged:
            self._logged = alert
            logger.error(
                "Leads need a person: %d rejected, %d quarantined, %d undelivered for a day or longer",
                *asdict(alert).values(),
            )
        try:
            if self._webhook is not None:
                async with httpx.AsyncClient(transport=self._transport, trust_env=False, timeout=TIMEOUT) as client:
                    (await client.post(self._webhook, json=asdict(alert))).raise_for_status()
        except httpx.HTTPError as error:  # its text has the webhook's address, which may hold a secret
            failure = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else type(error).__name__
            logger.error("The alert was not delivered (%s) and will be retried", failure)
            return False
        self._logged = Alert()
        return True
