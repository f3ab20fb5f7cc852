"""Sends mail to the gym and judges the mail server's replies (RFC 5321)."""

import asyncio
import re
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as ON_THE_WIRE
from email.utils import format_datetime

from aiosmtplib import SMTP, SMTPException, SMTPResponseException, SMTPServerDisconnected

from gym_site.leads.status import Status
from gym_site.leads.workers import now
from gym_site.settings import MailServer

GO_AHEAD = 354  # the server's reply to DATA if it is ready for the mail


def compose_mail(server: MailServer, subject: str, text: str, *, message_id: str, reply_to: str = "") -> EmailMessage:
    """Return a mail to the gym's mailbox; ``reply_to`` is left out if it is not valid in a mail header."""
    mail = EmailMessage(policy=ON_THE_WIRE)
    mail["Subject"], mail["From"], mail["To"] = subject, server.sender, server.recipient
    mail["Date"], mail["Message-ID"] = format_datetime(now()), f"<{message_id}>"
    with suppress(ValueError, IndexError, MessageError):  # Python does not document which errors Address raises
        if reply_to.isascii() and reply_to:
            mail["Reply-To"] = Address(addr_spec=reply_to)
    mail.set_content(text, cte="quoted-printable")
    return mail


async def send_mail(server: MailServer, mail: EmailMessage, *, within: float) -> tuple[Status, str]:
    """Send a mail once. ``within``: timeout in seconds. Network errors are not raised.

    Return the outcome, and the last SMTP command with its reply code or exception, such as ``RCPT 550``. If the
    connection fails before the mail's last line is sent, the server has not accepted the mail.
    """
    smtp = SMTP(
        hostname=server.host, port=server.port, use_tls=server.tls, start_tls=False, timeout=None,
        local_hostname=server.sender.partition("@")[2],
    )  # fmt: skip
    command = "CONNECT"
    try:
        async with asyncio.timeout(within):
            await smtp.connect()
            if server.starts_tls:
                command = "STARTTLS"
                await smtp.starttls()
            if server.user:
                command = "AUTH"
                await smtp.login(server.user, server.password)
            command = "MAIL"
            await smtp.mail(server.sender)
            command = "RCPT"
            await smtp.rcpt(server.recipient)
            command = "DATA"
            code = (await smtp.execute_command(b"DATA")).code
            if code == GO_AHEAD:
                if (protocol := smtp.protocol) is None:
                    raise SMTPServerDisconnected("before the mail")
                protocol.write(re.sub(rb"(?m)^\.", b"..", mail.as_bytes()))
                await asyncio.sleep(0)  # lets the event loop notice a lost connection
                protocol.write(b".\r\n")
                command = "END"
                code = (await protocol.read_response()).code
                with suppress(SMTPServerDisconnected):
                    protocol.write(b"QUIT\r\n")
    except SMTPResponseException as error:
        code = error.code
    except (SMTPException, OSError) as error:  # a timeout is an OSError
        return Status.UNSURE if command == "END" else Status.PENDING, f"{command} {type(error).__name__}"
    finally:
        if isinstance(smtp.transport, asyncio.WriteTransport):
            smtp.transport.abort()  # `close` would wait for a server that hangs
    return _judge(command, code), f"{command} {code}"


def _judge(command: str, code: int) -> Status:
    if command == "END" and 200 <= code < 300:
        return Status.SENT
    if 500 <= code < 600:
        return Status.REJECTED
    return Status.UNSURE if command == "END" and not 400 <= code < 500 else Status.PENDING
