"""The tables (spec sections 3 and 7): the business record, an SEO record per page, and the leads."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, Column, DateTime, Dialect, Index, Integer, Text, TypeDecorator
from sqlmodel import Field, SQLModel


class UtcDateTime(TypeDecorator[datetime]):
    """A UTC timestamp. SQLite stores no time zone, so it is removed on writing and added back on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert an aware datetime to UTC. Raises `ValueError` for a naive datetime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored moment needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return an aware datetime in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class BusinessInfo(SQLModel, table=True):
    """The business record; only the first row is used."""

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
    """The SEO record of a page; ``page_slug`` is the key of its route."""

    __tablename__ = "local_seo_content"  # pyright: ignore[reportAssignmentType]

    id: int | None = Field(default=None, primary_key=True)
    page_slug: str = Field(max_length=100, unique=True)
    title: str = Field(sa_type=Text)
    meta_description: str = Field(sa_type=Text)
    keywords: list[Any] = Field(default_factory=list, sa_type=JSON)
    local_keywords: list[Any] = Field(default_factory=list, sa_type=JSON)
    schema_markup: dict[str, Any] | None = Field(default=None, sa_type=JSON(none_as_null=True))


class Lead(SQLModel, table=True):
    """A submitted form on its way to the gym.

    ``key`` is the idempotency key, unique per submission. ``payload_hash`` identifies equal fields from other pages.
    ``payload`` holds the cleaned fields until they are erased. ``reference`` is a short code to use on the telephone.
    ``status`` is a `gym_site.leads.status.Status`; ``reason`` says why a lead was quarantined. ``attempts`` counts the
    claims and so identifies the last claim. ``lease_until`` is when a claim expires, ``next_attempt_at`` when an
    undelivered lead is due; ``failing_since`` is its first failed attempt. ``last_code`` is an HTTP status or the class
    of an exception, never text of a response; ``same_answers`` counts how often in a row it occurred. ``via`` is how
    it was submitted, ``event`` or ``post``. ``sent_at`` is when it was delivered, or marked as done by staff;
    ``alerted_at`` is the last alert about it. ``alert_level`` is not used any more: it can be dropped once no process
    runs that writes it.
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
    alert_level: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default="0"))
    alerted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    reason: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})
    same_answers: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
