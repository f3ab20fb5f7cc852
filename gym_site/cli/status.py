"""``status``: the state of the site and of its machine in a dozen lines, which the desk shows too."""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, cast
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.machine import check_machine
from gym_site.cli.backup import TRIED, copies
from gym_site.cli.build import changed_since_build
from gym_site.cli.builds import last_build
from gym_site.cli.command import NO_ANSWER, database_url, gym, local, print_json, readiness
from gym_site.cli.visits import opened
from gym_site.db.engine import open_engine, why_unreadable
from gym_site.db.prepare import schema_fault
from gym_site.errors import CommandError, SiteError
from gym_site.leads.gateway import why_unreachable
from gym_site.leads.maintenance import ERASED_AFTER, Maintenance
from gym_site.leads.status import REDELIVERED, Status, undecided
from gym_site.leads.words import requests, states
from gym_site.setting_values import MailServer
from gym_site.settings import ROOT, VERSION, Settings, load_settings, project_id, site_command

BACKUPS = Path("/var/lib/gym-site-backups")  # as in deploy/gym-site-backup.service
REBOOT = Path("/var/run/reboot-required")  # Debian writes it after an update that needs a restart of the machine
UNITS = "gym-site@*.service"  # as in deploy/gym-site
WITHIN = 5.0  # timeout in seconds
DAILY = timedelta(days=2)  # a daily backup that is older was left out
OUTDATED = timedelta(days=183)  # docs/keep-it-patched.md asks for two updates a year
LEAST_DAYS = 14  # left of a certificate; Caddy renews it a month before its end
LEAST_FREE = 500  # MB
VISITED = 30  # days


class Line(NamedTuple):
    """A line of the status: what it is about, its text, and whether a person must act."""

    about: str
    text: str
    needs_person: bool = False


def status(*, backups: Path = BACKUPS, json: bool = False) -> int:
    """Print the site's state, a line about each part; exit code 1 if something needs a person.

    Args:
        backups: folder of the daily backups
        json: as JSON
    """
    settings = load_settings().with_links(gym().brand.links)
    with ThreadPoolExecutor(len(PARTS)) as threads:  # those that ask others wait at the same time
        found = threads.map(lambda part: look(part, settings, backups), PARTS)
        lines = [line for of_part in found for line in of_part]
    if json:
        print_json([line._asdict() for line in lines])
    else:
        for about, text, needs_person in lines:
            print(f"{'!' if needs_person else ' '} {about:<12}  {text}")
    return int(any(line.needs_person for line in lines))


def look(part: str, settings: Settings, backups: Path = BACKUPS) -> list[Line]:
    """Return the lines about one of `PARTS`; if its files can't be read, as by the desk's account, one that says so."""
    try:
        return [*PARTS[part](settings, backups)]
    except OSError as error:
        return [Line(part, f"can't be read: {error.strerror}", needs_person=True)]
    except SiteError as error:
        return [Line(part, str(error), needs_person=True)]


def _servers(settings: Settings) -> Line:
    if not settings.has_server:
        return Line("Version", f"{VERSION}, without a server")
    ports = _ports() or [settings.port]
    faults = [fault for port in ports for fault in _faults(settings, port)]
    named = f"the server{'s' * (len(ports) > 1)} on port{'s' * (len(ports) > 1)} {' and '.join(map(str, ports))}"
    fine = f"{named} work{'s' * (len(ports) == 1)}"
    return Line("Version", f"{VERSION}; {' '.join(faults) or fine}", bool(faults))


def _ports() -> list[int]:
    """Return the ports of the server processes that systemd runs, or should run, on this machine."""
    if not (systemctl := shutil.which("systemctl")):
        return []
    command = [systemctl, "list-units", "--plain", "--no-legend", "--all", "--state=active,activating,failed", UNITS]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return sorted(map(int, re.findall(r"gym-site@(\d+)\.service", listed)))


def _faults(settings: Settings, port: int) -> list[str]:
    """Return a sentence about each fault of the server process on this port."""
    try:
        report = readiness(settings.status_of(port), timeout=WITHIN)
        if report["project"] != project_id():
            return [f"On port {port} is the server of another copy of the project."]
        return [f"Port {port}: {fault}" for fault in report["faults"].values()]
    except NO_ANSWER as error:
        return [f"The server on port {port} does not answer ({type(error).__name__})."]


def _build() -> Line:
    if not (build := last_build()):
        return Line("Build", f"none: {site_command()} build", needs_person=True)
    changed = changed_since_build()
    return Line("Build", build[1] + (f"; {changed} has changed since" if changed else ""), bool(changed))


