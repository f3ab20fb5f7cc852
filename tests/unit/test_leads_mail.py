"""Leads sent by mail: the meaning of each mail server response (docs/faults.md), and the mails' content."""

import asyncio
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gym_site.db.tables import Lead
from gym_site.leads.gateway import MailGateway, compose
from gym_site.leads.mail import compose_mail, send_mail
from gym_site.leads.status import Status
from gym_site.settings import load_settings
from tests.gym import SITE
from tests.mail_server import CLOSE, CLOSE_AFTER_354, END, GREETING, HANG, PASSWORD, USER, MailServer, make_certificate
from tests.site import free_port

ELSEWHERE = "127.0.0.2"  # also this machine, but the site requires TLS for it
LOGIN = "desk%40gym.example:hush%20hush%2F%23@"
FIELDS = {"name": "Jo Lee", "email": "jo@mail.example", "message": "My knee hurts: 李\nSecond line"}


def server_at(address="smtp://mail.example/?to=front@gym.example"):
    return load_settings({"GYM_FORM_ENDPOINT": address}).mail_server


def send(address, *, fields=FIELDS, within=8.0):
    lead = Lead(form="inquiry", payload=fields, reference="K7Q2-9M", key="0f" * 16)
    return asyncio.run(MailGateway(server_at(address), lambda: SITE.forms).deliver(lead, within=within))


def test_a_mail_has_the_same_text_as_a_post_to_a_form_service(mail_server):
    delivery = send(mail_server.address())
    assert (delivery.status, delivery.code) == (Status.SENT, "250")
    (mail,), body = mail_server.mails, compose(SITE.forms, "inquiry", FIELDS, "K7Q2-9M")
    assert mail.get_content().replace("\r\n", "\n").rstrip("\n") == body["message"]
    assert (mail["Subject"], mail["Reply-To"]) == (body["subject"], "jo@mail.example")
    assert (mail["From"], mail["To"]) == ("front@gym.example", "front@gym.example")
    assert mail["Message-ID"] == f"<{'0f' * 16}@gym.example>"
    assert parsedate_to_datetime(mail["Date"])
    assert mail_server.envelopes == [("front@gym.example", ["front@gym.example"])]


@pytest.mark.parametrize(
    ("user", "options", "sender"),
    [
        (LOGIN, "", USER),
        ("forms:hush@", "", "front@gym.example"),
        (LOGIN, "&from=forms%2Bweb@gym.example", "forms+web@gym.example"),
    ],
)
def test_the_default_sender_of_a_mail_is_the_login_name_or_the_recipient(user, options, sender):
    server = server_at(f"smtp://{user}mail.example/?to=front@gym.example{options}")
    assert (server.sender, server.recipient) == (sender, "front@gym.example")


def test_an_entry_that_looks_like_a_header_does_not_become_one(mail_server):
    fields = {"email": "jo@mail.example", "service": "Boxing\r\nBcc: x@evil.example", "message": "Bcc: x@evil.example"}
    assert send(mail_server.address(), fields=fields).status is Status.SENT
    (mail,) = mail_server.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Inquiry about Boxing Bcc: x@evil.example"


