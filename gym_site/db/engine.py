"""The engine: one set of safe defaults for SQLite and for PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError

BUSY_SECONDS = 5  # how long a writer waits for another one; below the 8 s in which a visitor is answered


def make_engine(url: str) -> Engine:
    """Return an engine for ``sqlite:///...`` or ``postgresql+psycopg://...``; nothing is opened yet.

    SQLite: WAL, every commit on disk before it is acknowledged, deleted words overwritten, and transactions that hold
    table definitions too. ``execution_options(writes=True)`` on a connection takes the write lock at once, for a
    transaction that reads before it writes. PostgreSQL: connections are tried before use, 3 s to connect or to get one
    from the pool, 5 s for a statement.

    Parameters never appear in logs or exceptions: they are what visitors wrote.
    """
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_timeout=3,
            connect_args={"connect_timeout": 3, "options": f"-c statement_timeout={BUSY_SECONDS * 1000}"},
        )
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "checkout", _refuse_another_file)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    connection.isolation_level = None  # the module's own BEGIN leaves table definitions outside the transaction
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    _switch_to_wal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")
    if path := cursor.execute("PRAGMA database_list").fetchone()[2]:  # else it is in memory
        record.info["file"] = Path(path), Path(path).stat()
    cursor.close()


def _refuse_another_file(_connection: sqlite3.Connection, record: Any, _proxy: Any) -> None:
    """Open the file anew when it was deleted, moved or restored: SQLite would go on writing to the old one."""
    if "file" not in record.info:
        return
    path, opened = record.info["file"]
    try:
        same = os.path.samestat(path.stat(), opened)
    except OSError:
        same = False
    if not same:
        raise DisconnectionError


def _switch_to_wal(cursor: sqlite3.Cursor) -> None:
    """Switch once in the file's life. SQLite doesn't wait for other processes at that moment, so we do."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if time.monotonic() > give_up or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(0.02)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
