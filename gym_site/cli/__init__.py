"""The site's commands: ``python -m gym_site COMMAND``; ``--help`` lists them."""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError
from sqlalchemy.exc import SQLAlchemyError

from gym_site.db.engine import why_unreadable
from gym_site.errors import CommandError, SettingsError, SiteError
from gym_site.settings import VERSION, load_settings, site_command

app = App(
    name=site_command(),
    help="The commands of the gym's site.",
    version=VERSION,
    version_flags="--version",
    help_format="plaintext",
    help_formatter="plain",
    default_parameter=Parameter(negative=(), show_default=lambda value: value or None),
    result_action="return_value",
    exit_on_error=False,
    print_error=False,
)
# Of a command that is given, only its module is imported.
for name, path in {
    "build": "build:build",
    "serve": "serve:serve",
    "dev": "dev:dev",
    "export": "export:export",
    "check": "check:check",
    "leads": "leads:app",
    "seo": "records:seo",
    "business": "records:business",
    "new-gym": "new_gym:new_gym",
    "new-format": "new_format:new_format",
    "backup": "backup:backup",
    "database": "database:app",
    "alert": "alert:app",
    "status": "status:status",
    "visits": "visits:visits",
}.items():
    app.command(f"gym_site.cli.{path}", name=name)


def desk(*_: Annotated[str, Parameter(allow_leading_hyphen=True)]) -> None:
    """Pages with a password for staff: not installed."""
    packages = "pip install --require-hashes -r requirements-desk.txt"
    raise CommandError(f"The desk needs packages of its own. On a server: gym-site desk on. Elsewhere: {packages}")


# Servers without a desk don't have its packages.
app.command("gym_site.desk.commands:app" if find_spec("argon2") else desk, name="desk")
app.command("gym_site.desk.folders:app", name="folder")
# For deploy/gym-site, also that of an earlier version: no command to type, as the code would stay.
app.command("gym_site.cli.builds:roll_back", name="rollback", show=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return 0, 1 if it printed an error or found mistakes, or 2 if the arguments were wrong."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    name = given[0] if given else ""
    if not name or name in app.help_flags:
        for one in app:
            _ = app[one]  # imports it, as its docstring says what it is about
    try:
        code = app(given) or 0
        sys.stdout.flush()
        return code
    except CycloptsError as error:
        print(explained(error), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the program that reads the output, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except SettingsError as error:
        print(f"Settings: {error}", file=sys.stderr)
    except SiteError as error:
        print(error, file=sys.stderr)
    except SQLAlchemyError as error:
        print(why_unreadable(load_settings().db_url, error), file=sys.stderr)
    return 1


def explained(error: CycloptsError) -> str:
    """Return what is wrong with the arguments, in one line, with what was probably meant."""
    called = " ".join([site_command(), *(error.command_chain or ())])
    said = str(error)
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens and error.app:
        word = error.unused_tokens[0]
        near = get_close_matches(word, error.app, n=1, cutoff=0.6)
        said = f"{word} is not known here{f': did you mean {called} {near[0]}?' if near else '.'}"
    return f"{' '.join(said.split())} For help: {called} --help"
