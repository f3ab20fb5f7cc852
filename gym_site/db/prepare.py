"""Migrates the database and adds missing records, safely even when several processes start at once."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Insert, Table, TypeDecorator, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_private
from gym_site.db.queries import business_record, page_record
from gym_site.db.tables import BusinessInfo, Lead, LocalSeoContent
from gym_site.settings import ROOT, Settings
from gym_site.site import Site

logger = logging.getLogger(__name__)

MIGRATIONS = str(ROOT / "alembic")
WAIT_SECONDS = 60  # maximum wait for another process that is migrating
ADVISORY_LOCK = 0x6779_6D24  # an arbitrary number, the same in every process


class SchemaError(Exception):
    """The schema doesn't fit this version of the site, and was not changed. The message fits one log line."""


class MigrationError(SchemaError):
    """A migration failed and was rolled back. The message contains its revision."""


def prepare_database(engine: Engine) -> bool:
    """Call `update_database`; if it fails, log an error and return False."""
    try:
        update_database(engine)
    except SchemaError as error:
        logger.error("Database not prepared: %s", error)
        return False
    except SQLAlchemyError as error:
        logger.error(
            "Database not prepared (%s): without a database, pages are built from the records in gym_site/content",
            type(error).__name__,
        )
        return False
    return True


def update_database(engine: Engine) -> None:
    """Migrate the database to the newest revision, then add the records that are missing.

    Existing records are not changed. If the database is up to date, nothing is written. All changes are one transaction
    under a database lock: several processes may call this at once, and a killed process leaves no partial change. After
    the migrations, each table must store and return a test row; otherwise the migrations are rolled back. Raises
    `SQLAlchemyError` if the database is unavailable, `MigrationError` if a migration fails, `SchemaError` if the
    schema is newer than this version of the site.
    """
    make_private(engine.url)
    if not _is_ready(engine):
        with _locked(engine) as connection:
            _migrate(connection)
            for added in _missing(connection):
                connection.execute(added)


def prepared_site(engine: Engine, settings: Settings) -> Site:
    """Prepare the database. Return the site with the stored records; if they can't be read, with the seeds."""
    prepare_database(engine)
    with suppress(SQLAlchemyError):
        pages = {slug: page_record(engine, slug) or built_in for slug, built_in in PAGE_RECORDS.items()}
        business = business_record(engine)
        return Site(
            settings=settings, business=business or BUSINESS, page_records=pages, has_business_record=bool(business)
        )
    return Site(settings=settings, business=BUSINESS, page_records=PAGE_RECORDS)


def schema_fault(engine: Engine) -> str:
    """Return a sentence if the schema doesn't fit this version of the site, otherwise "". Raises `SQLAlchemyError`."""
    with engine.connect() as connection:
        revision, newest = _revision(connection), _newest(MIGRATIONS)
    if revision == newest:
        return ""
    return f"The database's schema is {revision or 'empty'}, but this version of the site needs {newest}."


@cache
def _newest(migrations: str) -> str | None:
    """Return the newest revision in a folder. Cached, because an update may change the folder of a running server."""
    return ScriptDirectory(migrations).get_current_head()


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _is_ready(engine: Engine) -> bool:
    with engine.connect() as connection:
        return _revision(connection) == _newest(MIGRATIONS) and not _missing(connection)


def _migrate(connection: Connection) -> None:
    """Run the pending migrations. Raises `MigrationError` if one fails, `SchemaError` if the schema is newer."""
    revision, newest = _revision(connection), _newest(MIGRATIONS)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", MIGRATIONS.replace("%", "%%"))
    try:
        scripts = ScriptDirectory(MIGRATIONS).iterate_revisions(newest or "head", revision or "base")
        pending = [script.revision for script in scripts]
    except (RevisionError, CommandError) as error:
        raise SchemaError(f"its schema revision {revision} is newer than this version of the site") from error
    for step in reversed(pending):
        try:
            command.upgrade(config, step)
            if step == newest:
                _try_tables(connection)
        except Exception as error:  # a migration may raise any exception
            raise MigrationError(f"revision {step} failed ({type(error).__name__}) and was rolled back") from error


def _try_tables(connection: Connection) -> None:
    """Write a test row to each table that the code uses, read it, then roll back. Raises `SQLAlchemyError`."""
    with connection.begin_nested() as savepoint:
        for table in Lead.metadata.sorted_tables:
            key = connection.execute(insert(table).values(sample_row(table))).inserted_primary_key or ()
            is_row = (column == value for column, value in zip(table.primary_key, key, strict=True))
            connection.execute(select(table).where(*is_row)).one()
        savepoint.rollback()


def sample_row(table: Table) -> dict[str, Any]:
    """Return a test row without the id that the database assigns. All strings are random: a column may be unique."""
    samples = {str: uuid4().hex, UUID: uuid4(), int: 0, datetime: datetime.now(UTC), object: {}}  # object: JSON columns
    row = {}
    for column in table.columns:
        if column is not table.autoincrement_column:
            kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
            sample = samples[kind.python_type]
            row[column.name] = sample[: getattr(kind, "length", None)] if isinstance(sample, str) else sample
    return row


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """Open a transaction, which one process at a time can have. Its connection has long timeouts and is not reused."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        connection.detach()
        if engine.dialect.name == "sqlite":
            connection.connection.cursor().execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{WAIT_SECONDS}s'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
            yield connection


def _missing(connection: Connection) -> list[Insert]:
    """Return an INSERT statement for each missing record."""
    present = set(connection.scalars(select(col(LocalSeoContent.page_slug))))
    missing = [page for slug, page in PAGE_RECORDS.items() if slug not in present]
    added = [insert(LocalSeoContent).values(asdict(page)) for page in missing]
    if connection.scalar(select(col(BusinessInfo.id)).limit(1)) is None:
        added.append(insert(BusinessInfo).values(asdict(BUSINESS)))
    return added
