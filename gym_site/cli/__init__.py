"""The site's commands: ``python -m gym_site COMMAND``; ``--help`` lists them."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.loading import unreadable
from gym_site.cli.command import Parser, report
from gym_site.db.engine import why_unreadable
from gym_site.errors import SettingsError, SiteError
from gym_site.fallback import go_on
from gym_site.settings import VERSION, load_settings, site_command

# Each command and the module that defines it. If a command is given, only its module is imported.
COMMANDS = {
    "build": "build",
    "rollback": "build",
    "serve": "serve",
    "dev": "dev",
    "export": "export",
    "check": "check",
    "leads": "leads",
    "seo": "records",
    "business": "records",
    "new-gym": "new_gym",
    "backup": "backup",
    "database": "database",
    "alert": "alert",
    "status": "status",
    "visits": "visits",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return 0, or 1 if it printed an error or found mistakes; wrong arguments exit with 2."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    name = given[0] if given else ""
    if name != "serve" and (broken := unreadable()):  # `serve` skips this check to start quickly
        if name == "check":
            return report(broken, as_json="--json" in given)
        lines = [f"{finding.place}: {finding.message}" for finding in broken]
        go_on(given, lines)
        print(*lines, sep="\n", file=sys.stderr)
        return 1
    parser = Parser(prog=site_command(), description="The commands of the gym's site.")
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in [COMMANDS[name]] if name in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"gym_site.cli.{module}").add(commands)
    try:
        chosen = parser.parse_args(given)
        code = chosen.run(chosen) or 0
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the program that reads the output, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except SettingsError as error:
        print(f"Settings: {error}", file=sys.stderr)
    except SiteError as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(why_unreadable(load_settings().db_url, error), file=sys.stderr)
    return 1
