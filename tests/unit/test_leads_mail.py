"""Leads sent by mail: the meaning of each mail server response (the table of faults), and the mails' content."""

import asyncio
import logging
import socket
from contextlib import closing
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gym_site.db.tables import Lead
from gym_site.leads.gateway import MailGateway, compose
from gym_site.leads.mail import compose_mail, send_mail
from gym_site.leads.status import Status
from gym_site.settings import load_settings
from tests.leads import MINUTE, WORDS, Process, change, leads, statuses
from tests.mail_server import (
    CLOSE,
    CLOSE_AFTER_354,
    END,
    GREETING,
    HANG,
    PASSWORD,
    USER,
    MailServer,
    make_certificate,
)
from tests.site import free_port

ELSEWHERE = "127.0.0.2"  # this machine, treated as local only in tests
LOGIN = "desk%40gym.example:hush%20hush%2F%23@"
FIELDS = {"name": "Jo Lee", "email": "jo@mail.example", "message": "My knee hurts: 李\nSecond line"}


def gateway_to(address):
    return MailGateway(load_settings({"GYM_FORM_ENDPOINT": address}).mail_server)


def send(address, *, fields=FIELDS, within=8.0):
    lead = Lead(form="inquiry", payload=fields, reference="K7Q2-9M", key="0f" * 16)
    return asyncio.run(gateway_to(address).deliver(lead, within=within))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("certificate"), ELSEWHERE)


@pytest.fixture
def trusted(certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))


@pytest.fixture(scope="module")
def _plain():
    with MailServer("127.0.0.1") as server:
        yield server


@pytest.fixture
def plain(_plain):
    """A local mail server, which needs no TLS."""
    _plain.reset()
    return _plain


@pytest.fixture(scope="module")
def _starttls(certificate):
    with MailServer(ELSEWHERE, certificate, tls="starttls") as server:
        yield server


@pytest.fixture
def starttls(_starttls):
    _starttls.reset()
    return _starttls


def test_a_mail_has_the_text_that_a_form_service_gets(plain):
    delivery = send(plain.address())
    assert (delivery.status, delivery.code) == (Status.SENT, "END 250")
    (mail,), body = plain.mails, compose("inquiry", FIELDS, "K7Q2-9M")
    assert mail.get_content().replace("\r\n", "\n").rstrip("\n") == body["message"]
    assert (mail["Subject"], mail["Reply-To"]) == (body["subject"], "jo@mail.example")
    assert (mail["From"], mail["To"]) == ("front@gym.example", "front@gym.example")
    assert mail["Message-ID"] == f"<{'0f' * 16}@gym.example>"
    assert parsedate_to_datetime(mail["Date"])
    assert plain.envelopes == [("front@gym.example", ["front@gym.example"])]


@pytest.mark.parametrize(
    ("user", "options", "sender"),
    [
        (LOGIN, "", USER),
        ("forms:hush@", "", "front@gym.example"),
        (LOGIN, "&from=forms%2Bweb@gym.example", "forms+web@gym.example"),
    ],
)
def test_the_sender_defaults_to_the_login_name(user, options, sender):
    server = load_settings({"GYM_FORM_ENDPOINT": f"smtp://{user}mail.example/?to=front@gym.example{options}"})
    assert (server.mail_server.sender, server.mail_server.recipient) == (sender, "front@gym.example")


def test_visitor_input_never_becomes_a_header(plain):
    fields = {"email": "jo@mail.example", "service": "Boxing\r\nBcc: x@evil.example", "message": "Bcc: x@evil.example"}
    assert send(plain.address(), fields=fields).status is Status.SENT
    (mail,) = plain.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Inquiry about Boxing Bcc: x@evil.example"


