"""``alert ...``: tests the alert webhook, reports a failed unit, and watches a server from outside."""

import argparse
import asyncio
import json
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from gym_site.cli.command import CommandError, Commands, add_command, add_group
from gym_site.leads.alerts import AlertError, post_alert, send_alert
from gym_site.settings import load_alert_settings

ASKED_WITHIN = 10.0  # seconds; the server answers within three
AGAIN_AFTER = 20.0  # seconds, in which a restart is over
LATE = 3600  # seconds
REMINDED_SECONDS = 24 * 3600


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    alert = add_group(groups, "alert", "messages to whoever looks after the site")
    add_command(alert, "test", "send an alert and print the webhook's answer", _test)

    about = "send an alert of a unit of systemd that has failed"
    add_command(alert, "failed", about, _failed).add_argument("unit", help="such as gym-site@3000.service")

    about = "ask a server's /readyz, and alert once of what is wrong, every day, and when it is over"
    watch = add_command(alert, "watch", about, _watch)
    watch.add_argument("url", help="such as http://127.0.0.1:3000")
    watch.add_argument("--noted", type=Path, required=True, metavar="FILE", help="where it notes what it has told")


def _test(_chosen: argparse.Namespace) -> None:
    settings = load_alert_settings()
    if settings.alert_webhook is None:
        raise CommandError("There is no webhook for alerts: GYM_ALERT_WEBHOOK is not set.")
    host = urlsplit(settings.alert_webhook).hostname
    text = "This is a test of the alerts: nothing is wrong."
    try:
        answer = asyncio.run(post_alert(settings, text, {"rejected": 0, "quarantined": 0, "undelivered": 0}))
    except AlertError as error:
        raise CommandError(f"{host} did not accept the alert ({error}). Is GYM_ALERT_WEBHOOK right?") from error
    print(f"{host} answered: {answer}. Check that the alert can be read where it should appear.")


def _failed(chosen: argparse.Namespace) -> None:
    text = f"{chosen.unit} has failed: journalctl -u {chosen.unit} says why."
    if not asyncio.run(send_alert(load_alert_settings(), text, {})):
        raise CommandError("The alert was not delivered.")


def _watch(chosen: argparse.Namespace) -> None:
    """Alert staff about faults; raise `CommandError` while there are any."""
    settings = load_alert_settings()
    faults = _faults(chosen.url)
    if faults:
        time.sleep(AGAIN_AFTER)
        faults = _faults(chosen.url)
    names, file = " ".join(sorted(faults)), chosen.noted
    told = file.read_text(encoding="utf-8") if file.is_file() else ""
    text = ""
    if faults and (names != told or time.time() - file.stat().st_mtime > REMINDED_SECONDS):
        text = "\n".join([f"{chosen.url} needs a person:", *faults.values()])
    elif told and not faults:
        text = f"{chosen.url} works again."
    try:
        if text and asyncio.run(send_alert(settings, text, {})):
            file.write_text(names, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{file} can't be written: {error.strerror}") from error
    if faults:
        raise CommandError(" ".join(faults.values()))


def _faults(url: str) -> dict[str, str]:
    """Return the server's faults, as sentences by name."""
    parts = urlsplit(url)
    try:
        with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=ASKED_WITHIN)) as server:
            server.request("GET", "/readyz")
            report = json.load(server.getresponse())
        faults = dict(report["faults"])
        if report.get("undelivered_seconds", 0) > LATE:
            faults["undelivered"] = f"{report['undelivered']} requests wait for the form service, one for over an hour."
    except (OSError, HTTPException, ValueError, KeyError, TypeError) as error:
        return {"answer": f"The server does not answer ({type(error).__name__})."}
    return faults
