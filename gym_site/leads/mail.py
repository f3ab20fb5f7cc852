"""Sends mail to the gym and judges the mail server's replies (RFC 5321)."""

import asyncio
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as ON_THE_WIRE
from email.utils import format_datetime

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from gym_site.leads.status import Status
from gym_site.leads.workers import now
from gym_site.setting_values import MailServer

REFUSED = {SMTPAuthenticationError: "AUTH", SMTPSenderRefused: "MAIL", SMTPDataError: "DATA"}
"""The SMTP command that an exception is about."""


def compose_mail(
    server: MailServer, subject: str, text: str, *, message_id: str, reply_to: str = "", typed: str = ""
) -> EmailMessage:
    """Return a mail to the gym's mailbox.

    If ``reply_to`` is empty or not valid in a mail header, the mail begins with what was ``typed`` as the address.
    """
    mail = EmailMessage(policy=ON_THE_WIRE)
    mail["Subject"], mail["From"], mail["To"] = subject, server.sender, server.recipient
    mail["Date"], mail["Message-ID"] = format_datetime(now()), f"<{message_id}>"
    with suppress(ValueError, IndexError, MessageError):  # Python does not document which errors Address raises
        if reply_to.isascii() and reply_to:
            mail["Reply-To"] = Address(addr_spec=reply_to)
    if typed and "Reply-To" not in mail:
        text = f"{typed}\nThis was typed as the email address. A reply to this mail doesn't reach it.\n\n{text}"
    mail.set_content(text, cte="quoted-printable")
    return mail


async def send_mail(server: MailServer, mail: EmailMessage, *, within: float) -> tuple[Status, str]:
    """Send a mail once. ``within``: timeout in seconds. Network errors are not raised.

    Return the outcome, and the SMTP command that was refused with its reply code, such as ``RCPT 550``; ``250`` for
    an accepted mail; ``CONNECT`` or ``SEND`` with the exception if the connection failed. If it fails while a mail is
    sent, nobody can tell whether the mail has arrived.
    """
    smtp = SMTP(
        hostname=server.host, port=server.port, use_tls=server.tls, start_tls=server.starts_tls, timeout=None,
        username=server.user or None, password=server.password or None,
        local_hostname=server.sender.partition("@")[2],
    )  # fmt: skip
    step = "CONNECT"
    try:
        async with asyncio.timeout(within):
            await smtp.connect()
            step = "SEND"
            await smtp.send_message(mail, sender=server.sender, recipients=server.recipient)
    except SMTPRecipientsRefused as error:
        return _judge("RCPT", error.recipients[0].code)
    except SMTPResponseException as error:
        return _judge(next((name for kind, name in REFUSED.items() if isinstance(error, kind)), step), error.code)
    except (SMTPException, OSError) as error:  # a timeout is an OSError
        return Status.UNSURE if step == "SEND" else Status.PENDING, f"{step} {type(error).__name__}"
    finally:
        if isinstance(smtp.transport, asyncio.WriteTransport):
            smtp.transport.abort()  # `close` would wait for a server that hangs
    return Status.SENT, "250"


def _judge(command: str, code: int) -> tuple[Status, str]:
    if 500 <= code < 600:
        status = Status.REJECTED
    else:
        status = Status.UNSURE if command in ("DATA", "SEND") and not 400 <= code < 500 else Status.PENDING
    return status, f"{command} {code}"
