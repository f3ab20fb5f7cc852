"""Location and permissions of the SQLite file; its default folder is hidden, so that no ``backend.zip`` packs it."""

import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import URL
from sqlalchemy.engine import make_url

from gym_site.settings import DATABASE_FILE, ROOT

logger = logging.getLogger(__name__)

FORMER_FILE = ROOT / "gym.db"  # the default of earlier versions
BUSY_SECONDS = 5


def current_url(url: str) -> str:
    """Return the URL of the database to use, given that of the settings.

    A former ``gym.db`` is first moved to the default location; while another process has it open, its URL is returned.
    """
    if make_url(url).database != str(DATABASE_FILE) or not FORMER_FILE.is_file():
        return url
    if DATABASE_FILE.exists():
        logger.warning("%s is no longer used: the database is %s", FORMER_FILE, DATABASE_FILE)
        return url
    try:
        _make_folder(DATABASE_FILE.parent)
        former = f"file:{quote(str(FORMER_FILE))}?mode=rw"
        with closing(sqlite3.connect(former, uri=True, timeout=BUSY_SECONDS)) as file:
            file.execute(
                "PRAGMA journal_mode = DELETE"
            )  # empties the journal; fails while another process is connected
        FORMER_FILE.rename(DATABASE_FILE)
    except (sqlite3.Error, OSError) as error:
        if DATABASE_FILE.exists():  # moved by another process in the meantime
            return url
        logger.warning("%s can't be moved to %s yet (%s)", FORMER_FILE, DATABASE_FILE.parent, type(error).__name__)
        return f"sqlite:///{FORMER_FILE}"
    logger.warning("The database was moved from %s to %s", FORMER_FILE, DATABASE_FILE)
    return url


def make_private(url: URL) -> None:
    """Create SQLite's file if it is missing, readable only by its owner, as is its journal."""
    if (file := sqlite_file(url)) is None:
        return
    if file == DATABASE_FILE:  # no other folder: a configured path may be on a disk that isn't mounted
        _make_folder(file.parent)
    with suppress(OSError):  # the next attempt to open it reports the error
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))  # SQLite gives its journal the same mode
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a database URL; None for PostgreSQL, a database in memory, or a SQLite ``file:`` URI."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return None
    return Path(url.database)


def _make_folder(folder: Path) -> None:
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
