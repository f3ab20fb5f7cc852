"""The tables (spec sections 3 and 7): the business record, one search-engine record per page, and the leads."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, DateTime, Dialect, Index, Text, TypeDecorator
from sqlmodel import Field, SQLModel


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no time zone, so one is taken off on the way in and put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware moment into UTC. Raises `ValueError` for a naive one, whose zone nobody knows."""
        if value is None:
            return None
        if value.tzinfo is None:
            msg = "a stored moment needs a time zone"
            raise ValueError(msg)
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return the moment as UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class BusinessInfo(SQLModel, table=True):
    """Who the gym is; the first row is the one that counts."""

    __tablename__ = "business_info"  # pyright: ignore[reportAssignmentType]

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)
    description: str = Field(sa_type=Text)
    address: str = Field(sa_type=Text)
    city: str = Field(sa_type=Text)
    province: str = Field(sa_type=Text)
    postal_code: str = Field(sa_type=Text)
    phone: str = Field(sa_type=Text)
    email: str = Field(sa_type=Text)
    business_hours: str = Field(sa_type=Text)
    services: list[Any] = Field(default_factory=list, sa_type=JSON)


class LocalSeoContent(SQLModel, table=True):
    """What a search engine is told about one page; ``page_slug`` is the key of its route."""

    __tablename__ = "local_seo_content"  # pyright: ignore[reportAssignmentType]

    id: int | None = Field(default=None, primary_key=True)
    page_slug: str = Field(max_length=100, unique=True)
    title: str = Field(sa_type=Text)
    meta_description: str = Field(sa_type=Text)
    keywords: list[Any] = Field(default_factory=list, sa_type=JSON)
    local_keywords: list[Any] = Field(default_factory=list, sa_type=JSON)
    schema_markup: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))


class Lead(SQLModel, table=True):
    """One filled-in form on its way to the gym.

    ``key`` makes a second arrival harmless: one key, one row. ``payload_hash`` finds equal words of other pages.
    ``payload`` is the cleaned fields until they are erased. ``reference`` is what people say on the telephone.
    ``status`` is one of `gym_site.leads.status.Status`; ``reason`` says why a lead was quarantined. ``attempts`` counts
    the claims and so names the last one. ``lease_until`` is when a claim runs out, ``next_attempt_at`` when an
    undelivered lead is due; ``failing_since`` is its first failed attempt. ``last_code`` is an HTTP status or the class
    of an exception, never words of an answer; ``same_answers`` counts how often in a row it came. ``via`` is the way it
    came in. ``sent_at`` is when it was delivered, or marked as done by staff; ``alerted_at`` is when staff were last
    alerted of it. ``alert_level`` is written by versions before 0003 alone, which may still run during an update.
    """

    __table_args__ = (Index("ix_lead_status_next_attempt_at", "status", "next_attempt_at"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    key: str = Field(max_length=32, unique=True)
    payload_hash: str = Field(max_length=64, index=True)
    form: str = Field(max_length=20)
    reference: str = Field(max_length=7, unique=True)
    payload: dict[str, str] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    via: str = Field(default="", max_length=20)
    status: str = Field(max_length=12)
    attempts: int = 0
    next_attempt_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    lease_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_code: str = Field(default="", max_length=60)
    created_at: datetime = Field(sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    erased_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    alert_level: int = 0
    alerted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    reason: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})
    same_answers: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
