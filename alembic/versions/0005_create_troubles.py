"""Create the table of troubles that staff must be told of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Migrate to this revision."""
    op.create_table(
        "trouble",
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("kind"),
    )


def downgrade() -> None:
    """Revert to the previous revision."""
    op.drop_table("trouble")
