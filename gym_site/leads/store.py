"""The rows of the table ``lead``: one row per submitted form, even under concurrent requests.

Every function blocks: call it in a thread. All raise `SQLAlchemyError` when the database is unavailable.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, bindparam, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col
from sqlmodel import select as select_model

from gym_site.db.tables import Lead, UtcDateTime
from gym_site.leads.gateway import Delivery
from gym_site.leads.status import CLAIMABLE, UNDELIVERED, Status

LEASE = timedelta(seconds=15)  # longer than a visitor is kept waiting
SAME_LEAD_WINDOW = timedelta(minutes=10)  # how long equal fields count as the same request
BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))  # the last one repeats
JITTER = 0.2  # of each pause, so that leads that failed together are not retried together
UNCLEAR_ANSWERS = 3  # equal 2xx responses in a row that neither accept nor refuse
PAGE_KEY = re.compile(r"[0-9a-f]{32}")
KEY_LENGTH = 32  # hexadecimal digits
REFERENCE_ATTEMPTS = 5  # there are 148 million: five taken ones in a row are a fault
REFERENCE_LETTERS = "CDFGHJKMNPQRTVWXY234679"  # no lookalikes, and no vowels, so that no words appear

STORED = tuple(
    map(col, (Lead.id, Lead.reference, Lead.form, Lead.payload, Lead.status, Lead.attempts, Lead.lease_until))
)


class NoFreeReferenceError(Exception):
    """Every reference that was tried is taken, or the database adds no row without an error."""


@dataclass(frozen=True)
class NewLead:
    """A submitted form, cleaned and valid."""

    form: str
    fields: dict[str, str]
    key: str  # the idempotency key: a resubmit from the same page has the same
    payload_hash: str  # equal for equal fields from any page
    via: str
    spam: str  # the sign of spam, or empty

    @classmethod
    def of(cls, form: str, fields: dict[str, str], *, page_key: object, via: str, spam: str) -> NewLead:
        """Return a lead; ``page_key`` is the random key that the page sent, anything malformed is ignored."""
        payload_hash = _digest(json.dumps([form, fields], sort_keys=True))
        key = uuid4().hex
        if isinstance(page_key, str) and PAGE_KEY.fullmatch(page_key):
            key = _digest(page_key + payload_hash)[:KEY_LENGTH]
        return cls(form, fields, key, payload_hash, via, spam)


@dataclass(frozen=True)
class Stored:
    """The part of a row that delivery needs; ``fields`` is empty once they are erased."""

    id: UUID
    reference: str
    form: str
    fields: dict[str, str]
    status: Status
    attempts: int
    lease_until: datetime | None
    is_new: bool = False  # inserted by the call that returned it

    def is_open(self, now: datetime) -> bool:
        """Whether a submit may claim the lead: it is undelivered, or the process that claimed it has died."""
        abandoned = self.status is Status.SENDING and (self.lease_until is None or self.lease_until <= now)
        return self.status in UNDELIVERED or abandoned

    @property
    def is_settled(self) -> bool:
        """Whether the visitor may be shown that the lead has arrived."""
        return self.status is not Status.SENDING and self.status not in UNDELIVERED


class LeadStore:
    """Reads and writes leads in a SQLite or PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_postgresql = engine.dialect.name == "postgresql"
        self._insert = postgresql.insert if self._is_postgresql else sqlite.insert

    def accept(
        self, lead: NewLead, now: datetime, status: Status | None, *, reason: str = "", quarantine_limit: int = 0
    ) -> Stored | None:
        """Return the row of this lead, in one transaction: the existing row, or a new row with ``status``.

        A row is of the same lead if its key is equal, or if its fields are equal and it is undelivered or not older
        than 10 minutes. No row is added without a status, nor into a full quarantine (``quarantine_limit`` leads
        within a day, 0 for no limit; ``reason`` is why it would be quarantined). None if there is no row. Raises
        `NoFreeReferenceError`.
        """
        with writing(self._engine) as connection:
            if self._is_postgresql:  # equal leads from two tabs at once; SQLite has a single writer anyway
                connection.execute(select(func.pg_advisory_xact_lock(int(lead.payload_hash[:15], 16))))
            if row := _first(connection, _same_lead(lead, now)):
                return row
            full = status is Status.QUARANTINED and 0 < quarantine_limit <= _quarantined(connection, now)
            if status is None or full:
                return None
            for _ in range(REFERENCE_ATTEMPTS):
                if row := self._add(connection, lead, now, status, reason):
                    return row  # else its random reference is taken
            raise NoFreeReferenceError

    def claim(self, lead: Stored, now: datetime) -> Stored | None:
        """Claim a lead for a delivery; None if its row has changed or another process is sending it."""
        lease_until = now + LEASE
        statement = (
            update(Lead)
            .where(
                col(Lead.id) == lead.id,
                col(Lead.attempts) == lead.attempts,
                col(Lead.status) == lead.status,
                or_(col(Lead.status).in_(CLAIMABLE), abandoned(now)),
            )
            .values(
                status=Status.SENDING, attempts=lead.attempts + 1, lease_until=lease_until, next_attempt_at=None
            )
        )  # fmt: skip
        with writing(self._engine) as connection:
            if not connection.execute(statement).rowcount:
                return None
        return replace(lead, status=Status.SENDING, attempts=lead.attempts + 1, lease_until=lease_until, is_new=False)

    def mark(self, claimed: Stored, delivery: Delivery, now: datetime) -> None:
        """Record the outcome of a claim, unless a later claim has replaced it.

        An acceptance counts even after the lease has expired. After three equal 2xx responses that neither accept nor
        refuse, the lead is rejected: more copies would not make it clearer.
        """
        statuses = (Status.SENDING, Status.UNSURE) if delivery.status is Status.SENT else (Status.SENDING,)
        this_claim = and_(
            col(Lead.id) == claimed.id, col(Lead.attempts) == claimed.attempts, col(Lead.status).in_(statuses)
        )
        with writing(self._engine) as connection:
            query = select(Lead.last_code, Lead.same_answers, Lead.failing_since).where(this_claim).with_for_update()  # type: ignore[call-overload]
            if (row := connection.execute(query).first()) is None:
                return
            same_answers = row.same_answers + 1 if row.last_code == delivery.code else 1
            status = delivery.status
            if status is Status.UNSURE and delivery.code.startswith("2") and same_answers >= UNCLEAR_ANSWERS:
                status = Status.REJECTED
            values: dict[str, Any] = {"status": status, "last_code": delivery.code, "same_answers": same_answers}
            values |= {"lease_until": None, "next_attempt_at": None, "failing_since": None}
            if status is Status.SENT:
                values["sent_at"] = now
            elif status is Status.REJECTED:
                values["alerted_at"] = None  # staff are alerted about every refusal
            else:
                pause = BACKOFF[min(claimed.attempts, len(BACKOFF)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)
                values["next_attempt_at"] = now + max(timedelta(seconds=delivery.retry_after or 0), pause)
                values["failing_since"] = row.failing_since or now
            connection.execute(update(Lead).where(this_claim).values(values))

    def get(self, lead_id: UUID) -> Stored | None:
        """Return the current state of a row; None if it was deleted."""
        with self._engine.connect() as connection:
            return _first(connection, col(Lead.id) == lead_id)

    def listed(self, status: Status | None = None) -> list[Lead]:
        """Return all leads, or those with a given status, newest first."""
        query = select_model(Lead).order_by(col(Lead.created_at).desc())
        if status is not None:
            query = query.where(Lead.status == status)
        with Session(self._engine) as session:
            return list(session.exec(query))

    def by_reference(self, reference: str) -> Lead | None:
        """Return the lead with this reference, in any case."""
        with Session(self._engine) as session:
            return session.exec(select_model(Lead).where(Lead.reference == reference.strip().upper())).first()

    def _add(self, connection: Connection, lead: NewLead, now: datetime, status: Status, reason: str) -> Stored | None:
        row = Stored(uuid4(), _new_reference(), lead.form, lead.fields, status, 0, None, is_new=True)
        statement = (
            self._insert(Lead)
            .values(
                id=row.id,
                key=lead.key,
                payload_hash=lead.payload_hash,
                form=lead.form,
                reference=row.reference,
                payload=lead.fields,
                via=lead.via,
                status=status,
                reason=reason,
                attempts=0,
                next_attempt_at=now + LEASE if status is Status.PENDING else None,  # about to be delivered
                last_code="",
                created_at=now,
            )
            .on_conflict_do_nothing()
        )
        return row if connection.execute(statement).rowcount else None


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Open a write transaction."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            yield connection


def stored_from(row: Row[*tuple[Any, ...]]) -> Stored:
    """Convert a row selected by the columns `STORED`."""
    return Stored(row.id, row.reference, row.form, row.payload or {}, Status(row.status), row.attempts, row.lease_until)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _new_reference() -> str:
    letters = "".join(secrets.choice(REFERENCE_LETTERS) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def abandoned(now: datetime) -> ColumnElement[bool]:
    """Return the condition that the process which claimed a lead has died."""
    return and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) <= now)


def _same_lead(lead: NewLead, now: datetime) -> ColumnElement[bool]:
    undelivered = col(Lead.status).in_((*UNDELIVERED, Status.SENDING))
    window = bindparam(None, now - SAME_LEAD_WINDOW, UtcDateTime)
    recent = func.coalesce(Lead.sent_at, Lead.created_at) >= window
    same_words = and_(col(Lead.payload_hash) == lead.payload_hash, or_(undelivered, recent))
    return or_(col(Lead.key) == lead.key, same_words)


def _quarantined(connection: Connection, now: datetime) -> int:
    """Count the leads of the last day that are still quarantined."""
    lately = and_(col(Lead.status) == Status.QUARANTINED, col(Lead.created_at) > now - timedelta(days=1))
    return connection.scalar(select(func.count()).select_from(Lead).where(lately)) or 0


def _first(connection: Connection, where: ColumnElement[bool]) -> Stored | None:
    """Return the newest row and, on PostgreSQL, lock it until the transaction ends."""
    query = select(*STORED).where(where).order_by(col(Lead.created_at).desc()).limit(1).with_for_update()
    row = connection.execute(query).first()
    return None if row is None else stored_from(row)
