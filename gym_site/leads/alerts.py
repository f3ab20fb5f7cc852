"""Alerts to staff about leads that need a person: a log line, and a POST of numbers if a webhook is configured."""

import logging
from collections.abc import Mapping

import httpx

logger = logging.getLogger(__name__)

TIMEOUT = 5.0  # seconds


async def send_alert(
    webhook: str | None, numbers: Mapping[str, int], *, transport: httpx.AsyncBaseTransport | None = None
) -> bool:
    """Log the numbers and post them to the webhook, if there is one; return whether that was done, or must be again."""
    failure = ""
    try:
        if webhook is not None:
            async with httpx.AsyncClient(transport=transport, trust_env=False, timeout=TIMEOUT) as client:
                (await client.post(webhook, json=numbers)).raise_for_status()
    except httpx.HTTPError as error:  # its text has the webhook's address, which may hold a secret
        reason = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else type(error).__name__
        failure = f"; the alert was not delivered ({reason}) and will be retried"
    counted = ", ".join(f"{number} {name}" for name, number in numbers.items())
    logger.error("Leads need a person: %s for a day or longer%s", counted, failure)
    return not failure