@given(subject=st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])), reply_to=st.text(), text=st.text())
def test_no_text_at_all_can_add_headers_to_a_mail(subject, reply_to, text):
    text = text.encode(errors="replace").decode()
    mail = compose_mail(server_at(), subject, text, message_id="0f@gym.example", reply_to=reply_to)
    head = mail.as_bytes().partition(b"\r\n\r\n")[0].decode("ascii")
    names = [line.partition(":")[0] for line in head.split("\r\n") if not line.startswith((" ", "\t"))]
    expected = ["Subject", "From", "To", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding"]
    assert {name.casefold() for name in names} - {"reply-to", "mime-version"} == {name.casefold() for name in expected}


def test_a_line_with_a_single_dot_does_not_end_the_mail(mail_server):
    server = server_at(mail_server.address())
    mail = compose_mail(server, "Points", "One\n.\n..two\nThree", message_id="1@gym.example")
    assert asyncio.run(send_mail(server, mail, within=8)) == (Status.SENT, "250")
    assert mail_server.mails[0].get_content().splitlines() == ["One", ".", "..two", "Three"]


@pytest.mark.parametrize(
    "address", ["jö@mail.example", "jo@halle-köln.example", "jo..lee@mail.example", "jo lee", "a@b.ca,c@d.ca"]
)
def test_a_mail_to_whose_sender_no_reply_goes_begins_with_the_address_as_typed(mail_server, address):
    assert send(mail_server.address(), fields=FIELDS | {"email": address}).status is Status.SENT
    (mail,) = mail_server.mails
    assert (mail["Reply-To"], mail.get_content().splitlines()[0]) == (None, address)


LOST = "SMTPServerDisconnected"
# The command, the server's response to it, and the resulting code.
ANSWERS = {
    Status.PENDING: [
        *((command, f"{code} Later", f"{shown} {code}")
          for command, shown in ((GREETING, "CONNECT"), ("MAIL", "MAIL"), ("RCPT", "RCPT"), ("DATA", "DATA"), (END, "DATA"))
          for code in (421, 451)),
        ("AUTH", "454 Later", "AUTH 454"), ("AUTH", CLOSE, f"CONNECT {LOST}"),
        (GREETING, CLOSE, "CONNECT SMTPConnectError"), (GREETING, "Hello", "CONNECT -1"),
        ("EHLO", CLOSE, f"CONNECT {LOST}"),
    ],
    Status.REJECTED: [
        *((command, f"{code} No", f"{shown} {code}")
          for command, shown in (("AUTH", "AUTH"), ("MAIL", "MAIL"), ("RCPT", "RCPT"), ("DATA", "DATA"), (END, "DATA"))
          for code in (535, 550)),
        (GREETING, "554 No", "CONNECT 554"),
    ],
    Status.UNSURE: [
        *((command, CLOSE, f"SEND {LOST}") for command in ("MAIL", "RCPT", "DATA", END)),
        ("DATA", CLOSE_AFTER_354, f"SEND {LOST}"), (END, "Thanks", "SEND -1"), (END, "354 More", "DATA 354"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("meaning", "command", "fault", "code"), [(meaning, *row) for meaning, rows in ANSWERS.items() for row in rows]
)
def test_the_response_of_the_mail_server_decides_the_status_of_a_lead(mail_server, meaning, command, fault, code):
    mail_server.faults = {command: fault}
    delivery = send(mail_server.address(user=LOGIN))
    assert (delivery.status, delivery.code) == (meaning, code)
    assert len(mail_server.mails) == (command == END)


@pytest.mark.parametrize(
    ("command", "meaning", "step"),
    [
        (GREETING, Status.PENDING, "CONNECT"),
        ("RCPT", Status.UNSURE, "SEND"),
        ("DATA", Status.UNSURE, "SEND"),
        (END, Status.UNSURE, "SEND"),
    ],
)
def test_a_mail_server_that_does_not_respond_causes_a_timeout(mail_server, command, meaning, step):
    mail_server.faults = {command: HANG}
    delivery = send(mail_server.address(), within=0.5)
    assert (delivery.status, delivery.code) == (meaning, f"{step} TimeoutError")


def test_if_the_mail_server_is_unreachable_the_lead_stays_pending(full):
    for host in (f"127.0.0.1:{free_port()}", "no-such-host.invalid", full):
        delivery = send(f"smtp://{host}/?to=front@gym.example", within=0.5)
        assert delivery.status is Status.PENDING, host
        assert delivery.code.startswith("CONNECT "), host


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("certificate"), ELSEWHERE)


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_the_password_is_sent_over_trusted_tls(certificate, monkeypatch, tls):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    with MailServer(ELSEWHERE, certificate, tls=tls) as server:
        assert send(server.address(user=LOGIN)).status is Status.SENT
    assert server.logins == [(USER.encode(), PASSWORD.encode())]
    assert len(server.mails) == 1


@pytest.mark.parametrize(
    ("tls", "code"),
    [
        ("starttls", "CONNECT SSLCertVerificationError"),
        ("tls", "CONNECT SMTPConnectError"),
        ("", "CONNECT SMTPException"),
    ],
)
def test_without_trusted_tls_no_password_and_no_mail_is_sent(certificate, tls, code):
    with MailServer(ELSEWHERE, certificate, tls=tls) as server:
        delivery = send(server.address(user=LOGIN))
    assert (delivery.status, delivery.code) == (Status.PENDING, code)
    assert (server.logins, server.mails) == ([], [])
