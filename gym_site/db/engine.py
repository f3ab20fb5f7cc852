"""The database engine, with safe defaults for SQLite and PostgreSQL, and the permissions of SQLite's files."""

import hashlib
import json
import os
import sqlite3
import time
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError

from gym_site.settings import DATABASE_FILE

BUSY_SECONDS = 5  # for which a writer waits for another; less than the 8 s in which a visitor gets a response
JOURNAL_BUSY_SECONDS = 0.2  # for which emptying the journal waits for readers: it is retried soon


def make_engine(url: str) -> Engine:
    """Return an engine for ``sqlite:///...`` (an existing file) or ``postgresql+psycopg://...``. Opens no connection.

    ``execution_options(writes=True)`` makes a transaction take SQLite's write lock at its start, as it must if it reads
    before it writes.
    """
    serialise = partial(json.dumps, ensure_ascii=False)  # an emoji takes four bytes, not twelve
    # Parameters contain visitors' input and must not appear in logs or exceptions.
    create = partial(create_engine, url, hide_parameters=True, json_serializer=serialise)
    if make_url(url).get_backend_name() != "sqlite":
        limits = {"connect_timeout": 3, "options": f"-c statement_timeout={BUSY_SECONDS * 1000}"}
        return create(pool_pre_ping=True, pool_timeout=3, connect_args=limits)
    engine = create(creator=partial(_open, make_url(url).database, BUSY_SECONDS))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "checkout", _refuse_another_file)
    return engine


def fingerprint(url: str) -> str:
    """Return a short hash that identifies the database and does not depend on the password."""
    parsed = make_url(url)
    file = parsed.get_backend_name() == "sqlite" and Path(parsed.database or "").resolve()
    return hashlib.sha256(str(file or parsed.set(password=None)).encode()).hexdigest()[:12]


def make_private(url: URL) -> None:
    """Create SQLite's file if it is missing; make it and its journal readable only by their owner."""
    if url.get_backend_name() != "sqlite":
        return
    file = Path(url.database or "")
    if file == DATABASE_FILE:  # never create another folder: it may belong to a disk that isn't mounted
        with suppress(OSError):
            file.parent.mkdir(exist_ok=True)
            file.parent.chmod(0o700)
    with suppress(OSError):  # the next attempt to open it reports the error
        # Never open an existing file: closing it would release the locks that SQLite holds on it in this process.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite gives its journal the same mode
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with suppress(OSError):
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def empty_journal(engine: Engine) -> bool:
    """Remove deleted content from SQLite's journal; False if another connection is busy or the disk is full."""
    if engine.dialect.name != "sqlite":
        return True
    try:
        with closing(_open(engine.url.database, JOURNAL_BUSY_SECONDS)) as connection:
            (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    return not busy


def close(engine: Engine) -> None:
    """Close the connections; leave SQLite's journal empty."""
    try:
        empty_journal(engine)
    finally:
        engine.dispose()


def _open(file: str | None, timeout: float) -> sqlite3.Connection:
    """Open SQLite's file; an error if it is missing. ``timeout``: seconds to wait for a lock."""
    existing = f"{Path(file or '').absolute().as_uri()}?mode=rw"
    # With an isolation level sqlite3 would run schema changes outside the transaction.
    return sqlite3.connect(existing, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False)


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    _switch_to_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")  # a commit returns only once it is on the disk
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    path = Path(connection.execute("PRAGMA database_list").fetchone()[2])
    record.info["file"] = path, path.stat()


def _refuse_another_file(_connection: sqlite3.Connection, record: Any, _proxy: Any) -> None:
    """Reconnect if the file was deleted or replaced; otherwise SQLite would go on writing to the old one."""
    path, opened = record.info["file"]
    with suppress(OSError):
        if os.path.samestat(path.stat(), opened):
            return
    raise DisconnectionError


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL (a setting stored in the file). SQLite's busy timeout doesn't apply here, so poll for the lock."""
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


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
