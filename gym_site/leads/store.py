"""Reads and writes the table ``lead``: one row per submitted form, even with concurrent requests.

All methods block and may raise `SQLAlchemyError`. Returned rows are copies: changes to them are not stored.
"""

import hashlib
import json
import random
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, func, or_
from sqlalchemy import select as sa_select
from sqlmodel import Session, col, select

from gym_site.db.tables import Lead
from gym_site.leads.gateway import Delivery
from gym_site.leads.status import CLAIMABLE, REDELIVERED, UNDELIVERED, Status

MAX_HELD = 10_000  # rows in quarantine, and as many that wait for their turn: about 8 MB each
TURN = "turn"  # the value of ``reason`` for leads over GYM_LIMIT_TOTAL, which wait for their turn
TURNS_LOCK = -1  # PostgreSQL's advisory lock for giving turns; those for equal leads are not negative
LEASE = timedelta(seconds=15)  # longer than a visitor waits
SAME_LEAD_WINDOW = timedelta(minutes=10)  # equal fields within this time count as the same request
BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30))  # the last pause repeats
JITTER = 0.2  # share by which a pause varies: leads that failed together must not be retried together
UNCLEAR_ANSWERS = 3  # after this many equal, unclear 2xx responses in a row, a lead is rejected
PAGE_KEY = re.compile(r"[0-9a-f]{32}")
KEY_LENGTH = 32  # hexadecimal digits
_TABLE = Lead.metadata.tables["lead"]  # SQLAlchemy Core takes half the time of an ORM session
_SHOWN = [
    _TABLE.c[name]
    for name in (
        "reference", "created_at", "form", "status", "reason", "payload", "attempts", "next_attempt_at", "last_code",
        "sent_at",
    )
]  # fmt: skip
_IN_TURN = (col(Lead.status) == Status.PENDING, col(Lead.attempts) == 0, col(Lead.reason) == TURN)  # `is_waiting`
REFERENCE_LETTERS = "CDFGHJKMNPQRTVWXY234679"  # no lookalikes; no vowels, so that no words appear


