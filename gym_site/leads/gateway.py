"""Delivers leads to the gym: composes the message, and posts it to the form service or mails it (spec section 7)."""

import asyncio
import json
import re
import socket
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin

import httpx

from gym_site.db.tables import Lead
from gym_site.forms.form import Form
from gym_site.leads.mail import compose_mail, send_mail
from gym_site.leads.status import Status
from gym_site.setting_values import MailServer
from gym_site.settings import Settings, may_go_through_proxy
from gym_site.text import fill

MAX_RESPONSE = 64 * 1024  # bytes; the rest of a response body is not read
MAX_RETRY_AFTER = 3600  # seconds
CONNECT_SHARE = 0.6  # share of the timeout that connecting may take; after that, the host counts as unreachable
TRY_LATER = frozenset({408, 429, 503})
FAILED = frozenset({"error", "fail", "failed"})  # values of "status" in a response body
NO = frozenset({"false", "no", "0", "null", "none"})
NOTHING_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)

Forms = Mapping[str, Form]  # by their keys
SUBJECTS: dict[str, tuple[str, str]] = {
    "consultation": ("New Consultation Request from {name}", ""),
    "service": ("Consultation Request - {service}", ""),
    "inquiry": ("Inquiry about {service}", "General inquiry about our services"),
}
"""Each form's subject line, and its replacement if no service was chosen; empty: no replacement (spec section 7)."""

_PART = r"""[^\s@,;:<>()\[\]\\"]+"""  # no character that separates or encloses addresses
SINGLE_ADDRESS = re.compile(f"{_PART}@{_PART}")


@dataclass(frozen=True)
class Delivery:
    """The outcome of a delivery. ``retry_after`` is in seconds.

    ``code``: an HTTP status or an exception's class; for mail, the SMTP command with its reply code or exception.
    """

    status: Status
    code: str
    retry_after: int | None = None


class Gateway:
    """Posts leads to the form service at ``endpoint``, with ``site_url`` as the referrer.

    ``forms`` returns the forms as the site has them now.
    """

    def __init__(
        self,
        endpoint: str,
        site_url: str,
        forms: Callable[[], Forms],
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._endpoint, self._forms = endpoint, forms
        self._client = httpx.AsyncClient(
            transport=transport,
            trust_env=may_go_through_proxy(endpoint),
            follow_redirects=False,
            # Never reuse a connection: if the service closes it just then, nobody knows whether the lead arrived.
            # Without connections to reuse, the client need not be closed.
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=0),
            headers={"Accept": "application/json", "Accept-Encoding": "identity", "Referer": f"{site_url}/"},
        )

    async def deliver(self, lead: Lead, *, within: float) -> Delivery:
        """Post a lead once and judge the response. ``within``: timeout in seconds. Network errors are not raised."""
        body = compose(self._forms(), lead.form, lead.payload or {}, lead.reference)
        timeout = httpx.Timeout(within, connect=within * CONNECT_SHARE, pool=within * CONNECT_SHARE)
        post = self._client.stream("POST", self._endpoint, json=body, timeout=timeout)
        try:
            async with asyncio.timeout(within), post as response:
                return await _judge(response)
        except NOTHING_SENT as error:
            return Delivery(Status.PENDING, type(error).__name__)
        except (httpx.HTTPError, TimeoutError) as error:
            return Delivery(Status.UNSURE, type(error).__name__)


def why_unreachable(settings: Settings, *, within: float) -> str:
    """Return why nothing answers at the address of the form service or mail server; empty if something does.

    Nothing is posted. ``within``: timeout in seconds.
    """
    endpoint, mail = settings.form_endpoint or "", settings.mail_server
    try:
        if mail:
            socket.create_connection((mail.host, mail.port), within).close()
        else:
            httpx.head(urljoin(endpoint, "/"), timeout=within, trust_env=may_go_through_proxy(endpoint))
    except (httpx.HTTPError, OSError) as error:  # such as "[Errno 111] Connection refused"
        return str(error).rpartition("] ")[2] or type(error).__name__
    return ""


async def _judge(response: httpx.Response) -> Delivery:
    code = str(response.status_code)
    if response.status_code in TRY_LATER:
        return Delivery(Status.PENDING, code, _seconds(response.headers.get("Retry-After", "")))
    if response.status_code >= 500:
        return Delivery(Status.UNSURE, code)
    if not response.is_success:
        return Delivery(Status.REJECTED, code)
    assert isinstance(response.stream, httpx.AsyncByteStream)
    body = b""
    async for chunk in response.stream:  # raw bytes, not decompressed
        body += chunk
        if len(body) > MAX_RESPONSE:
            break
    return Delivery(_judge_body(response, body), code)


