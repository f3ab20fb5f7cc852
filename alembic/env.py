"""Alembic's entry point: migrates on the connection passed by `prepare_database`, or on the configured database."""

from __future__ import annotations

from logging.config import fileConfig

from alembic import command, context
from sqlalchemy import Connection

from gym_site.db.engine import make_private, open_engine
from gym_site.db.staff_values import FolderRecords
from gym_site.db.tables import Lead
from gym_site.settings import load_settings
from gym_site.site import edited


def migrate(connection: Connection) -> None:
    """Run all migrations in one transaction, including changes of tables."""
    context.configure(
        connection=connection,
        target_metadata=Lead.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    """Choose the connection and migrate. Raises `SettingsError` and `MistakesError`."""
    handed_over = context.config.attributes.get("connection")
    if handed_over is not None:
        migrate(handed_over)
        return
    if context.config.config_file_name:
        fileConfig(context.config.config_file_name, disable_existing_loggers=False)
    settings = load_settings()
    options = context.config.cmd_opts
    if not options or options.cmd[0] not in (command.current, command.downgrade):  # a mistake must not bar the way back
        context.config.attributes["records"] = FolderRecords(edited(settings)[0])
    with open_engine(settings.db_url) as engine:
        make_private(engine.url)
        with engine.execution_options(writes=True).connect() as connection:
            migrate(connection)


main()
