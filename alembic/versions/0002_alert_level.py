"""Remember which leads staff have been alerted of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    op.add_column("lead", sa.Column("alert_level", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Go back to the revision before."""
    with op.batch_alter_table("lead") as lead:
        lead.drop_column("alert_level")
