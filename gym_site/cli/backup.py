"""``backup FILE``: a copy of the database that can be put in its place (docs/operations.md)."""

import argparse
import asyncio
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli.command import CommandError, Commands, add_command, open_engine
from gym_site.db.engine import close, make_engine
from gym_site.db.prepare import SchemaError, update_database
from gym_site.leads.alerts import send_alert
from gym_site.leads.maintenance import Maintenance
from gym_site.settings import load_settings

NAMED = "gym-%Y-%m-%d-%H%M%S.db"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    about = "copy the database, while the site runs, into a new file"
    backup = add_command(commands, "backup", about, _run)
    backup.add_argument("file", type=Path)
    about = (
        "FILE is a folder: put a copy into it, try to restore it, and delete those that are older; alert if that fails"
    )
    backup.add_argument("--keep", type=int, metavar="DAYS", help=about)


def _run(chosen: argparse.Namespace) -> None:
    if chosen.keep is None:
        _backup(chosen)
        return
    folder, now = chosen.file, datetime.now()
    try:
        _backup(argparse.Namespace(file=folder / now.strftime(NAMED)))
        _restore_on_trial(folder / now.strftime(NAMED))
        _delete_before(folder, now - timedelta(days=chosen.keep))
    except CommandError as error:
        asyncio.run(send_alert(load_settings(), f"The backup failed. {error}", {}))
        raise


def _restore_on_trial(copy: Path) -> None:
    """Start on a copy of the copy, as the site would. Raises `CommandError`."""
    with TemporaryDirectory(dir=copy.parent) as folder:
        engine = make_engine(f"sqlite:///{shutil.copy(copy, folder)}")
        try:
            update_database(engine)
            requests = sum(Maintenance(engine).stats().by_status.values())
        except (SQLAlchemyError, SchemaError) as error:
            raise CommandError(f"{copy} can't be restored ({type(error).__name__}).") from error
        finally:
            close(engine)
    print(f"Restored on trial, with {requests} requests.")


def _delete_before(folder: Path, oldest: datetime) -> None:
    """Delete the copies that this command has made before ``oldest``, by their names."""
    for file in folder.glob("gym-*.db"):
        try:
            is_old = datetime.strptime(file.name, NAMED) < oldest
        except ValueError:  # somebody else's
            continue
        if is_old:
            file.unlink()
            print(f"Deleted {file.name}.")


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
