"""The site's commands: ``python -m gym_site COMMAND``; ``--help`` lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.loading import unreadable
from gym_site.cli.command import CommandError
from gym_site.cli.report import report
from gym_site.settings import SettingsError

COMMANDS = ("serve", "export", "check", "leads", "records", "backup")  # modules beside this one


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 1 after one line on stderr or a list of mistakes."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    serves = given[:1] == ["serve"]  # must start quickly, without what only the other commands need
    if not serves and (broken := unreadable()):
        if given[:1] == ["check"]:
            return report(broken, as_json="--json" in given)
        print(f"{broken[0].where}: {broken[0].message}", file=sys.stderr)
        return 1
    parser = argparse.ArgumentParser(prog="python -m gym_site", description="The commands of the gym's site.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name in ("serve",) if serves else COMMANDS:
        import_module(f"gym_site.cli.{name}").add(commands)
    chosen = parser.parse_args(given)
    try:
        return chosen.run(chosen) or 0
    except SettingsError as error:
        print(f"Settings: {error}", file=sys.stderr)
    except CommandError as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(
            f"The database can't be read ({type(error).__name__}): is REFLEX_DB_URL right, and has the site run once?",
            file=sys.stderr,
        )
    return 1
