"""``dev``: run the site with hot reload, until it is stopped."""

import argparse

from gym_site.cli.command import Commands, add_command
from gym_site.cli.processes import run_whole
from gym_site.settings import load_settings


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    add_command(commands, "dev", "run the site with hot reload", _dev)


def _dev(_chosen: argparse.Namespace) -> int:
    load_settings()  # an error in them is reported before Reflex begins
    return run_whole("reflex", "run")
