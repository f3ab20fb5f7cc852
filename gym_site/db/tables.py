"""The tables (spec sections 3 and 7): the business record, an SEO record per page, staff's values, leads, troubles."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import JSON, DateTime, Dialect, Index, Text, TypeDecorator
from sqlmodel import Field, SQLModel


class UtcDateTime(TypeDecorator[datetime]):
    """A UTC timestamp. SQLite stores no time zone, so UTC is added on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Convert to UTC. Raises `ValueError` for a datetime without a time zone."""
        if value and value.tzinfo is None:
            raise ValueError("a stored datetime needs a time zone")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Return an aware datetime in UTC."""
        return value and value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


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


class StaffValue(SQLModel, table=True):
    """A value of a record that staff changed: it wins over the gym's folder (`gym_site.db.staff_values`)."""

    __tablename__ = "staff_value"  # pyright: ignore[reportAssignmentType]

    record: str = Field(max_length=100, primary_key=True)  # a page's key, or the table's name
    field: str = Field(max_length=100, primary_key=True)
    value: Any = Field(sa_type=JSON, nullable=False)


class FolderRecord(SQLModel, table=True):
    """Unused; version 2.0.0 needs the table."""

    __tablename__ = "folder_record"  # pyright: ignore[reportAssignmentType]

    name: str = Field(max_length=100, primary_key=True)  # a page's key, or the table's name
    contents: dict[str, Any] = Field(sa_type=JSON)  # the values by field


class Lead(SQLModel, table=True):
    """A submitted form and the state of its delivery."""

    __table_args__ = (Index("ix_lead_status_next_attempt_at", "status", "next_attempt_at"),)

    id: UUID = Field(default_factory=uuid4, primary_key=True)
    key: str = Field(max_length=32, unique=True)  # idempotency key: hash of page key and content, or random
    payload_hash: str = Field(max_length=64, index=True)  # hash of form and fields, without the page key
    form: str = Field(max_length=20)
    reference: str = Field(max_length=7, unique=True)  # short ID, easy to read out on the telephone
    payload: dict[str, str] | None = Field(default=None, sa_type=JSON(none_as_null=True))  # cleaned fields
    via: str = Field(default="", max_length=20)  # how it arrived: event or post
    status: str = Field(max_length=12)  # a `gym_site.leads.status.Status`
    attempts: int = 0  # number of claims so far; identifies the latest claim
    next_attempt_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    lease_until: datetime | None = Field(default=None, sa_type=UtcDateTime)  # when the claim expires
    last_code: str = Field(default="", max_length=60)  # last outcome, such as an HTTP status; no response text
    created_at: datetime = Field(sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)  # when it was sent, or marked as done
    erased_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    alerted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)  # unused; version 1.0.0 needs the column
    failing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)  # time of the first failed attempt
    reason: str = Field(default="", max_length=20, sa_column_kwargs={"server_default": ""})  # why it is held
    # Number of consecutive attempts that ended with `last_code`.
    same_answers: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class Trouble(SQLModel, table=True):
    """A trouble that staff must be told of (`gym_site.server.watch`). It contains no personal data."""

    kind: str = Field(max_length=100, primary_key=True)
    text: str = Field(sa_type=Text)
    since: datetime = Field(sa_type=UtcDateTime)
    told_at: datetime | None = Field(default=None, sa_type=UtcDateTime)  # None: not told yet
