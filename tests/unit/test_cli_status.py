"""The command that tells the site's state in a few lines."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from gym_site.cli import main, status
from gym_site.cli.backup import NAMED, TRIED
from gym_site.settings import ROOT, project_id
from tests.leads import DAY, NOW, put
from tests.site import free_port, plain_host

FINE = {"database": 1, "undelivered": 0, "undelivered_seconds": 0, "faults": {}, "project": project_id()}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The file with the server's report, and the server's status address."""
    report = tmp_path_factory.mktemp("answers") / "readyz" / "index.html"
    report.parent.mkdir()
    with plain_host(report.parent.parent) as url:
        yield report, url.removeprefix("http://")


@pytest.fixture
def healthy(database, server, service, zone, tmp_path, monkeypatch):
    """The folder of a site without a fault."""
    web, backups = tmp_path / "web", tmp_path / "backups"
    build = web / "builds" / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    for folder in (backups, build / "pages"):
        folder.mkdir(parents=True)
    (web / "builds" / "current").write_text(build.name)
    (build / "commit").write_text("abc1234")
    (build / "sources.sha256").touch()
    copy = datetime.now(zone).strftime(NAMED)
    (backups / copy).touch()
    (backups / TRIED).write_text(copy)
    report, address = server
    report.write_text(json.dumps(FINE))
    monkeypatch.setattr(status, "check_machine", lambda _: iter(()))
    monkeypatch.setattr(status, "REBOOT", tmp_path / "reboot-required")
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(web))
    monkeypatch.setenv("GYM_SITE_URL", f"https://localhost:{free_port()}")
    monkeypatch.setenv("GYM_STATUS_ADDRESS", address)
    monkeypatch.setenv("GYM_FORM_ENDPOINT", service.endpoint)
    return tmp_path


@pytest.fixture
def lines(healthy, capsys):
    """Return the exit code, the texts by what they are about, and what needs a person."""

    def lines():
        code = main(["status", "--json", "--backups", str(healthy / "backups")])
        printed = json.loads(capsys.readouterr().out)
        assert len(printed) == 11
        return (
            code,
            {line["about"]: line["text"] for line in printed},
            [line["about"] for line in printed if line["needs_person"]],
        )

    return lines


