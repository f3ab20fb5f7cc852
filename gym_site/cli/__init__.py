"""Commands for staff: ``python -m gym_site COMMAND``; ``--help`` lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli import backup, leads, records
from gym_site.cli.command import CommandError
from gym_site.settings import SettingsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 1 after one line on stderr."""
    parser = argparse.ArgumentParser(prog="python -m gym_site", description="Commands for the gym's staff.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    leads.add(commands)
    records.add(commands)
    backup.add(commands)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except (SettingsError, CommandError) as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(
            f"The database can't be read ({type(error).__name__}): is REFLEX_DB_URL right, and has the site run once?",
            file=sys.stderr,
        )
    else:
        return 0
    return 1
