"""Alerts staff with a log line, and with a POST to the webhook if one is configured."""

import logging
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from gym_site.settings import Settings, may_go_through_proxy

logger = logging.getLogger(__name__)

TIMEOUT = 5.0  # seconds
GOOGLE_CHAT = "chat.googleapis.com"
TEAMS = (".logic.azure.com", ".powerplatform.com")  # webhook hosts of Microsoft Teams, which shows only Adaptive Cards
NEEDS = {  # by kind: why the leads need a person, and the command that lists them
    "rejected": ("refused by the form service", "leads list --status rejected"),
    "undelivered": ("not delivered for a day or longer", "leads list"),
}


def leads_text(numbers: Mapping[str, int], since: datetime | None) -> str:
    """Return the alert about leads that need a person: their total, the date of the oldest, and a line per kind."""
    total = sum(numbers.values())
    oldest = f", the oldest from {since.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if since else ""
    lines = [f"{total} request{'s need' if total != 1 else ' needs'} a person{oldest}."]
    command = site_command()
    lines += [f"{number} {NEEDS[name][0]}: {command} {NEEDS[name][1]}" for name, number in numbers.items() if number]
    return "\n".join(lines)


def site_command() -> str:
    """Return how to call the site's commands on this machine."""
    return "gym-site" if shutil.which("gym-site") else "python -m gym_site"


class AlertError(Exception):
    """The webhook did not accept an alert. ``str(error)``: an HTTP status or exception class, never the secret URL."""


async def send_alert(
    settings: Settings,
    text: str,
    numbers: Mapping[str, int],
    *,
    transport: httpx.AsyncBaseTransport | None = None,
) -> bool:
    """Log an alert, and post it to the webhook if one is configured; return False if the post failed."""
    failure = ""
    try:
        if settings.alert_webhook is not None:
            await post_alert(settings, text, numbers, transport=transport)
    except AlertError as error:
        failure = f" (The alert was not delivered ({error}) and will be retried.)"
    logger.error("%s%s", " ".join(text.splitlines()), failure)
    return not failure


async def post_alert(
    settings: Settings,
    text: str,
    numbers: Mapping[str, int],
    *,
    transport: httpx.AsyncBaseTransport | None = None,
) -> str:
    """Post a text to the configured webhook; return the response's status and text. Raises `AlertError`."""
    webhook = settings.alert_webhook or ""
    said = f"{urlsplit(settings.site_url).hostname}: {text}"
    try:
        proxied = may_go_through_proxy(webhook)
        async with httpx.AsyncClient(transport=transport, trust_env=proxied, timeout=TIMEOUT) as client:
            answer = await client.post(webhook, **_body(urlsplit(webhook).hostname or "", said, numbers))
    except httpx.HTTPError as error:
        raise AlertError(type(error).__name__) from error
    if not answer.is_success:
        raise AlertError(answer.status_code)
    return f"{answer.status_code} {' '.join(answer.text.split())[:200]}".rstrip()


def _body(host: str, text: str, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return the webhook's request body, as arguments for httpx.

    The body contains the numbers, and the same text in several fields, because services read it from different fields.
    Most services ignore fields that they don't know. Google Chat and ntfy get only the text.
    """
    if host == GOOGLE_CHAT:  # rejects unknown fields
        return {"json": {"text": text}}
    if host.startswith("ntfy."):  # shows the raw body
        return {"content": text.encode()}
    body: dict[str, Any] = {"text": text, "content": text, "message": text, **numbers}
    if host.endswith(TEAMS):
        card = {"type": "AdaptiveCard", "version": "1.4", "body": [{"type": "TextBlock", "text": text, "wrap": True}]}
        attached = {"contentType": "application/vnd.microsoft.card.adaptive", "content": card}
        body |= {"type": "message", "attachments": [attached]}
    return {"json": body}
