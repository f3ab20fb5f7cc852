"""Copies all rows from one database to another, such as from SQLite to PostgreSQL."""

from collections.abc import Collection

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select
from sqlmodel import col

from gym_site.db.tables import Lead, LocalSeoContent
from gym_site.errors import UnequalCopyError

BATCH = 500  # rows per statement
TABLES = Lead.metadata.sorted_tables


def is_untouched(engine: Engine, slugs: Collection[str]) -> bool:
    """Return whether a prepared database is unused: it has no leads, no values of staff's, and only the gym's pages.

    ``slugs``: the keys of these pages.
    """
    with engine.connect() as connection:
        pages = set(connection.scalars(select(col(LocalSeoContent.page_slug))))
        used = any(_count(connection, Lead.metadata.tables[name]) for name in ("lead", "staff_value"))
        return not used and pages == {*slugs}


def copy_rows(source: Engine, target: Engine) -> dict[str, tuple[int, int]]:
    """Replace all rows of ``target`` with those of ``source``, in one transaction; both must have the same tables.

    Return each table's number of rows in source and target. Raises `SQLAlchemyError`, and `UnequalCopyError` if the
    numbers differ.
    """
    if source.dialect.name == "postgresql":  # SQLite's transactions always read a consistent state
        source = source.execution_options(isolation_level="REPEATABLE READ")
    writes = target.execution_options(writes=True)
    with source.connect() as reading, writes.begin() as writing:
        for table in reversed(TABLES):
            writing.execute(delete(table))
        for table in TABLES:
            rows = reading.execution_options(yield_per=BATCH).execute(table.select())
            for batch in rows.mappings().partitions():
                writing.execute(insert(table), [dict(row) for row in batch])
            _continue_numbers(writing, table)
        counts = {table.name: (_count(reading, table), _count(writing, table)) for table in TABLES}
        if any(there != here for there, here in counts.values()):
            raise UnequalCopyError
    return counts


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Let PostgreSQL's sequence continue after the copied ids; SQLite needs no such step."""
    column = table.autoincrement_column
    if column is not None and connection.dialect.name == "postgresql":
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        last = select(func.max(column)).scalar_subquery()
        connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))
