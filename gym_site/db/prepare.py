"""Migrates the database and writes its records, even when several processes start at once; changes a record."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, delete, insert, inspect
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlmodel import col

from gym_site.content.business import Business
from gym_site.content.page_records import PageRecord
from gym_site.db.engine import folder_fault, make_private, open_engine
from gym_site.db.queries import business_record, page_record
from gym_site.db.staff_values import BUSINESS_NAME, HOURS_NAME, FolderRecords, complete, pending, stored_days
from gym_site.db.tables import Lead, StaffValue
from gym_site.errors import MigrationError, RecordFaultError, SchemaError
from gym_site.folder import shown
from gym_site.gym import Gym
from gym_site.refusal import refusal
from gym_site.settings import ROOT, Settings
from gym_site.site import Site, edited

logger = logging.getLogger(__name__)

MIGRATIONS = str(ROOT / "alembic")
WAIT_SECONDS = 60  # maximum wait for another process that is migrating
ADVISORY_LOCK = 0x6779_6D24  # an arbitrary number, the same in every process


def prepare_database(engine: Engine, gym: Gym) -> bool:
    """Call `update_database`; if it fails, log an error and return False."""
    try:
        update_database(engine, FolderRecords(gym))
    except SchemaError as error:
        logger.error("Database not prepared: %s", error)
        return False
    except SQLAlchemyError as error:
        logger.error(
            "Database not prepared (%s): without a database, pages are built from the values in the folder %s",
            folder_fault(engine.url) or type(error).__name__,
            shown(gym.folder.path),
        )
        return False
    if absent := _absent(engine):
        logger.error(
            "The database has no table %s. To write the migration: reflex db makemigrations",
            " or ".join(sorted(absent)),
        )
    return True


def update_database(engine: Engine, records: FolderRecords) -> None:
    """Migrate the database to the newest revision, then write the records: the folder's values, and staff's on top.

    If the database is up to date, nothing is written. All changes are one transaction under a database lock: several
    processes may call this at once, and a killed process leaves no partial change. Raises `SQLAlchemyError` if the
    database is unavailable, `MigrationError` if a migration fails, `SchemaError` if this version of the site doesn't
    know the schema.
    """
    make_private(engine.url)
    if not _is_ready(engine, records):
        with _locked(engine) as connection:
            _migrate(connection, records)
            _write_records(connection, records)


def change_record(engine: Engine, records: FolderRecords, name: str, changes: Mapping[str, Any]) -> None:
    """Change values of a record for staff, by field; None returns to the folder's value.

    ``name``: the page's key, or `BUSINESS_NAME`; or `HOURS_NAME`, for hours that `OpeningHours.with_days` takes. Raises
    `RecordFaultError` for an invalid value, `SQLAlchemyError`.
    """
    new = {field: value for field, value in changes.items() if value is not None}
    if name != HOURS_NAME and (fault := refusal(records[name], **new)):
        raise RecordFaultError(fault)
    with suppress(SchemaError):  # a value can be changed all the same
        update_database(engine, records)
    with _locked(engine) as connection:
        former = col(StaffValue.record) == name, col(StaffValue.field).in_(changes)
        connection.execute(delete(StaffValue).where(*former))
        for field, value in new.items():
            connection.execute(insert(StaffValue).values(record=name, field=field, value=value))
        _write_records(connection, records)


def _write_records(connection: Connection, records: FolderRecords) -> None:
    for statement in pending(connection, records):
        connection.execute(statement)


def edited_now(settings: Settings) -> tuple[Gym, Settings]:
    """Return what `edited` does, with the days that staff set at the desk. If these can't be read, there are none."""
    days: dict[str, str] = {}
    with suppress(SQLAlchemyError), open_engine(settings.db_url) as engine:
        days = stored_days(engine)
    return edited(settings, days)


def prepared_site(engine: Engine, settings: Settings, gym: Gym) -> Site:
    """Prepare the database. Return the site with the stored records; if they can't be read, with the folder's."""
    prepare_database(engine, gym)
    return stored_site(engine, settings, gym)


