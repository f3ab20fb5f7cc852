"""Sends messages to staff: posts them to webhooks and mails them, as the settings say."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from gym_site.leads.mail import compose_mail, send_mail
from gym_site.leads.status import Status
from gym_site.setting_values import MailServer
from gym_site.settings import Settings, may_go_through_proxy

POSTED_WITHIN, MAILED_WITHIN = 5.0, 20.0  # timeouts in seconds
GOOGLE_CHAT = "chat.googleapis.com"
TEAMS = (".logic.azure.com", ".powerplatform.com")  # webhook hosts of Microsoft Teams, which shows only Adaptive Cards


class Answer(NamedTuple):
    """The answer of one recipient.

    ``recipient``: the webhook's host or the mail address. ``text``: a response, or why the message did not arrive;
    never a webhook's secret URL. ``try_again``: whether it is worth sending the message once more.
    """

    recipient: str
    text: str
    has_arrived: bool
    try_again: bool


@dataclass(frozen=True)
class Messenger:
    """Sends a message to every recipient that the settings name. ``transport``: replaces the network in tests."""

    settings: Settings
    transport: httpx.AsyncBaseTransport | None = None

    async def send(self, text: str, numbers: Mapping[str, int] | None = None) -> list[Answer]:
        """Send a text to all recipients at once; ``numbers`` are for programs that read a webhook's posts."""
        said = f"{urlsplit(self.settings.site_url).hostname or 'The website'}: {text}"
        sending = [
            self._mail(to, said) if isinstance(to, MailServer) else self._post(to, said, numbers or {})
            for to in self.settings.staff
        ]
        return await asyncio.gather(*sending)

    async def _post(self, webhook: str, text: str, numbers: Mapping[str, int]) -> Answer:
        host = urlsplit(webhook).hostname or ""
        try:
            async with httpx.AsyncClient(
                transport=self.transport, trust_env=may_go_through_proxy(webhook), timeout=POSTED_WITHIN
            ) as client:
                answer = await client.post(webhook, **_body(host, text, numbers))
        except (httpx.HTTPError, OSError) as error:  # an OSError if the certificates of authorities can't be read
            return Answer(host, type(error).__name__, has_arrived=False, try_again=True)
        said = f"{answer.status_code} {' '.join(answer.text.split())[:200]}".rstrip()
        if not answer.is_success:  # a refusal may quote the URL
            said = str(answer.status_code)
        return Answer(host, said, answer.is_success, not answer.is_success)

    async def _mail(self, server: MailServer, text: str) -> Answer:
        """Mail a text. It is not worth another try if the server has refused it, or may have accepted it."""
        message_id = f"{uuid4().hex}@{server.sender.partition('@')[2]}"
        mail = compose_mail(server, text.partition("\n")[0], text, message_id=message_id)
        status, code = await send_mail(server, mail, within=MAILED_WITHIN)
        return Answer(server.recipient, code, status is Status.SENT, status is Status.PENDING)


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
