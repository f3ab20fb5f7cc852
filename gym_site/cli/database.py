"""``database copy FROM TO``: copies the data to another database (docs/operations.md, "Growth")."""

import argparse

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from gym_site.cli.command import CommandError, Commands, add_command, add_group, print_table
from gym_site.db.engine import fingerprint, make_engine
from gym_site.db.prepare import prepare_database, schema_fault
from gym_site.db.transfer import UnequalCopyError, copy_rows, is_untouched
from gym_site.settings import DATABASES


def add(groups: Commands) -> None:
    """Add the commands to the parser."""
    about = "copy everything into an empty database, from SQLite to PostgreSQL or back; stop the site first"
    copy = add_command(add_group(groups, "database", "the database itself"), "copy", about, _copy)
    copy.add_argument("source", metavar="FROM", help="address of the database to copy, as in REFLEX_DB_URL")
    copy.add_argument("target", metavar="TO", help="address of an empty database")


def _copy(chosen: argparse.Namespace) -> None:
    _check_address(chosen.source, "FROM")
    _check_address(chosen.target, "TO")
    if fingerprint(chosen.source) == fingerprint(chosen.target):
        raise CommandError("FROM and TO are the same database.")
    source, target = make_engine(chosen.source), make_engine(chosen.target)
    try:
        _check_source(source)  # before TO is created
        if not prepare_database(target):
            raise CommandError(f"TO can't be prepared: {target.url!r}")  # repr hides the password
        if not is_untouched(target):
            raise CommandError(f"TO is not empty: {target.url!r} has requests, or records that somebody changed.")
        counts = copy_rows(source, target)
    except UnequalCopyError as error:
        raise CommandError(
            "After the copy, TO had different rows from FROM, so the copy was undone. Is a site using TO?"
        ) from error
    except SQLAlchemyError as error:
        raise CommandError(f"The copy failed ({type(error).__name__}); nothing was copied.") from error
    finally:
        source.dispose()
        target.dispose()
    print_table([{"table": name, "in FROM": there, "in TO": here} for name, (there, here) in counts.items()])
    requests = counts["lead"][1]
    plural = "s" if requests != 1 else ""
    print(
        f"Copied everything, including {requests} request{plural}. "
        "Now set REFLEX_DB_URL to the copy's address and start the site."
    )


def _check_address(text: str, name: str) -> None:
    if not text.startswith(DATABASES):
        raise CommandError(f"{name} must begin with {' or '.join(DATABASES)}")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:  # the error's text may quote the password
        raise CommandError(f"{name} is not the address of a database.") from error
    if not url.database:
        raise CommandError(f"{name} does not contain the name of a database.")


def _check_source(engine: Engine) -> None:
    try:
        fault = schema_fault(engine)
    except SQLAlchemyError as error:
        raise CommandError(f"{engine.url!r} can't be opened ({type(error).__name__}).") from error
    if fault:
        raise CommandError(
            "FROM doesn't have the tables of this version of the site. If it comes from an older version, set "
            "REFLEX_DB_URL to FROM and start this site once, which updates FROM. If it comes from a newer version, "
            "update this site."
        )
