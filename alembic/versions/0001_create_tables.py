"""Create the tables: business record, page records, leads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Migrate to this revision."""
    op.create_table(
        "business_info",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("province", sa.Text(), nullable=False),
        sa.Column("postal_code", sa.Text(), nullable=False),
        sa.Column("phone", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("business_hours", sa.Text(), nullable=False),
        sa.Column("services", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "local_seo_content",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("page_slug", sa.String(100), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("meta_description", sa.Text(), nullable=False),
        sa.Column("keywords", sa.JSON(), nullable=False),
        sa.Column("local_keywords", sa.JSON(), nullable=False),
        sa.Column("schema_markup", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("page_slug"),
    )
    op.create_table(
        "lead",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("payload_hash", sa.String(64), nullable=False),
        sa.Column("form", sa.String(20), nullable=False),
        sa.Column("reference", sa.String(7), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=True),
        sa.Column("via", sa.String(20), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_code", sa.String(60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("alerted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(20), nullable=False, server_default=""),
        sa.Column("same_answers", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sa.UniqueConstraint("reference"),
    )
    op.create_index("ix_lead_payload_hash", "lead", ["payload_hash"])
    op.create_index("ix_lead_status_next_attempt_at", "lead", ["status", "next_attempt_at"])


def downgrade() -> None:
    """Revert to an empty database."""
    op.drop_table("lead")
    op.drop_table("local_seo_content")
    op.drop_table("business_info")
