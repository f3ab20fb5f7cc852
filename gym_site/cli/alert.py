"""``alert ...``: try the alert webhook, report a failed systemd unit, and watch a server from outside."""

import argparse
import asyncio
import time
from pathlib import Path
from urllib.parse import urlsplit

from gym_site.cli.command import NO_ANSWER, CommandError, Commands, add_command, add_group, readiness
from gym_site.leads.alerts import AlertError, post_alert, send_alert
from gym_site.settings import Settings, load_alert_settings

ASKED_WITHIN = 10.0  # timeout in seconds; a working server needs at most three
AGAIN_AFTER = 20.0  # seconds before a fault is checked again: perhaps the server is just restarting
LATE = 3600  # seconds after which an undelivered request is a fault
REMINDED_SECONDS = 24 * 3600


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    alert = add_group(groups, "alert", "alerts to the people who look after the site")
    add_command(alert, "test", "send a test alert and print the webhook's response", _test)

    about = "send an alert about a failed systemd unit"
    add_command(alert, "failed", about, _failed).add_argument("unit", help="such as gym-site@3000.service")

    about = "check a server's status; send an alert when a fault begins, then daily, and when all faults are over"
    watch = add_command(alert, "watch", about, _watch)
    watch.add_argument("port", type=_port, help="the server's port, such as 3000")
    watch.add_argument("--noted", type=Path, required=True, metavar="FILE", help="file that records the last alert")


def _port(text: str) -> int:
    """Return the port, which may be part of an address: the units of version 1.0.0 name http://127.0.0.1:3000."""
    return int(text.rpartition(":")[2])


def _test(_chosen: argparse.Namespace) -> None:
    settings = load_alert_settings()
    if settings.alert_webhook is None:
        raise CommandError("There is nowhere to send an alert: GYM_ALERT_WEBHOOK is not set.")
    print(try_alert(settings))


def try_alert(settings: Settings) -> str:
    """Send a test alert to the webhook. Return its answer; raises `CommandError` if it was not accepted."""
    host = urlsplit(settings.alert_webhook or "").hostname
    text = "This is a test of the alerts: nothing is wrong."
    try:
        answer = asyncio.run(post_alert(settings, text, {"rejected": 0, "undelivered": 0}))
    except AlertError as error:
        raise CommandError(f"{host} did not accept the alert ({error}). Is GYM_ALERT_WEBHOOK right?") from error
    return f"{host} answered: {answer}. Check that the alert has arrived and can be read."


def _failed(chosen: argparse.Namespace) -> None:
    text = f"{chosen.unit} has failed: journalctl -u {chosen.unit} shows why."
    if not asyncio.run(send_alert(load_alert_settings(), text, {})):
        raise CommandError("The alert was not delivered.")


def _watch(chosen: argparse.Namespace) -> None:
    """Send an alert if the faults have changed, if they continue a day after the last alert, or if all are over.

    Raises `CommandError` while there are faults.
    """
    settings = load_alert_settings()
    status, process = settings.status_of(chosen.port), f"Server process on port {chosen.port}"
    faults = server_faults(status)
    if faults:
        time.sleep(AGAIN_AFTER)
        faults = server_faults(status)
    names, file = " ".join(sorted(faults)), chosen.noted
    told = file.read_text(encoding="utf-8") if file.is_file() else ""
    text = ""
    if faults and (names != told or time.time() - file.stat().st_mtime > REMINDED_SECONDS):
        text = "\n".join([f"{process}:", *faults.values()])
    elif told and not faults:
        text = f"{process} works again."
    try:
        if text and asyncio.run(send_alert(settings, text, {})):
            file.write_text(names, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file} can't be written: {error.strerror}") from error
    if faults:
        raise CommandError(" ".join(faults.values()))


def server_faults(status: str) -> dict[str, str]:
    """Return a sentence for each fault of the server, by the fault's name."""
    try:
        report = readiness(status, timeout=ASKED_WITHIN)
        faults = dict(report["faults"])
        if report.get("undelivered_seconds", 0) > LATE:
            faults["undelivered"] = f"Undelivered requests: {report['undelivered']}, the oldest for over an hour."
    except NO_ANSWER as error:
        return {"answer": f"The server does not answer ({type(error).__name__})."}
    return faults
