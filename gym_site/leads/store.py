"""The rows of the table ``lead``: one for one filled-in form, whoever asks at the same time.

Every function blocks: call it in a thread. All of them raise `SQLAlchemyError` when the database gives no answer.
"""

from __future__ import annotations

import hashlib
import json
import random
import secrets
from collections.abc import Iterator, Mapping
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
from gym_site.leads.status import UNDELIVERED, Status

LEASE = timedelta(seconds=15)  # longer than a visitor is kept waiting
TWIN_WINDOW = timedelta(minutes=10)  # how long equal words count as the same request
BACKOFF = (
    timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=12),
)  # fmt: skip
JITTER = 0.2  # of each pause, so that what failed together is not tried again together
KEY_LENGTH = 32  # hexadecimal digits, as the page mints them
REFERENCE_LETTERS = "CDFGHJKMNPQRTVWXY234679"  # none that is taken for another one, and no vowels: no words

STORED = (
    col(Lead.id),
    col(Lead.payload_hash),
    col(Lead.reference),
    col(Lead.status),
    col(Lead.attempts),
    col(Lead.lease_until),
)


@dataclass(frozen=True)
class NewLead:
    """A filled-in form, cleaned and valid. ``minted`` says that the page gave the key; else it is made of the words."""

    form: str
    fields: dict[str, str]
    key: str
    payload_hash: str
    minted: bool
    via: str


@dataclass(frozen=True)
class Stored:
    """What the pipeline needs to know of a row."""

    id: UUID
    payload_hash: str
    reference: str
    status: Status
    attempts: int
    lease_until: datetime | None
    is_new: bool = False  # inserted by the very call that returns it

    def is_open(self, now: datetime) -> bool:
        """Say whether the lead may be claimed; a claim whose lease has run out is one of a process that died."""
        abandoned = self.status is Status.SENDING and (self.lease_until is None or self.lease_until <= now)
        return self.status in UNDELIVERED or abandoned

    @property
    def is_settled(self) -> bool:
        """Say whether a visitor may be told that the lead has arrived."""
        return self.status is not Status.SENDING and self.status not in UNDELIVERED


class LeadStore:
    """Reads and writes leads through one engine, SQLite's or PostgreSQL's."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_postgresql = engine.dialect.name == "postgresql"
        self._insert = postgresql.insert if self._is_postgresql else sqlite.insert

    def accept(self, lead: NewLead, now: datetime, aside: Status | None = None, *, over_limit: bool = False) -> Stored:
        """Return the row of this lead, in one transaction: a new one, or the one that it is already.

        It is the same lead when the key and the words are equal, or the words alone while they are undelivered or for
        10 minutes. Corrected words replace those of an undelivered row of the same key; words under a key that has
        been delivered are a lead of their own. Where another process is just delivering other words under the key, its
        row comes back as it is.

        ``aside`` is the status under which the lead is put by for staff instead of being delivered. `KEPT` is for an
        undelivered row too. `QUARANTINED` words are always a row of their own: what was accepted once stays as it is.
        With ``over_limit`` the lead is quarantined if it is a new one; a correction of an accepted one is not.
        """
        suspect = aside is Status.QUARANTINED
        with writing(self._engine) as connection:
            if self._is_postgresql:  # equal words in two tabs at once; SQLite has one writer anyway
                connection.execute(select(func.pg_advisory_xact_lock(int(lead.payload_hash[:15], 16))))
            twin = _first(connection, _same_words(lead.payload_hash, now))
            key = lead.key
            while True:
                row = twin or _first(connection, col(Lead.key) == key)
                if row is None:
                    status = Status.QUARANTINED if over_limit else aside or Status.PENDING
                    if added := self._add(connection, lead, key, now, status):
                        return added
                elif row.is_open(now) and (row is twin or not suspect):
                    if aside is Status.KEPT or row.payload_hash != lead.payload_hash:
                        row = _replace(connection, row, lead, aside or Status.PENDING)
                    return row
                elif (
                    row is twin
                    or (lead.minted and row.payload_hash == lead.payload_hash)
                    or not (row.is_settled or suspect)
                ):
                    return row
                else:
                    key = _digest(key + lead.payload_hash)[:KEY_LENGTH]  # the same one in every process

    def claim(self, lead: Stored, now: datetime) -> Stored | None:
        """Take an undelivered lead for one delivery; None when somebody else has it or its words were corrected."""
        attempts = lead.attempts + 1
        lease_until = now + LEASE
        statement = (
            update(Lead)
            .where(
                col(Lead.id) == lead.id,
                col(Lead.attempts) == lead.attempts,
                col(Lead.payload_hash) == lead.payload_hash,
                _open(now),
            )
            .values(status=Status.SENDING, attempts=attempts, lease_until=lease_until, next_attempt_at=None)
        )
        with writing(self._engine) as connection:
            if not connection.execute(statement).rowcount:
                return None
        return Stored(lead.id, lead.payload_hash, lead.reference, Status.SENDING, attempts, lease_until)

    def mark(self, claimed: Stored, delivery: Delivery, now: datetime) -> None:
        """Write down what became of a claim, unless a later one has taken its place."""
        due = None
        if delivery.status in (Status.PENDING, Status.UNSURE):
            asked = delivery.retry_after
            due = now + (_pause(claimed.attempts) if asked is None else timedelta(seconds=asked))
        told = {"alert_level": 0} if delivery.status is Status.REJECTED else {}  # staff hear of every refusal
        statement = (
            update(Lead)
            .where(
                col(Lead.id) == claimed.id,
                col(Lead.attempts) == claimed.attempts,
                col(Lead.status) == Status.SENDING,
            )
            .values(
                status=delivery.status,
                last_code=delivery.code,
                lease_until=None,
                next_attempt_at=due,
                sent_at=now if delivery.status is Status.SENT else None,
                **told,
            )
        )
        with writing(self._engine) as connection:
            connection.execute(statement)

    def look(self, lead_id: UUID) -> Stored | None:
        """Return a row as it is now; None when it is gone."""
        with self._engine.connect() as connection:
            return _first(connection, col(Lead.id) == lead_id)

    def listed(self, status: Status | None = None) -> list[Lead]:
        """Return all leads, or those of one status, the newest first."""
        query = select_model(Lead).order_by(col(Lead.created_at).desc())
        if status is not None:
            query = query.where(Lead.status == status)
        with Session(self._engine) as session:
            return list(session.exec(query))

    def by_reference(self, reference: str) -> Lead | None:
        """Return the lead that people call by this reference, in capitals or not."""
        with Session(self._engine) as session:
            return session.exec(select_model(Lead).where(Lead.reference == reference.strip().upper())).first()

    def _add(self, connection: Connection, lead: NewLead, key: str, now: datetime, status: Status) -> Stored | None:
        """Insert a row; None if its key (or, by chance, its reference) is there: the caller looks again."""
        row = Stored(uuid4(), lead.payload_hash, _new_reference(), status, 0, None, is_new=True)
        statement = (
            self._insert(Lead)
            .values(
                id=row.id,
                key=key,
                payload_hash=lead.payload_hash,
                form=lead.form,
                reference=row.reference,
                payload=lead.fields,
                via=lead.via,
                status=status,
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
    """Open a transaction that writes."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            yield connection


