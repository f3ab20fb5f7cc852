"""Create the table of the records as the gym's folder last had them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"  # commits before 1.0.0 used 0002 and 0003
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Migrate to this revision."""
    op.create_table(
        "folder_record",
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("contents", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """Revert to the previous revision."""
    op.drop_table("folder_record")
