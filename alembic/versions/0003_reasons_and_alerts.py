"""Say why a lead was quarantined, since when it fails, how often one answer came, and when staff were alerted.

Versions before this one run on the table too: they leave the new columns empty.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
    op.add_column("lead", sa.Column("alerted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lead", sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True))
    op.add_column("lead", sa.Column("reason", sa.String(20), nullable=False, server_default=""))
    op.add_column("lead", sa.Column("same_answers", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE lead SET alerted_at = CURRENT_TIMESTAMP WHERE alert_level > 0")


def downgrade() -> None:
    """Go back to the revision before."""
    with op.batch_alter_table("lead") as lead:
        for column in ("alerted_at", "failing_since", "reason", "same_answers"):
            lead.drop_column(column)
