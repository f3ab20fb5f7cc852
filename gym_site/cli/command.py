"""What every command for staff needs."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from sqlalchemy import Engine

from gym_site.db.engine import make_engine
from gym_site.db.location import current_url
from gym_site.settings import load_settings

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class CommandError(Exception):
    """A command can't do what was asked; the message is one line for the person who asked."""


def group(commands: Commands, name: str, about: str) -> Commands:
    """Add a group of commands, such as ``leads``."""
    return commands.add_parser(name, help=about).add_subparsers(required=True, metavar="COMMAND")


def open_engine() -> Engine:
    """Return an engine for the database that the settings name. Raises `SettingsError`."""
    return make_engine(current_url(load_settings().db_url))