def new_lead(form: str, fields: dict[str, str], *, page_key: object, via: str, reason: str, now: datetime) -> Lead:
    """Return an unsaved row for cleaned and valid ``fields``. Without a valid ``page_key``, the row's key is random."""
    payload_hash = _digest(json.dumps([form, fields], sort_keys=True))
    key = uuid4().hex
    if isinstance(page_key, str) and PAGE_KEY.fullmatch(page_key):
        key = _digest(page_key + payload_hash)[:KEY_LENGTH]
    return Lead(
        form=form, payload=fields, key=key, payload_hash=payload_hash, via=via, reason=reason, created_at=now,
        reference="", status=Status.PENDING,
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The limits that a sender's next form exceeds; by default none."""

    is_over: bool = False  # the sender's forms of a day are used up
    is_first: bool = True  # no form of this sender is known from the last 24 hours
    is_full: bool = False  # as many forms as allowed were sent at once in the last hour
    pause: timedelta | None = None  # from one turn to the next; None: no form has to wait


def is_waiting(lead: Lead) -> bool:
    """Return whether this lead was over GYM_LIMIT_TOTAL and waits for its first attempt."""
    return lead.status == Status.PENDING and not lead.attempts and lead.reason == TURN


def is_settled(lead: Lead) -> bool:
    """Return whether the visitor may see a success message for this lead."""
    return is_waiting(lead) or lead.status not in (*UNDELIVERED, Status.SENDING)


class LeadStore:
    """Reads and writes leads in a SQLite or PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writes = engine.execution_options(writes=True)

    def accept(self, lead: Lead, status: Status, standing: Standing = Standing()) -> Lead | None:
        """Return the existing row of this lead; if there is none, add ``lead`` with ``status`` and return ``lead``.

        A pending lead over the hour's limit, or one that comes while others wait, gets a turn. Return None if a new
        lead is refused: its sender has sent a day's forms, or has sent one while others wait, or too many leads wait or
        are quarantined.
        """
        with self._writes.begin() as connection:
            self._lock(connection, int(lead.payload_hash[:15], 16))  # excludes equal leads
            if row := _locked(connection, _same_lead(lead)):
                return Lead(**row._mapping)
            if standing.is_over:
                return None
            lead.status = status
            if status is Status.PENDING:
                lead.next_attempt_at = lead.created_at + LEASE  # the caller delivers it, not the background work
                if standing.pause is not None:
                    self._lock(connection, TURNS_LOCK)
                    to_come = col(Lead.next_attempt_at) > lead.created_at
                    last = connection.scalar(select(func.max(Lead.next_attempt_at)).where(*_IN_TURN, to_come))
                    if last and not standing.is_first:
                        return None
                    if last or standing.is_full:
                        lead.reason, lead.next_attempt_at = TURN, (last or lead.created_at) + standing.pause
            held = _IN_TURN if lead.reason == TURN else (col(Lead.status) == Status.QUARANTINED,)
            if lead.reason and _number(connection, *held) >= MAX_HELD:
                return None
            lead.reference = _free_reference(connection)
            connection.execute(_TABLE.insert(), lead.model_dump())
        return lead

    def _lock(self, connection: Connection, number: int) -> None:
        """Wait for other transactions with the same number. SQLite allows only one writer anyway."""
        if self._engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(number)))

    def claim(self, lead: Lead, now: datetime) -> Lead | None:
        """Claim a lead for delivery; None if its row has changed or another process is sending it."""
        unchanged = and_(col(Lead.id) == lead.id, col(Lead.attempts) == lead.attempts, col(Lead.status) == lead.status)
        claimable = or_(col(Lead.status).in_(CLAIMABLE), abandoned(now))
        claim = {"status": Status.SENDING, "attempts": lead.attempts + 1}
        claim |= {"lease_until": now + LEASE, "next_attempt_at": None}
        with self._writes.begin() as connection:
            claimed = connection.execute(_TABLE.update().where(unchanged, claimable), claim)
        return Lead(**lead.model_dump() | claim) if claimed.rowcount else None

    def mark(self, claimed: Lead, delivery: Delivery, now: datetime) -> None:
        """Record a claim's outcome, if the lead is still being sent under this claim.

        The outcome ``SENT`` is also recorded if the lead became unsure in the meantime, but was not claimed again.
        """
        statuses = (Status.SENDING, Status.UNSURE) if delivery.status is Status.SENT else (Status.SENDING,)
        where = (col(Lead.id) == claimed.id, col(Lead.attempts) == claimed.attempts, col(Lead.status).in_(statuses))
        with self._writes.begin() as connection:
            if (row := _locked(connection, *where)) is None:
                return
            same_answers = row.same_answers + 1 if row.last_code == delivery.code else 1
            status = delivery.status
            if status is Status.UNSURE and delivery.code.startswith("2") and same_answers >= UNCLEAR_ANSWERS:
                status = Status.REJECTED
            outcome: dict[str, Any] = {"status": status, "last_code": delivery.code, "same_answers": same_answers}
            outcome |= {"lease_until": None, "next_attempt_at": None, "failing_since": None}
            if status in REDELIVERED:
                pause = BACKOFF[min(row.attempts, len(BACKOFF)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)
                outcome["next_attempt_at"] = now + max(timedelta(seconds=delivery.retry_after or 0), pause)
                outcome["failing_since"] = row.failing_since or now
            elif status is Status.SENT:
                outcome["sent_at"] = now
            connection.execute(_TABLE.update().where(col(Lead.id) == row.id), outcome)

    def listed(self, status: Status | None = None) -> list[Lead]:
        """Return all leads, or those with a given status, newest first."""
        query = select(Lead).order_by(col(Lead.created_at).desc())
        if status is not None:
            query = query.where(Lead.status == status)
        with Session(self._engine) as session:
            return list(session.exec(query))

    def by_reference(self, reference: str) -> Lead | None:
        """Return the lead with this reference (upper or lower case), or None."""
        with Session(self._engine) as session:
            return session.exec(select(Lead).where(Lead.reference == reference.strip().upper())).first()

    def reference_of(self, key: str) -> str:
        """Return the reference of the lead with this key; empty if there is none."""
        with self._engine.connect() as connection:
            return connection.scalar(select(Lead.reference).where(Lead.key == key)) or ""

    def by_beginning(self, beginning: str) -> list[Lead]:
        """Return the leads whose references begin so, oldest first."""
        begins = col(Lead.reference).startswith(beginning, autoescape=True)
        with Session(self._engine) as session:
            return list(session.exec(select(Lead).where(begins).order_by(col(Lead.created_at))))

    def rows(self, *where: ColumnElement[bool], newest: int | None = None, skip: int = 0) -> Sequence[Row[Any]]:
        """Return what a list for people shows of leads, newest first; with ``newest``, only that many after ``skip``.

        These are rows, not leads: tens of thousands of them take a fraction of the time.
        """
        newest_first = col(Lead.created_at).desc(), col(Lead.reference).desc()
        query = sa_select(*_SHOWN).where(*where).order_by(*newest_first).limit(newest).offset(skip)
        with self._engine.connect() as connection:
            return connection.execute(query).all()

    def counted(self, *where: ColumnElement[bool]) -> Counter[str]:
        """Return the numbers of leads by status."""
        query = sa_select(_TABLE.c.status, func.count()).where(*where).group_by(_TABLE.c.status)
        with self._engine.connect() as connection:
            return Counter({status: number for status, number in connection.execute(query)})


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _free_reference(connection: Connection) -> str:
    while True:  # 148 million references: a collision is rare
        letters = "".join(secrets.choice(REFERENCE_LETTERS) for _ in range(6))
        reference = f"{letters[:4]}-{letters[4:]}"
        if connection.execute(select(Lead.id).where(Lead.reference == reference)).first() is None:
            return reference


def abandoned(now: datetime) -> ColumnElement[bool]:
    """Return the SQL condition for leads whose lease expired while they were being sent: their process has died."""
    return and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) <= now)


def _same_lead(lead: Lead) -> ColumnElement[bool]:
    """Return the SQL condition for rows of the same lead: same key, or same content while undelivered or recent."""
    undelivered = col(Lead.status).in_((*UNDELIVERED, Status.SENDING))
    recent = func.coalesce(Lead.sent_at, Lead.created_at) >= lead.created_at - SAME_LEAD_WINDOW
    same_words = and_(col(Lead.payload_hash) == lead.payload_hash, or_(undelivered, recent))
    return or_(col(Lead.key) == lead.key, same_words)


def _number(connection: Connection, *where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(Lead).where(*where)) or 0


def _locked(connection: Connection, *where: ColumnElement[bool]) -> Row[Any] | None:
    """Return the newest matching row; on PostgreSQL, also lock it until the transaction ends."""
    newest = _TABLE.select().where(*where).order_by(col(Lead.created_at).desc()).limit(1)
    return connection.execute(newest.with_for_update()).first()
