"""Shared by the commands: types of arguments, and functions for opening the database and printing results."""

import json
import re
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from textwrap import TextWrapper
from typing import Annotated, Any

from cyclopts import Parameter, validators
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gym_site.check.findings import Finding
from gym_site.db.engine import fingerprint
from gym_site.errors import CommandError
from gym_site.gym import Gym
from gym_site.settings import Settings, database_is_set_for_once, load_settings, project_id
from gym_site.site import served

MAX_DAYS = 9999
# Raised if no server answers, or if another program answers in its place.
NO_ANSWER = (OSError, HTTPException, ValueError, LookupError, TypeError)


@cache
def gym() -> Gym:
    """Return the gym as the current build has it (`served`), whose clock and forms a command needs."""
    return served(load_settings())[0]


def within(least: int, most: int) -> Parameter:
    """Return the limits of an argument that is a whole number."""
    return Parameter(validator=validators.Number(gte=least, lte=most))


def _file_or_pipe(_type: object, file: Path) -> None:
    if re.match("-.", str(file)):
        raise ValueError("Must be a file, or - for a pipe.")


FileOrPipe = Annotated[Path, Parameter(allow_leading_hyphen=True, validator=_file_or_pipe)]
"""A file's path, or ``-`` for a pipe."""


def database_url() -> str:
    """Return the URL of the configured database.

    Raises `SettingsError`. Raises `CommandError` if the site's server on this machine uses another database. This is
    not checked if the shell sets REFLEX_DB_URL for this command.
    """
    settings = load_settings()
    if not database_is_set_for_once():
        servers = _servers_database(settings.status_of(settings.port))
        if servers not in (None, fingerprint(settings.db_url)):
            named = ".data/gym.db" if settings.db_url == Settings.db_url else "REFLEX_DB_URL in .env"
            raise CommandError(
                f"This command would use {named}, but the server on port {settings.port} uses another database. If the "
                "server's is right, write its REFLEX_DB_URL into .env, where commands find it too. If the command's is "
                "right, restart the server."
            )
    return settings.db_url


def _servers_database(status: str) -> str | None:
    """Return the fingerprint of the database that this project's server uses; None if none answers.

    ``status``: the server's status address.
    """
    try:
        report = readiness(status, timeout=2)
        return report["database_id"] if report["project"] == project_id() else None
    except NO_ANSWER:
        return None


def readiness(status: str, *, timeout: float) -> dict[str, Any]:
    """Return the report of the server with this status address, a ``host:port``. Raises one of `NO_ANSWER`."""
    with closing(HTTPConnection(status, timeout=timeout)) as connection:
        connection.request("GET", "/readyz")
        return json.load(connection.getresponse())


def local(moment: datetime) -> str:
    """Return a time of the gym's clock."""
    return gym().brand.time(moment).strftime("%Y-%m-%d %H:%M")


def way_around(error: OSError, pipe: str) -> str:
    """Return what a user can do whose shell may write a file that the command, as the site's user, may not.

    ``pipe``: the argument with which the command writes to a pipe.
    """
    if not isinstance(error, PermissionError):
        return ""
    return (
        ". On a server, commands run as the site's own user. To write the file as yourself, type `umask 077` and then "
        f"the same command with: {pipe} > {shlex.quote(str(error.filename))}"
    )


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False, default=lambda moment: moment.isoformat(timespec="seconds")))


def print_table(rows: Sequence[Mapping[str, object]], *, whole: str = "") -> None:
    """Print rows as a table, with the keys as headings. Without rows, print nothing. Rich's markup has no effect.

    The column ``whole`` is never broken, however narrow the window is.
    """
    if rows:
        table = Table()
        for name in rows[0]:
            least = max(len(str(row[name])) for row in rows) if name == whole else None
            table.add_column(name.replace("_", " ").capitalize(), no_wrap=name == whole, min_width=least)
        for row in rows:
            table.add_row(*(Text(str(cell), overflow="fold") for cell in row.values()))
        Console().print(table)


def print_list(entries: Iterable[tuple[str, str]]) -> None:
    """Print headings, with a text below each. No word of them, such as the path of a file, is ever broken."""
    width = shutil.get_terminal_size().columns
    lines = TextWrapper(width, "    ", "    ", break_long_words=False, break_on_hyphens=False)
    for heading, text in entries:
        print(heading, lines.fill(text), sep="\n")


def report(findings: Iterable[Finding], *, as_json: bool) -> int:
    """Print the findings, errors first; return the exit code: 1 if there is an error."""
    ordered = sorted(findings, key=lambda finding: (finding.level, finding.place))
    errors = sum(finding.level == "error" for finding in ordered)
    notes = len(ordered) - errors
    if as_json:
        print_json([{"level": level, **place._asdict(), "message": message} for level, place, message in ordered])
        return min(errors, 1)
    print_list((f"{level}: {place}", message) for level, place, message in ordered)
    print(f"{errors or 'No'} mistake{'s' * (errors != 1)}{f', {notes} note' + 's' * (notes != 1) if notes else ''}.")
    return min(errors, 1)
