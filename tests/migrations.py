"""Databases of older versions with rows in every table, and possible future migrations."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, column, insert, inspect, table
from sqlmodel import Session, col, select

from gym_site.db.engine import make_private
from gym_site.db.prepare import MIGRATIONS
from gym_site.db.queries import business_record
from gym_site.db.staff_values import BUSINESS_NAME, values
from gym_site.db.tables import Lead, LocalSeoContent
from gym_site.leads.gateway import Delivery
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.status import Status
from gym_site.leads.store import LeadStore, new_lead
from tests.gym import GYM, RECORDS

REVISIONS = [script.revision for script in ScriptDirectory(MIGRATIONS).walk_revisions()]
GOOD_STEP = 'op.add_column("lead", sa.Column("campaign", sa.String(40), nullable=False, server_default=""))'
BAD_STEPS = {
    "a statement that the database refuses": 'op.add_column("lead", sa.Column("form", sa.String(40)))',
    "a mistake": 'op.drop_column("lead", "reason"); raise KeyError("reason")',
}
REASONS = {"a statement that the database refuses": r": .*\bform\b.*, in ALTER TABLE lead .*", "a mistake": ""}
"""The log's words about each bad step."""
ROWS: dict[str, list[dict[str, Any]]] = {
    "business_info": [values(GYM.business)],
    "local_seo_content": [values(page) for page in GYM.records.values()],
    "lead": [
        {
            "id": uuid4(), "key": f"key-{status}", "payload_hash": "hash", "form": "inquiry", "reference": f"K7Q2M9{at}",
            "payload": {"message": f"Text {at}"}, "via": "event", "status": status, "attempts": at, "last_code": f"20{at}",
            "reason": f"reason {at}", "created_at": datetime.now(UTC),
        }
        for at, status in enumerate(Status)
    ],
    "folder_record": [{"name": BUSINESS_NAME, "contents": values(GYM.business)}],
    "trouble": [{"kind": "schema", "text": "A fault", "since": datetime.now(UTC)}],
    "staff_value": [{"record": BUSINESS_NAME, "field": "phone", "value": "604-555-0125"}],
}  # fmt: skip
"""Rows of each table, as a site has them."""


def make_old(engine: Engine, revision: str, *, filled: bool = True) -> None:
    """Create the database of an older version, with rows in every table."""
    make_private(engine.url)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection, "records": RECORDS})
        config.set_main_option("script_location", MIGRATIONS)
        command.upgrade(config, revision)
        if filled:
            for name in ROWS.keys() & set(inspect(connection).get_table_names()):
                columns = Lead.metadata.tables[name].columns  # of which an older table may lack some
                old = table(name, *(column(key, columns[key].type) for key in ROWS[name][0]))
                connection.execute(insert(old), ROWS[name])


def downgrade(engine: Engine, revision: str) -> None:
    """Take a database back to an older version, as `gym-site rollback` does."""
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection, "records": RECORDS})
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