def stored_site(engine: Engine, settings: Settings, gym: Gym) -> Site:
    """Return the site with the stored records; if they can't be read, with the folder's."""
    with suppress(SQLAlchemyError):
        pages = {slug: page_record(engine, slug) or built_in for slug, built_in in gym.records.items()}
        business = business_record(engine)
        return Site(
            gym=gym,
            settings=settings,
            business=business or gym.business,
            page_records=pages,
            has_business_record=bool(business),
        )
    return Site(gym=gym, settings=settings, business=gym.business, page_records=gym.records)


def site_with(engine: Engine, settings: Settings, gym: Gym) -> Site:
    """Return the site as it will be when this gym is served: with staff's values, but without writing the records."""
    folder = FolderRecords(gym)
    records: Mapping[str, Business | PageRecord] = folder
    with suppress(SQLAlchemyError), engine.connect() as connection:
        records = complete(connection, folder)
    pages = {name: record for name, record in records.items() if isinstance(record, PageRecord)}
    business = records[BUSINESS_NAME]
    assert isinstance(business, Business)
    return Site(gym=gym, settings=settings, business=business, page_records=pages)


def schema_fault(engine: Engine) -> str:
    """Return a sentence if the schema doesn't fit this version of the site, otherwise "". Raises `SQLAlchemyError`."""
    with engine.connect() as connection:
        revision = _revision(connection)
    newest, *older = _revisions(MIGRATIONS)
    if revision == newest:
        return ""
    if not revision or revision in older:
        return (
            f"The database's schema is {revision or 'empty'}, but this version of the site needs {newest}: start the "
            "site again, which updates it."
        )
    return f"The database's {_unknown(revision)}."


def _unknown(revision: str | None) -> str:
    return (
        f"schema {revision} is unknown to this version of the site: start the version that made it. If that is a "
        'commit from before 1.0.0, CHANGELOG.md has the commands, under "Upgrading from an earlier commit"'
    )


@cache
def _revisions(migrations: str) -> list[str]:
    """Return the revisions in a folder, the newest first. Cached, as an update may change a running server's folder."""
    return [script.revision for script in ScriptDirectory(migrations).walk_revisions()]


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _is_ready(engine: Engine, records: FolderRecords) -> bool:
    with engine.connect() as connection:
        return _revision(connection) == _revisions(MIGRATIONS)[0] and next(pending(connection, records), None) is None


def _migrate(connection: Connection, records: FolderRecords) -> None:
    """Run the pending migrations. Raises `MigrationError` if one fails, `SchemaError` if the schema is unknown."""
    revision, newest = _revision(connection), _revisions(MIGRATIONS)[0]
    config = Config(attributes={"connection": connection, "records": records})
    config.set_main_option("script_location", MIGRATIONS.replace("%", "%%"))
    try:
        scripts = ScriptDirectory(MIGRATIONS).iterate_revisions(newest, revision or "base")
        steps = [script.revision for script in scripts]
    except (RevisionError, CommandError) as error:
        raise SchemaError(f"its {_unknown(revision)}") from error
    for step in reversed(steps):
        try:
            command.upgrade(config, step)
        except Exception as error:  # a migration may raise any exception
            reason = f"revision {step} failed ({type(error).__name__}) and was rolled back{_reason(error)}"
            raise MigrationError(reason) from error


def _reason(error: Exception) -> str:
    """Return what failed, for one log line, with table and column but without any stored value."""
    if not isinstance(error, StatementError):
        return ""
    diagnosis = getattr(error.orig, "diag", None)  # PostgreSQL's message, without the details that quote a row
    statement = " ".join((error.statement or "").split())
    return f": {diagnosis.message_primary if diagnosis else error.orig}, in {statement[:200]}"


def _absent(engine: Engine) -> set[str]:
    """Return the names of the tables that the code uses and the database doesn't have."""
    return set(Lead.metadata.tables).difference(inspect(engine).get_table_names())


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