@given(subject=st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])), reply_to=st.text(), text=st.text())
def test_no_input_adds_headers_to_a_mail(subject, reply_to, text):
    server = load_settings({"GYM_FORM_ENDPOINT": "smtp://mail.example/?to=front@gym.example"}).mail_server
    text = text.encode(errors="replace").decode()
    mail = compose_mail(server, subject, text, message_id="0f@gym.example", reply_to=reply_to)
    head = mail.as_bytes().partition(b"\r\n\r\n")[0].decode("ascii")
    names = [line.partition(":")[0] for line in head.split("\r\n") if not line.startswith((" ", "\t"))]
    expected = ["Subject", "From", "To", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding"]
    assert {name.casefold() for name in names} - {"reply-to", "mime-version"} == {name.casefold() for name in expected}


def test_a_line_with_a_single_dot_does_not_end_the_mail(plain):
    server = load_settings({"GYM_FORM_ENDPOINT": plain.address()}).mail_server
    mail = compose_mail(server, "Points", "One\n.\n..two\nThree", message_id="1@gym.example")
    assert asyncio.run(send_mail(server, mail, within=8)) == (Status.SENT, "END 250")
    assert plain.mails[0].get_content().splitlines() == ["One", ".", "..two", "Three"]


@pytest.mark.parametrize(
    "address",
    ["", "jö@mail.example", "jo@halle-köln.example", "jo..lee@mail.example", "jo lee", "@", "a@b@c", "\N{SNOWMAN}"],
)
def test_an_invalid_address_gets_no_reply_to(address):
    server = load_settings({"GYM_FORM_ENDPOINT": "smtp://mail.example/?to=front@gym.example"}).mail_server
    assert compose_mail(server, "Hello", "Text", message_id="1@x", reply_to=address)["Reply-To"] is None


LOST = "SMTPServerDisconnected"
# The command, the server's response to it, and the resulting code.
ANSWERS = {
    Status.PENDING: [
        *((command, f"{code} Later", f"{command} {code}")
          for command in (GREETING, "MAIL", "RCPT", "DATA", END) for code in (421, 451)),
        ("AUTH", "454 Later", "AUTH 454"), ("AUTH", "421 Goodbye", f"AUTH {LOST}"),
        (GREETING, CLOSE, "CONNECT SMTPConnectError"), (GREETING, "Hello", "CONNECT -1"), ("EHLO", CLOSE, f"AUTH {LOST}"),
        *((command, CLOSE, f"{command} {LOST}") for command in ("AUTH", "MAIL", "RCPT", "DATA")),
        ("DATA", CLOSE_AFTER_354, f"DATA {LOST}"),
    ],
    Status.REJECTED: [
        *((command, f"{code} No", f"{command} {code}")
          for command in ("AUTH", "MAIL", "RCPT", "DATA", END) for code in (535, 550)),
        (GREETING, "554 No", "CONNECT 554"),
    ],
    Status.UNSURE: [(END, CLOSE, f"END {LOST}"), (END, "Thanks", "END -1"), (END, "354 More", "END 354")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "command", "fault", "code"), [(meaning, *row) for meaning, rows in ANSWERS.items() for row in rows]
)
def test_the_response_decides_the_status(plain, meaning, command, fault, code):
    plain.faults = {command: fault}
    delivery = send(plain.address(user=LOGIN))
    assert (delivery.status, delivery.code) == (meaning, code)
    assert len(plain.mails) == (command == END)


@pytest.mark.parametrize(
    ("command", "meaning"),
    [(GREETING, Status.PENDING), ("RCPT", Status.PENDING), ("DATA", Status.PENDING), (END, Status.UNSURE)],
)
def test_a_silent_mail_server_times_out(plain, command, meaning):
    plain.faults = {command: HANG}
    delivery = send(plain.address(), within=0.5)
    assert (delivery.status, delivery.code) == (meaning, f"{command} TimeoutError")


def test_after_a_wrong_password_the_lead_is_rejected_and_unsent(plain):
    delivery = send(plain.address(user="desk%40gym.example:guess@"))
    assert (delivery.status, delivery.code) == (Status.REJECTED, "AUTH 535")
    assert plain.mails == []


def test_if_the_mail_server_is_unreachable_the_lead_stays_pending():
    with (
        socket.create_server(("127.0.0.1", 0), backlog=0) as full,
        closing(socket.create_connection(full.getsockname())),  # fills the queue, so the next connection hangs
    ):
        for host in (f"127.0.0.1:{free_port()}", "no-such-host.invalid", f"127.0.0.1:{full.getsockname()[1]}"):
            delivery = send(f"smtp://{host}/?to=front@gym.example", within=1)
            assert delivery.status is Status.PENDING, host
            assert delivery.code.startswith("CONNECT "), host


# TLS


def test_the_password_is_sent_over_starttls(starttls, trusted):
    assert send(starttls.address(user=LOGIN)).status is Status.SENT
    assert starttls.logins == [(USER.encode(), PASSWORD.encode())]
    assert len(starttls.mails) == 1


def test_the_password_is_sent_over_implicit_tls(certificate, trusted):
    with MailServer(ELSEWHERE, certificate, tls="tls") as server:
        assert send(server.address("smtps", user=LOGIN)).status is Status.SENT
        assert len(server.mails) == 1


def test_an_untrusted_certificate_gets_no_password_and_no_mail(starttls, certificate):
    delivery = send(starttls.address(user=LOGIN))
    assert (delivery.status, delivery.code) == (Status.PENDING, "STARTTLS SSLCertVerificationError")
    assert (starttls.logins, starttls.mails) == ([], [])
    with MailServer(ELSEWHERE, certificate, tls="tls") as server:
        delivery = send(server.address("smtps", user=LOGIN))
        assert (delivery.status, delivery.code) == (Status.PENDING, "CONNECT SMTPConnectError")
        assert (server.logins, server.mails) == ([], [])


def test_a_server_without_starttls_gets_no_password_and_no_mail():
    with MailServer(ELSEWHERE) as server:
        delivery = send(server.address(user=LOGIN))
        assert (delivery.status, delivery.code) == (Status.PENDING, "STARTTLS SMTPException")
        assert (server.logins, server.mails) == ([], [])


# The pipeline


@pytest.fixture
def mailing(engine, far, plain):
    """The lead pipeline in front of the mail server."""
    process = Process(engine, far)
    process.dispatcher.gateway = gateway_to(plain.address(user=LOGIN))
    return process


def test_a_lead_that_may_have_arrived_is_sent_again_under_the_same_id(engine, mailing, plain, caplog):
    caplog.set_level(logging.DEBUG)
    plain.faults = {END: CLOSE}
    assert not mailing.submit().ok
    assert [(lead.status, lead.attempts) for lead in leads(engine)] == [("unsure", 1)]
    plain.faults = {}
    change(engine, next_attempt_at=MINUTE)
    mailing.redeliver()
    (lead,) = leads(engine)
    assert (lead.status, lead.attempts, lead.last_code) == ("sent", 2, "END 250")
    assert [mail["Message-ID"] for mail in plain.mails] == [f"<{lead.key}@gym.example>"] * 2
    ours = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith(("gym_site", "aiosmtplib"))
    )
    assert lead.reference in ours
    assert not [word for word in ("hush", "knee", WORDS["email"]) if word in ours]


def test_a_form_is_one_mail_and_a_refused_one_needs_staff(engine, mailing, plain, caplog):
    for _ in range(2):
        assert mailing.submit(key="1" * 32).ok
    assert (statuses(engine), len(plain.mails)) == (["sent"], 1)
    plain.faults = {"RCPT": "550 No such mailbox"}
    assert not mailing.submit(message="Another").ok
    mailing.redeliver()
    assert statuses(engine) == ["sent", "rejected"]
    assert "rejected, RCPT 550. Is GYM_FORM_ENDPOINT right?" in caplog.text
