"""Create the table of the values that staff changed, from the records and what the folder last said of them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import context, op

from gym_site.db.staff_values import BUSINESS_NAME, values

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Migrate to this revision: what differs from the folder, as it was and as it is, is staff's."""
    op.create_table(
        "staff_value",
        sa.Column("record", sa.String(100), nullable=False),
        sa.Column("field", sa.String(100), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("record", "field"),
    )
    tables, records = _stored()
    rows = op.get_bind().execute(tables["folder_record"].select())
    former = {row.name: row.contents for row in rows if isinstance(row.contents, dict)}
    present = {name: values(record) for name, record in context.config.attributes["records"].items()}
    unknown = object()
    changed = [
        {"record": name, "field": field, "value": value}
        for name, record in records.items()
        for field, value in record.items()
        if all(value != folder.get(name, {}).get(field, unknown) for folder in (former, present))
    ]
    op.bulk_insert(tables["staff_value"], changed)


def downgrade() -> None:
    """Revert to the previous revision, which takes a value for staff's if the folder's record lacks it."""
    tables, records = _stored()
    staff = {(row.record, row.field) for row in op.get_bind().execute(tables["staff_value"].select())}
    former = [
        {"name": name, "contents": {field: value for field, value in record.items() if (name, field) not in staff}}
        for name, record in records.items()
    ]
    op.execute(tables["folder_record"].delete())
    op.bulk_insert(tables["folder_record"], former)
    op.drop_table("staff_value")


def _stored() -> tuple[Any, dict[str, dict[str, Any]]]:
    """Return the tables, and each stored record's values by field; of the business, only the first row is used."""
    metadata, bind = sa.MetaData(), op.get_bind()
    metadata.reflect(bind, only=[BUSINESS_NAME, "local_seo_content", "folder_record", "staff_value"])
    pages, business = metadata.tables["local_seo_content"], metadata.tables[BUSINESS_NAME]
    rows = {row.page_slug: row for row in bind.execute(pages.select())}
    if first := bind.execute(business.select().order_by(business.c.id)).first():
        rows[BUSINESS_NAME] = first
    return metadata.tables, {
        name: {field: value for field, value in row._mapping.items() if field not in ("id", "page_slug")}
        for name, row in rows.items()
    }