def stored_from(row: Row[*tuple[Any, ...]]) -> Stored:
    """Return a row that was selected by the columns `STORED`."""
    return Stored(row.id, row.payload_hash, row.reference, Status(row.status), row.attempts, row.lease_until)


def fingerprint(form: str, fields: Mapping[str, str]) -> str:
    """Return what tells these words from all others; without a key from the page it stands in for one."""
    return _digest(json.dumps([form, dict(fields)], sort_keys=True))


def _pause(attempts: int) -> timedelta:
    return BACKOFF[min(attempts, len(BACKOFF)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _new_reference() -> str:
    letters = "".join(secrets.choice(REFERENCE_LETTERS) for _ in range(6))
    return f"{letters[:4]}-{letters[4:]}"


def _open(now: datetime) -> ColumnElement[bool]:
    """`Stored.is_open`, asked of the database."""
    abandoned = and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) <= now)
    return or_(col(Lead.status).in_(UNDELIVERED), abandoned)


def _same_words(payload_hash: str, now: datetime) -> ColumnElement[bool]:
    under_way = col(Lead.status).in_((*UNDELIVERED, Status.SENDING))
    recent = func.coalesce(Lead.sent_at, Lead.created_at) >= bindparam(None, now - TWIN_WINDOW, UtcDateTime)
    return and_(col(Lead.payload_hash) == payload_hash, or_(under_way, recent))


def _first(connection: Connection, where: ColumnElement[bool]) -> Stored | None:
    """Return the newest row and, on PostgreSQL, hold it until the transaction ends."""
    query = select(*STORED).where(where).order_by(col(Lead.created_at).desc()).limit(1).with_for_update()
    row = connection.execute(query).first()
    return None if row is None else stored_from(row)


def _replace(connection: Connection, row: Stored, lead: NewLead, status: Status) -> Stored:
    """Put corrected words, or those that shall be kept from now on, into a row that waits for its delivery."""
    connection.execute(
        update(Lead)
        .where(col(Lead.id) == row.id)
        .values(payload=lead.fields, payload_hash=lead.payload_hash, status=status, lease_until=None)
    )
    return replace(row, payload_hash=lead.payload_hash, status=status, lease_until=None)