def _database(settings: Settings) -> Iterator[Line]:
    try:
        with open_engine(database_url()) as engine:
            if fault := schema_fault(engine):
                raise CommandError(fault)
            stats, (came, sent) = Maintenance(engine).stats(), Maintenance(engine).latest()
    except (CommandError, SQLAlchemyError) as error:
        why = str(error) if isinstance(error, CommandError) else why_unreadable(settings.db_url, error)
        yield Line("Database", why, needs_person=True)
        yield Line("Last", "unknown")
        yield Line("Waiting", "unknown")
        return
    kind = "PostgreSQL" if make_url(settings.db_url).get_backend_name() == "postgresql" else "SQLite"
    counted = Counter({str(status): number for status, number in stats.by_status.items()})
    total = counted.total()
    yield Line("Database", f"{kind}, {requests(total)}{': ' if total else ''}{states(counted)}")
    delivered = local(sent) if sent else f"none in the last {ERASED_AFTER.days} days"
    yield Line("Last", f"request: {local(came) if came else 'none'}; delivery: {delivered}")
    decides = undecided(settings)
    to_decide, kept = sum(counted[status] for status in decides), counted[Status.KEPT]
    on_their_way = sum(counted[status] for status in (*REDELIVERED, Status.SENDING) if status not in decides)
    waiting = [
        f"{to_decide:,} for a decision, at the desk" if to_decide else "",
        f"{kept:,} for an answer: {site_command()} leads list --status kept" if kept else "",
        f"{on_their_way:,} for their delivery" if on_their_way else "",
    ]
    yield Line("Waiting", "; ".join(filter(None, waiting)) or "nothing", bool(to_decide or kept))


def _form_service(settings: Settings) -> Line:
    if not settings.form_endpoint:
        return Line("Form service", "none: requests stay in the database")
    host, why = urlsplit(settings.form_endpoint).hostname, why_unreachable(settings, within=WITHIN)
    return Line("Form service", f"{host} {f'does not answer ({why})' if why else 'answers'}", bool(why))


def _backup(folder: Path, settings: Settings) -> Line:
    if not folder.is_dir():
        # PostgreSQL has tools of its own, such as those of its host.
        return Line(
            "Backup", f"none: there is no folder {folder}", make_url(settings.db_url).get_backend_name() == "sqlite"
        )
    try:
        made, file = max(copies(folder), default=(None, folder))
        tried = (folder / TRIED).read_text(encoding="utf-8") if (folder / TRIED).is_file() else ""
    except OSError as error:
        return Line("Backup", f"{folder} can't be read: {error.strerror}", needs_person=True)
    if not made:
        return Line("Backup", f"none in {folder}", needs_person=True)
    is_tried = tried == file.name
    restored = "its restore was tested" if is_tried else f"last tested restore: {tried or 'none'}"
    return Line("Backup", f"{made:%Y-%m-%d %H:%M}; {restored}", not is_tried or gym().brand.now() - made > DAILY)


def _certificate(settings: Settings) -> Line:
    """Ask the web server of this machine for its certificate: only Caddy's account and root may read its storage."""
    parts = urlsplit(settings.site_url)
    if parts.scheme != "https":
        return Line("Certificate", "none: the site's address has no https")
    try:
        with (
            socket.create_connection(("127.0.0.1", parts.port or 443), WITHIN) as connection,
            ssl.create_default_context().wrap_socket(connection, server_hostname=parts.hostname) as secured,
        ):
            ends = ssl.cert_time_to_seconds(cast("str", (secured.getpeercert() or {})["notAfter"]))
    except ssl.SSLCertVerificationError as error:
        return Line("Certificate", f"not valid: {error.verify_message}", needs_person=True)
    except OSError:
        return Line("Certificate", "not on this machine")
    days = int((ends - time.time()) // 86400)
    return Line("Certificate", f"{days} days left", days < LEAST_DAYS)


def _disk(settings: Settings) -> Line:
    url = make_url(settings.db_url)
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else ROOT
    usage = shutil.disk_usage(file.parent if file.parent.is_dir() else ROOT)
    free, total = usage.free // 2**20, usage.total // 2**20
    return Line("Disk", f"{free:,} of {total:,} MB free", free < LEAST_FREE)


def _to_patch(settings: Settings) -> Line:
    found = [finding.message for finding in check_machine(settings)]
    if REBOOT.exists():
        found.append("The machine must be restarted to use its updates.")
    build = last_build()
    if build and datetime.now(UTC) - build[0] > OUTDATED:
        found.append("The site was built more than half a year ago: update it.")
    return Line(
        "To patch", " ".join(found) or "nothing that can be seen from here (docs/keep-it-patched.md)", bool(found)
    )


def _alerts(settings: Settings) -> Line:
    to = [one.recipient if isinstance(one, MailServer) else urlsplit(one).hostname or "" for one in settings.staff]
    return Line("Alerts", f"to {', '.join(to)}" if to else "to nobody: GYM_ALERTS is not set")


def _visits() -> Iterator[Line]:
    try:
        found, _, _ = opened(VISITED)
    except FileNotFoundError:  # Caddy runs elsewhere, or without a log
        return
    yield Line("Visits", f"{found.pages.total():,} pages opened in {VISITED} days; by robots: {found.robots:,}")


PARTS: Mapping[str, Callable[[Settings, Path], Iterable[Line]]] = {
    "Version": lambda settings, _: [_servers(settings)],
    "Build": lambda _, __: [_build()],
    "Database": lambda settings, _: _database(settings),
    "Form service": lambda settings, _: [_form_service(settings)],
    "Backup": lambda settings, backups: [_backup(backups, settings)],
    "Certificate": lambda settings, _: [_certificate(settings)],
    "Alerts": lambda settings, _: [_alerts(settings)],
    "Disk": lambda settings, _: [_disk(settings)],
    "To patch": lambda settings, _: [_to_patch(settings)],
    "Visits": lambda _, __: _visits(),
}
"""The parts of the status, in the order of its lines; each returns one or more, or none if it doesn't apply."""
