"""``backup FILE``: a copy of the database that can be put in its place (docs/operations.md)."""

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from gym_site.cli.command import CommandError, Commands, add_command, open_engine


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    about = "copy the database, while the site runs, into a new file"
    add_command(commands, "backup", about, _backup).add_argument("file", type=Path)


def _backup(chosen: argparse.Namespace) -> None:
    url = open_engine().url
    if url.get_backend_name() != "sqlite":
        raise CommandError("This is for SQLite. PostgreSQL has its own: pg_dump --format=custom (docs/operations.md).")
    if not url.database or not Path(url.database).is_file():
        raise CommandError(f"There is no database at {url.database}: start the site once.")
    try:
        chosen.file.touch(0o600, exist_ok=False)  # for nobody else on this machine
    except OSError as error:
        raise CommandError(f"{chosen.file} can't be written: {error.strerror}") from error
    try:
        with closing(sqlite3.connect(url.database)) as source, closing(sqlite3.connect(chosen.file)) as copy:
            source.backup(copy)
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            (leads,) = copy.execute("SELECT count(*) FROM lead").fetchone()
    except sqlite3.Error as error:
        chosen.file.unlink()
        raise CommandError(f"The copy failed: {error}") from error
    if verdict != "ok":
        raise CommandError(f"The copy is damaged, and so may be the database: {verdict}")
    copied = f"{leads} request{'s' * (leads != 1)}"
    print(f"Copied {copied} to {chosen.file}: keep it as safe as the database, and not for long.")
