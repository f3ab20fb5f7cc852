"""Migrates the database and adds missing records, safely even when several processes start at once."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Insert, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_private
from gym_site.db.queries import business_record, page_record
from gym_site.db.tables import BusinessInfo, LocalSeoContent
from gym_site.settings import ROOT, Settings
from gym_site.site import Site

logger = logging.getLogger(__name__)

MIGRATIONS = str(ROOT / "alembic")
WAIT_SECONDS = 60  # for another process that is migrating
ADVISORY_LOCK = 0x6779_6D24  # any number, the same in every process


def prepare_database(engine: Engine) -> bool:
    """Migrate to the newest revision; add the business record and page records that are missing.

    Existing records are kept. Everything happens in a single transaction under a lock of the database, so several
    processes may call this at once, and a killed one leaves nothing half done. If there is nothing to do it only reads.
    Returns False, and logs an error, when the database is unavailable or has a newer schema than this code.
    """
    make_private(engine.url)
    try:
        if not _is_ready(engine):
            with _locked(engine) as connection:
                config = Config(attributes={"connection": connection})
                config.set_main_option("script_location", MIGRATIONS.replace("%", "%%"))
                command.upgrade(config, "head")
                for added in _missing(connection):
                    connection.execute(added)
    except (SQLAlchemyError, CommandError) as error:
        logger.error("Database not prepared (%s): pages are built from their defaults", type(error).__name__)
        return False
    return True


def prepared_site(engine: Engine, settings: Settings) -> Site:
    """Prepare the database and return the site as it is stored there; as in the content where it is unavailable."""
    if prepare_database(engine):
        with suppress(SQLAlchemyError):  # away since then
            pages = {slug: page_record(engine, slug) or built_in for slug, built_in in PAGE_RECORDS.items()}
            business = business_record(engine)
            return Site(
                settings=settings, business=business or BUSINESS, page_records=pages, has_business_record=bool(business)
            )
    return Site(settings=settings, business=BUSINESS, page_records=PAGE_RECORDS)


def _is_ready(engine: Engine) -> bool:
    newest = ScriptDirectory(MIGRATIONS).get_current_head()
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest and not _missing(connection)


@contextmanager
def _locked(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that excludes other processes; its connection, with long timeouts, is not reused."""
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
    """Return the statements that add the business record and the page records, where they are missing."""
    present = set(connection.scalars(select(col(LocalSeoContent.page_slug))))
    missing = [page for slug, page in PAGE_RECORDS.items() if slug not in present]
    added = [insert(LocalSeoContent).values(asdict(page)) for page in missing]
    if connection.scalar(select(col(BusinessInfo.id)).limit(1)) is None:
        added.append(insert(BusinessInfo).values(asdict(BUSINESS)))
    return added
