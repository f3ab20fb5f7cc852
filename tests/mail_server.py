"""A mail server in the test process; it keeps every mail and gives the responses that a test sets."""

import asyncio
import email
import socket
import ssl
import subprocess
from email.message import EmailMessage
from email.policy import default as modern
from pathlib import Path
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

from tests.site import free_port

USER, PASSWORD = "desk@gym.example", "hush hush/#"
GREETING, END = "CONNECT", "END"
"""Keys of `MailServer.faults` besides command names: for the greeting, and for the response to the end of a mail."""
HANG, CLOSE, CLOSE_AFTER_354 = "hang", "close", "close after 354"
"""Faults that replace a response."""


def make_certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """Create a self-signed certificate for a host; return it and its key."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=mail.example".split()
    )
    options = ["-addext", f"subjectAltName=IP:{host}", "-keyout", key, "-out", certificate]
    subprocess.run([*command, *options], check=True, capture_output=True)
    return certificate, key


class MailServer(Controller):
    """A mail server at ``host`` for one user; TLS is ``""``, ``starttls`` or ``tls``. A context manager."""

    def __init__(self, host: str, certificate: tuple[Path, Path] | None = None, *, tls: str = "") -> None:
        self._tls, self._context = tls, None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)
        super().__init__(self, host, free_port(), ssl_context=self._context if tls == "tls" else None)
        self._sessions: list[SMTP] = []
        self.mails: list[EmailMessage] = []
        self.envelopes: list[tuple[str, list[str]]] = []
        self.logins: list[tuple[bytes, bytes]] = []
        self.faults: dict[str, str] = {}  # by command: a response, or a fault that replaces it

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self._hang_up)
        self.stop()

    def address(self, *, to: str = "front@gym.example", user: str = "") -> str:
        """Return the server's URL, as in GYM_FORM_ENDPOINT."""
        scheme = "smtps" if self._tls == "tls" else "smtp"
        return f"{scheme}://{user}{self.hostname}:{self.port}/?to={to}"

    def factory(self) -> SMTP:
        """Return the protocol of a new connection."""
        session = _Session(
            self, hostname="mail.example", authenticator=self._authenticate, auth_require_tls=False, loop=self.loop,
            tls_context=self._context if self._tls == "starttls" else None,
        )  # fmt: skip
        self._sessions.append(session)
        return session

    def _hang_up(self) -> None:
        for session in self._sessions:
            if session.transport is not None:
                session.transport.abort()

    def _authenticate(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        is_known = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=is_known, handled=False)

    async def handle_DATA(self, session: "_Session", _: Any, envelope: Any) -> str:  # noqa: N802, as the library has it
        """Store a mail, then respond."""
        message = email.message_from_bytes(envelope.content, policy=modern)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        fault = self.faults.get(END, "250 Queued")
        return "" if await session.plays(fault) else fault


def _faulty(command: str) -> Any:
    async def take(self: "_Session", argument: str | None) -> None:
        fault = self.event_handler.faults.get(command)
        if fault is None:
            await getattr(SMTP, f"smtp_{command}")(self, argument)
        elif not await self.plays(fault):
            await self.push(fault)

    return take


class _Session(SMTP):
    greeted = False
    vars().update({f"smtp_{command}": _faulty(command) for command in "EHLO STARTTLS AUTH MAIL RCPT DATA".split()})

    async def push(self, status: Any) -> None:
        fault = None if self.greeted else self.event_handler.faults.get(GREETING)
        self.greeted = True
        if self.transport is not None and not self.transport.is_closing() and not await self.plays(fault):
            await super().push(fault or status)

    async def plays(self, fault: str | None) -> bool:
        """Perform a fault that is not a response."""
        if fault == HANG:
            await asyncio.sleep(60)
        elif fault == CLOSE:
            self.transport.abort()
        elif fault == CLOSE_AFTER_354:
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)  # response and close arrive together
            self.transport.write(b"354 Go ahead\r\n")
            connection.shutdown(socket.SHUT_WR)
            self.transport.close()
        return fault in (HANG, CLOSE, CLOSE_AFTER_354)