def _judge_body(response: httpx.Response, body: bytes) -> Status:
    """Judge the body of a 2xx response: some services answer 200 and report a refusal in the body."""
    encoding = response.headers.get("Content-Encoding", "identity").lower()
    if encoding in ("gzip", "x-gzip", "deflate"):  # not requested, but some services compress anyway
        try:
            body = zlib.decompressobj(wbits=47).decompress(body, MAX_RESPONSE + 1)
        except zlib.error:
            return Status.UNSURE
    elif encoding != "identity":
        return Status.SENT  # unreadable, so the 2xx status decides
    if "html" in response.headers.get("Content-Type", "") or body.lstrip().startswith(b"<"):
        return Status.UNSURE
    if len(body) > MAX_RESPONSE or not body.strip():
        return Status.SENT  # the 2xx status decides
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return Status.UNSURE
    return Status.REJECTED if isinstance(answer, dict) and _is_refusal(answer) else Status.SENT


def _is_refusal(answer: Mapping[str, Any]) -> bool:
    """Return whether a response reports a refusal. A key whose value is ``null`` counts as missing."""
    return (
        any(not _is_no(answer.get(key)) for key in ("error", "errors"))
        or any(_is_no(answer[key]) for key in ("ok", "success") if answer.get(key) is not None)
        or str(answer.get("status")).strip().casefold() in FAILED
    )


def _is_no(value: Any) -> bool:
    return not value or str(value).strip().casefold() in NO


def _seconds(retry_after: str) -> int | None:
    """Parse a Retry-After header (seconds or a date); None if it is missing or invalid."""
    try:
        if retry_after.isascii() and retry_after.strip().isdecimal():
            seconds = int(retry_after)
        else:
            moment = parsedate_to_datetime(retry_after)
            seconds = round((moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0), MAX_RETRY_AFTER)


class MailGateway:
    """Sends leads through a mail server, with the same text that a form service gets."""

    def __init__(self, server: MailServer, forms: Callable[[], Forms]) -> None:
        self._server, self._forms = server, forms

    async def deliver(self, lead: Lead, *, within: float) -> Delivery:
        """Send a lead once. ``within``: timeout in seconds. A lead sent again has the same Message-ID."""
        body = compose(self._forms(), lead.form, lead.payload or {}, lead.reference)
        message_id = f"{lead.key}@{self._server.sender.partition('@')[2]}"
        mail = compose_mail(
            self._server, body["subject"], body["message"],
            message_id=message_id, reply_to=body["_replyto"], typed=body["email"],
        )  # fmt: skip
        return Delivery(*await send_mail(self._server, mail, within=within))


def gateway_for(settings: Settings, forms: Callable[[], Forms]) -> Gateway | MailGateway | None:
    """Return a gateway to the configured form service or mail server; None if neither is configured."""
    if server := settings.mail_server:
        return MailGateway(server, forms)
    return Gateway(settings.form_endpoint, settings.site_url, forms) if settings.form_endpoint else None


def compose(forms: Forms, form: str, fields: Mapping[str, str], reference: str) -> dict[str, str]:
    """Return the JSON body for a form's cleaned fields. Raises `KeyError` for an unknown form.

    The message ends with ``reference``, so that staff notice when a request arrives twice. ``_replyto`` is the
    visitor's address, or empty if ``email`` isn't exactly one address: a reply must not reach other people.
    """
    lines = [forms[form].heading, "", *field_lines(forms.get(form), fields), "", f"Reference: {reference}"]
    email = one_line(fields.get("email", ""))
    subject = _subject(forms, form, fields)
    return {
        "email": email,
        "subject": subject,
        "message": "\n".join(lines),
        "_replyto": email if SINGLE_ADDRESS.fullmatch(email) else "",
        "_subject": subject,
    }


def fixed_keys(form: Form, *, service: str = "") -> dict[str, str]:
    """Return the fixed part of the body, for HTML forms that are posted directly to the form service."""
    # An HTML form can't copy the visitor's input into another field: ``_replyto`` is missing, and the subject is fixed.
    subject = _subject({form.key: form}, form.key, {"service": service}) if service else form.heading
    message = {} if form.key == "inquiry" else {"message": form.heading}  # an inquiry has its own message field
    return {"subject": subject, **message, "_subject": subject}


def one_line(text: str) -> str:
    """Collapse whitespace to single spaces: in a mail, a line break in a header would start another header."""
    return " ".join(text.split())


def _subject(forms: Forms, form: str, fields: Mapping[str, str]) -> str:
    subject, general = SUBJECTS[form]
    if general and not fields.get("service", "").strip():
        return general
    named = {"name": fields.get("name", "")}
    if "{service}" in subject:
        named["service"] = forms[form].field("service").words_for(fields.get("service", ""))
    return one_line(fill(subject, **named))


def field_lines(form: Form | None, fields: Mapping[str, str]) -> list[str]:
    """Return a text per field, for staff. Its second and later lines are indented, so as not to look like fields.

    A stored field, or a whole form, that the code no longer has is shown by its name and as it was stored.
    """
    known = {field.name: field for field in form.fields} if form else {}
    lines = [f"{field.label}: {field.words_for(fields.get(name, ''))}" for name, field in known.items()]
    lines += [f"{name}: {value}" for name, value in fields.items() if name not in known]
    return ["\n    ".join(line.splitlines()) for line in lines]
