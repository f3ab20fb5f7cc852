"""Functions that the commands share: for declaring a command, opening the database, and printing results."""

import argparse
import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from difflib import get_close_matches
from http.client import HTTPConnection, HTTPException
from textwrap import TextWrapper
from typing import Any, NoReturn, TypeAlias

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gym_site.check.findings import Finding
from gym_site.db.engine import fingerprint
from gym_site.errors import CommandError
from gym_site.settings import Settings, database_is_set_for_once, load_settings, project_id

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
MAX_DAYS = 9999
# Raised if no server answers, or if another program answers in its place.
NO_ANSWER = (OSError, HTTPException, ValueError, LookupError, TypeError)


class Parser(argparse.ArgumentParser):
    """A parser that explains wrong arguments in one line, and takes no option whose name is cut short."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Parse arguments. Unknown ones are an error here, where the command is known, and not of the whole program."""
        chosen, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"{unknown[0]} is not known here.")
        return chosen, unknown

    def error(self, message: str) -> NoReturn:
        """Print one line, with the value that was probably meant, and exit."""
        if wrong := re.fullmatch(r"argument .+?: invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = [name.strip("'") for name in wrong[2].split(", ")]
            near = get_close_matches(wrong[1], known, n=1, cutoff=0.7)
            message = f"{wrong[1]} is not known here{f': did you mean {near[0]}?' if near else '.'}"
        self.exit(2, f"{message.rstrip('.')}{'' if message.endswith('?') else '.'} For help: {self.prog} --help\n")


def add_group(commands: Commands, name: str, about: str) -> Commands:
    """Add a group of commands, such as ``leads``."""
    return commands.add_parser(name, help=about).add_subparsers(required=True, metavar="COMMAND")


def add_command(
    commands: Commands, name: str, about: str, run: Callable[[argparse.Namespace], int | None], *, as_json: str = ""
) -> argparse.ArgumentParser:
    """Add a command that calls ``run``.

    ``as_json`` is the help text of its option ``--json``. If ``as_json`` is empty, the command has no such option.
    """
    command = commands.add_parser(name, help=about)
    command.set_defaults(run=run)
    if as_json:
        command.add_argument("--json", action="store_true", help=as_json)
    return command


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return the parser of an argument that is a whole number within these limits."""

    def parsed(text: str) -> int:
        with suppress(ValueError):
            if least <= (value := int(text)) <= most:
                return value
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}")

    return parsed


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