def test_a_healthy_site_needs_nobody(engine, healthy, zone, lines, capsys):
    put(engine, "sent", ago=2 * DAY, sent_at=NOW)
    put(engine, "pending")
    put(engine, "unsure")  # which the server sends again
    code, texts, needed = lines()
    assert (code, needed) == (0, []), texts
    assert "works" in texts["Version"]
    assert texts["Build"].startswith(f"{datetime.now(zone):%Y-%m-%d}")
    assert texts["Build"].endswith(", from the commit abc1234")
    assert texts["Database"] == "SQLite, 3 requests: 1 pending, 1 sent, 1 unsure"
    assert texts["Form service"] == "127.0.0.1 answers"
    assert texts["Last"].count(f"{NOW.astimezone(zone):%Y-%m-%d}") == 2
    assert texts["Waiting"] == "2 for their delivery"
    assert texts["Backup"].endswith("its restore was tested")
    assert texts["Certificate"] == "not on this machine"
    assert main(["status", "--backups", str(healthy / "backups")]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 11


def old_backup(folder, monkeypatch):
    copy = (datetime.now() - timedelta(days=3)).strftime(NAMED)
    (file,) = (folder / "backups").glob("gym-*")
    file.rename(file.with_name(copy))
    (folder / "backups" / TRIED).write_text(copy)


def endpoint(address):
    """Return a function that sets an address of a form service at which nothing listens."""
    return lambda _, monkeypatch: monkeypatch.setenv("GYM_FORM_ENDPOINT", address.format(free_port()))


def dead_process(folder, monkeypatch):
    alive, dead = int(os.environ["GYM_STATUS_ADDRESS"].partition(":")[2]) - 10000, free_port() - 10000
    monkeypatch.setenv("GYM_STATUS_ADDRESS", "127.0.0.1")
    (folder / "systemctl").write_text(f"#!/bin/sh\necho gym-site@{alive}.service; echo gym-site@{dead}.service")
    (folder / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


@pytest.mark.parametrize(
    ("fault", "about", "said"),
    [
        (dead_process, "Version", "; The server on port "),
        (lambda folder, _: shutil.rmtree(folder / "backups"), "Backup", "there is no folder"),
        (old_backup, "Backup", "its restore was tested"),
        (lambda folder, _: (folder / "backups" / TRIED).unlink(), "Backup", "last tested restore: none"),
        (lambda folder, _: shutil.rmtree(folder / "web"), "Build", "none: "),
        (lambda folder, _: os.utime(next(folder.rglob("sources.sha256")), (0, 0)), "Build", "has changed since"),
        (lambda folder, _: (folder / "gym.db").unlink(), "Database", "can't be read"),
        (endpoint("http://127.0.0.1:{}/f/1"), "Form service", "127.0.0.1 does not answer (Connection refused)"),
        (
            endpoint("smtp://127.0.0.1:{}/?to=desk@gym.example"),
            "Form service",
            "127.0.0.1 does not answer (Connection refused)",
        ),
        (lambda _, monkeypatch: monkeypatch.setattr(status, "LEAST_FREE", 2**40), "Disk", "MB free"),
        (lambda folder, _: (folder / "reboot-required").touch(), "To patch", "The machine must be restarted"),
    ],
)
def test_a_fault_needs_a_person(healthy, lines, monkeypatch, fault, about, said):
    fault(healthy, monkeypatch)
    code, texts, needed = lines()
    assert (code, needed) == (1, [about]), texts
    assert said in texts[about]


@pytest.mark.parametrize(
    ("said", "report"),
    [
        ("The schema is old.", {"faults": {"schema": "The schema is old."}}),
        ("another copy of the project", {"project": "another"}),
    ],
)
def test_a_fault_of_the_server_needs_a_person(server, lines, said, report):
    server[0].write_text(json.dumps(FINE | report))
    code, texts, needed = lines()
    assert (code, needed) == (1, ["Version"])
    assert said in texts["Version"]


def test_requests_that_wait_for_staff_need_a_person(engine, lines):
    put(engine, "quarantined", count=2)
    put(engine, "kept")
    code, texts, needed = lines()
    assert (code, needed) == (1, ["Waiting"])
    assert texts["Waiting"].startswith("2 for a decision, at the desk")
    assert "; 1 for an answer: " in texts["Waiting"]


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
@pytest.mark.parametrize(
    ("days", "is_trusted", "said", "code"),
    [(40, True, "39 days left", 0), (5, True, "4 days left", 1), (40, False, "not valid: ", 1)],
)
def test_the_days_of_the_certificate_are_told(lines, tmp_path, monkeypatch, days, is_trusted, said, code):
    certificate, key, port = tmp_path / "certificate.pem", tmp_path / "key.pem", free_port()
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", str(days)]  # fmt: skip
    subprocess.run([*made, "-out", certificate, "-keyout", key], check=True, capture_output=True)
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("GYM_SITE_URL", f"https://localhost:{port}")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def answer(web_server):
        with web_server.accept()[0] as connection, suppress(OSError):  # a client may refuse the certificate
            context.wrap_socket(connection, server_side=True).close()

    with socket.create_server(("127.0.0.1", port)) as web_server:
        thread = threading.Thread(target=answer, args=[web_server])
        thread.start()
        left, texts, _ = lines()
        thread.join()
    assert texts["Certificate"].startswith(said)
    assert left == code


def test_the_documented_folder_is_the_one_of_the_daily_backup():
    assert f"--keep 30 {status.BACKUPS}\n" in (ROOT / "deploy" / "gym-site-backup.service").read_text()
