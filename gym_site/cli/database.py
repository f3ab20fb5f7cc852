"""``database copy FROM TO``: copies the data to another database (docs/operations.md, "Growth")."""

from typing import Annotated

from cyclopts import App, Parameter
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli.command import gym, print_table
from gym_site.db.engine import fingerprint, open_engine
from gym_site.db.prepare import prepare_database, schema_fault
from gym_site.db.transfer import copy_rows, is_untouched
from gym_site.errors import CommandError, UnequalCopyError
from gym_site.setting_values import database_address

app = App(name="database", help="The database itself.")
From = Annotated[str, Parameter(name="FROM")]
To = Annotated[str, Parameter(name="TO")]


@app.command
def copy(source: From, target: To, /) -> None:
    """Copy everything into an empty database, from SQLite to PostgreSQL or back; stop the site first.

    Args:
        source: address of the database to copy, as in REFLEX_DB_URL
        target: address of an empty database
    """
    addresses = _address(source, "FROM"), _address(target, "TO")
    if len(set(map(fingerprint, addresses))) == 1:
        raise CommandError("FROM and TO are the same database.")
    try:
        with open_engine(addresses[0]) as there, open_engine(addresses[1]) as here:
            _check_source(there)  # before TO is created
            if not prepare_database(here, gym()):
                raise CommandError(f"TO can't be prepared: {here.url!r}")  # repr hides the password
            if not is_untouched(here, gym().records):
                raise CommandError(f"TO is not empty: {here.url!r} has requests, or records that somebody changed.")
            counts = copy_rows(there, here)
    except UnequalCopyError as error:
        raise CommandError(
            "After the copy, TO had different rows from FROM, so the copy was undone. Is a site using TO?"
        ) from error
    except SQLAlchemyError as error:
        raise CommandError(f"The copy failed ({type(error).__name__}); nothing was copied.") from error
    print_table([{"table": name, "in FROM": there, "in TO": here} for name, (there, here) in counts.items()])
    requests = counts["lead"][1]
    plural = "s" if requests != 1 else ""
    print(
        f"Copied everything, including {requests} request{plural}. "
        "Now set REFLEX_DB_URL to the copy's address and start the site."
    )


def _address(text: str, name: str) -> str:
    try:
        return database_address(text)
    except ValueError as error:
        raise CommandError(f"{name} {error}.") from error


def _check_source(engine: Engine) -> None:
    try:
        fault = schema_fault(engine)
    except SQLAlchemyError as error:
        raise CommandError(f"{engine.url!r} can't be opened ({type(error).__name__}).") from error
    if fault:
        raise CommandError(
            f"FROM doesn't have the tables of this version of the site. {fault} (For that, set REFLEX_DB_URL to FROM.)"
        )
