"""``backup FILE``: copies the database into a SQLite file, from which it can be restored (docs/operations.md)."""

import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.cli.command import MAX_DAYS, FileOrPipe, database_url, gym, way_around, within
from gym_site.db.engine import open_engine
from gym_site.db.prepare import schema_fault, update_database
from gym_site.db.staff_values import FolderRecords
from gym_site.db.transfer import copy_rows
from gym_site.errors import CommandError, DatabaseError
from gym_site.leads.maintenance import Maintenance

NAMED = "gym-%Y-%m-%d-%H%M%S.db"
PRIVATE = "protect it like the database, and delete it soon"
TRIED = "restored-on-trial"  # a file that contains the name of the last copy whose restore was tested


def backup(file: FileOrPipe, /, *, keep: Annotated[int | None, within(1, MAX_DAYS)] = None) -> None:
    """Copy the database (SQLite or PostgreSQL) into a new SQLite file, while the site runs.

    Args:
        file: new file, or - for a pipe
        keep: days; use FILE as a folder: add a copy, test that it can be restored, delete copies older than that
    """
    if keep is None:
        if str(file) == "-":
            _write_to_pipe()
        else:
            print(f"{_backup(file)} to {file}: {PRIVATE}.")
        return
    folder, now = file, gym().brand.now()
    copy = folder / now.strftime(NAMED)
    print(f"{_backup(copy)} to {copy}: protect it like the database.")
    _restore_on_trial(copy)
    (folder / TRIED).write_text(copy.name, encoding="utf-8")
    _delete_before(folder, now - timedelta(days=keep))


def _restore_on_trial(copy: Path) -> None:
    """Test that a backup can be restored: migrate and read a duplicate of it. Raises `CommandError`."""
    with TemporaryDirectory(dir=copy.parent) as folder:
        try:
            with open_engine(f"sqlite:///{shutil.copy(copy, folder)}") as engine:
                update_database(engine, FolderRecords(gym()))
                requests = sum(Maintenance(engine).stats().by_status.values())
        except (SQLAlchemyError, DatabaseError) as error:
            raise CommandError(f"{copy} can't be restored ({type(error).__name__}).") from error
    print(f"Test restore succeeded; requests: {requests}.")


def _delete_before(folder: Path, oldest: datetime) -> None:
    """Delete the copies that are older than ``oldest``, judged by the time in their names."""
    for made, file in copies(folder):
        if made < oldest:
            file.unlink()
            print(f"Deleted {file.name}.")


def copies(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the copies that this command made in a folder, with the times in their names, oldest first."""
    found = []
    for file in folder.glob("gym-*.db"):
        with suppress(ValueError):  # another file
            found.append((gym().brand.time(datetime.strptime(file.name, NAMED)), file))
    return sorted(found)


def _write_to_pipe() -> None:
    if sys.stdout.isatty():
        raise CommandError("Write it into a file that you alone can read: (umask 077; ... backup - > gym.db)")
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "gym.db"
        copied = _backup(copy)
        with copy.open("rb") as file:
            shutil.copyfileobj(file, sys.stdout.buffer)
    print(f"{copied}: {PRIVATE}.", file=sys.stderr)


def _backup(file: Path) -> str:
    """Copy the database into a new file; return how much was copied, in words. Raises `CommandError`."""
    url = database_url()
    source = make_url(url)
    is_file = source.get_backend_name() == "sqlite"
    if is_file and not Path(source.database or "").is_file():
        raise CommandError(f"There is no database at {source.database}: start the site once.")
    try:
        file.touch(0o600, exist_ok=False)  # private: it contains visitors' data
    except OSError as error:
        raise CommandError(f"{file} can't be written: {error.strerror}{way_around(error, '-')}") from error
    try:
        leads = _copy_file(source.database or "", file) if is_file else _copy_rows(url, file)
    except CommandError:
        file.unlink()
        raise
    return f"Copied {leads} request{'s' * (leads != 1)}"


def _copy_file(source: str, file: Path) -> int:
    """Copy a SQLite file; return how many requests are in the copy. Raises `CommandError`."""
    try:
        with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(file)) as copy:
            there.backup(copy)
            (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
            (leads,) = copy.execute("SELECT count(*) FROM lead").fetchone()
    except sqlite3.Error as error:
        raise CommandError(f"The copy failed: {error}") from error
    if verdict != "ok":
        raise CommandError(f"The copy is damaged, and the database may be too: {verdict}")
    return leads


def _copy_rows(url: str, file: Path) -> int:
    """Copy the rows of a PostgreSQL database; return how many requests are in the copy. Raises `CommandError`."""
    try:
        with open_engine(url) as source, open_engine(f"sqlite:///{file}") as copy:
            if fault := schema_fault(source):
                raise CommandError(fault)
            update_database(copy, FolderRecords(gym()))
            return copy_rows(source, copy)["lead"][1]
    except (SQLAlchemyError, DatabaseError) as error:
        raise CommandError(f"The copy failed ({type(error).__name__}).") from error
