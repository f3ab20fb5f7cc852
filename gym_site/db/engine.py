"""Creates the database engine, with safe defaults for SQLite and PostgreSQL, and keeps SQLite's files private."""

import hashlib
import json
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError

from gym_site.settings import DATABASE_FILE, ROOT

BUSY_SECONDS = 5  # maximum wait for a lock (SQLite) or a statement (PostgreSQL); shorter than a form's deadline of 8 s
SHARED = stat.S_ISGID | stat.S_IRWXG  # the mode of a folder that is shared with its group on purpose
JOURNAL_BUSY_SECONDS = 0.2  # maximum wait for a lock when emptying the journal; the server empties it every minute


def make_engine(url: str) -> Engine:
    """Return an engine for ``sqlite:///...`` or ``postgresql+psycopg://...``. Opens no connection.

    SQLite's file must exist at the first connection. A transaction that reads before it writes needs
    ``execution_options(writes=True)``: it then takes SQLite's write lock at its start.
    """
    serialise = partial(json.dumps, ensure_ascii=False)  # stores an emoji in 4 bytes; escaped, it would take 12
    # Hide the SQL parameters in logs and exceptions: they contain visitors' input.
    create = partial(create_engine, url, hide_parameters=True, json_serializer=serialise)
    if make_url(url).get_backend_name() != "sqlite":
        # A pooler such as PgBouncer refuses start-up parameters, and may give each transaction another connection: so
        # each transaction sets its limit, and psycopg prepares no statement.
        options = {"connect_timeout": 3, "prepare_threshold": None}
        engine = create(pool_pre_ping=True, pool_timeout=3, connect_args=options)
        event.listen(engine, "begin", _limit_statements)
        return engine
    engine = create(creator=partial(_open, make_url(url).database, BUSY_SECONDS))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "checkout", _refuse_another_file)
    return engine


@contextmanager
def open_engine(url: str) -> Iterator[Engine]:
    """Make an engine, and close its connections at the end, which Python would leave to chance."""
    engine = make_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def fingerprint(url: str) -> str:
    """Return a short hash that identifies the database and does not depend on the password."""
    parsed = make_url(url)
    file = parsed.get_backend_name() == "sqlite" and Path(parsed.database or "").resolve()
    return hashlib.sha256(str(file or parsed.set(password=None)).encode()).hexdigest()[:12]


def why_unreadable(url: str, error: SQLAlchemyError) -> str:
    """Return a sentence for people about a database that can't be read, without its password."""
    if fault := folder_fault(make_url(url)):
        return fault
    host = make_url(url).host
    # The driver has no error class or code for a refused login.
    if host and "password" in str(getattr(error, "orig", "")):
        return f"The database server {host} refuses the user or password in REFLEX_DB_URL."
    return (
        f"The database{f' on {host}' if host else ''} can't be read ({type(error).__name__}): is REFLEX_DB_URL right, "
        "is the database running, and has the site run once?"
    )


def folder_fault(url: URL) -> str:
    """Return a sentence if SQLite's file has no folder and the site doesn't create it, otherwise ""."""
    file = Path(url.database or "")
    if url.get_backend_name() != "sqlite" or file.parent.is_dir() or file.is_relative_to(ROOT):
        return ""
    return f"There is no folder {file.parent} for the database: correct REFLEX_DB_URL, create it, or mount its disk."


def make_private(url: URL) -> None:
    """Create SQLite's file if it is missing; let only the owner read or write the file and its journal.

    In a folder with the set-group-ID bit, whose group may write there, the group may too: see `desk_on` in
    deploy/gym-site.
    """
    if url.get_backend_name() != "sqlite":
        return
    file, mode = Path(url.database or ""), 0o600
    with suppress(OSError):
        if file.is_relative_to(ROOT):  # another folder may be on a disk that isn't mounted
            file.parent.mkdir(0o700, parents=True, exist_ok=True)
        if file.parent.stat().st_mode & SHARED == SHARED:
            mode = 0o660
        elif file.parent == DATABASE_FILE.parent:
            file.parent.chmod(0o700)
    with suppress(OSError):  # ignore errors here: the first connection reports them
        # O_EXCL: never open an existing file, because closing it would release SQLite's locks in this process.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))  # the journal gets the same mode
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):
            if path.stat().st_mode & 0o777 != mode:
                path.chmod(mode)


def empty_journal(engine: Engine) -> bool:
    """Empty SQLite's journal, which may contain deleted content; False if it is in use or the disk is full."""
    if engine.dialect.name != "sqlite":
        return True
    try:
        with closing(_open(engine.url.database, JOURNAL_BUSY_SECONDS)) as connection:
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    return not busy


def close(engine: Engine) -> None:
    """Empty SQLite's journal if possible, then close the connections."""
    try:
        empty_journal(engine)
    finally:
        engine.dispose()


def _open(file: str | None, timeout: float) -> sqlite3.Connection:
    """Open SQLite's file, which must exist. ``timeout``: seconds to wait for a lock."""
    existing = f"{Path(file or '').absolute().as_uri()}?mode=rw"
    # isolation_level=None: `_begin_sqlite` begins the transactions. sqlite3 itself would begin none for schema changes.
    return sqlite3.connect(existing, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False)


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    _switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")  # a commit returns only after its data is on disk
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
    record.info["file"] = path, path.stat()


def _refuse_another_file(_connection: sqlite3.Connection, record: Any, _proxy: Any) -> None:
    """Make the pool reconnect if the file was deleted or replaced: the old connection would write to the old file."""
    path, opened = record.info["file"]
    with suppress(OSError):
        if os.path.samestat(path.stat(), opened):
            return
    raise DisconnectionError


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL mode. If it is locked, retry for `BUSY_SECONDS`: SQLite's busy timeout doesn't apply."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if time.monotonic() > give_up or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(0.02)
        else:
            return


def _limit_statements(connection: Connection) -> None:
    plain = {"stream_results": False, "yield_per": None}  # the connection may be set to stream rows
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = {BUSY_SECONDS * 1000}", execution_options=plain)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
