"""Databases of older versions with a row in every table, and possible future migrations."""

import shutil
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from uuid import UUID

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Engine, MetaData, insert
from sqlmodel import Field, Session, SQLModel, col, select

from gym_site.db.engine import make_private
from gym_site.db.prepare import MIGRATIONS, sample_row
from gym_site.db.queries import business_record
from gym_site.db.tables import Lead, LocalSeoContent
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, new_lead

REVISIONS = [script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()]
COLUMN = 'op.add_column("lead", sa.Column("campaign", sa.String(40), nullable=False{}))'
GOOD_STEP = COLUMN.format(', server_default=""')
BAD_STEPS = {
    "a column without server_default": COLUMN.format(""),
    "a column that is still used": 'op.drop_column("lead", "reason")',
    "a mistake": 'raise KeyError("reason")',
}
REASONS = {
    "a column without server_default": r"lead\b.*\bcampaign\b.*",
    "a column that is still used": r": the table lead .*\breason\b.*, reason is AutoString\(length=20\)",
    "a mistake": "",
}
"""The log's words about each bad step."""
TABLE_STEP = "from tests.migrations import DEVELOPERS; DEVELOPERS.create_all(op.get_bind())"
DEVELOPERS = MetaData()
"""Tables that a developer may add."""


class _Table(SQLModel):
    metadata = DEVELOPERS


class Room(_Table, table=True):
    """A table to which another refers."""

    name: str = Field(primary_key=True, max_length=10)


class Size(StrEnum):
    """The values of a column."""

    SMALL = "small"
    LARGE = "large"


class Lesson(_Table, table=True):
    """A table with a column of every type, and foreign keys."""

    id: int | None = Field(default=None, primary_key=True)
    room: str = Field(foreign_key="room.name")
    after: int | None = Field(default=None, foreign_key="lesson.id")
    number: int = Field(unique=True)
    is_open: bool
    price: Decimal = Field(max_digits=6, decimal_places=2)
    score: float
    day: date
    begins: time
    lasts: timedelta
    created: datetime
    picture: bytes
    key: UUID
    size: Size
    tags: list[str] = Field(sa_type=JSON)
    extra: dict[str, str] | None = Field(default=None, sa_type=JSON)


def make_old(engine: Engine, revision: str, *, filled: bool = True) -> None:
    """Create the database of an older version, with a row in every table."""
    make_private(engine.url)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", MIGRATIONS)
        command.upgrade(config, revision)
        if filled:
            old = MetaData()
            old.reflect(connection)
            for table in old.sorted_tables:
                if table.name != "alembic_version":
                    known = {"status": Status.KEPT} if table.name == "lead" else {}
                    connection.execute(insert(table).values(sample_row(table, {}) | known))


def downgrade(engine: Engine, revision: str) -> None:
    """Take a database back to an older version, as `gym-site rollback` does."""
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", MIGRATIONS)
        command.downgrade(config, revision)


def with_step(folder: Path, step: str) -> str:
    """Return a copy of the migrations folder with an added migration, whose revision is ``next``."""
    migrations = Path(shutil.copytree(MIGRATIONS, folder / "alembic"))
    head = REVISIONS[0]
    (migrations / "versions" / "next.py").write_text(
        f"import sqlalchemy as sa\nfrom alembic import op\n\nrevision = 'next'\ndown_revision = {head!r}\n\n\n"
        f"def upgrade():\n    {step}\n"
    )
    return str(migrations)


def works(engine: Engine) -> bool:
    """Return whether this version stores and delivers a form, and reads the earlier rows."""
    store, now = LeadStore(engine), datetime.now(UTC)
    stored = store.accept(
        new_lead("inquiry", {"name": "Jo"}, page_key=None, via="", reason="", now=now), Status.PENDING
    )
    store.mark(store.claim(stored, now), Delivery(Status.SENT, "200"), now)
    statuses = {lead.reference: lead.status for lead in store.listed()}
    assert statuses.pop(stored.reference) == Status.SENT
    with Session(engine) as session:
        pages = session.exec(select(col(LocalSeoContent.page_slug))).all()
        leads = session.exec(select(Lead)).all()
    assert len(leads) == len(statuses) + 1 == sum(Maintenance(engine).stats().by_status.values())
    return bool(pages and business_record(engine))
