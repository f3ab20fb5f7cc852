"""Rows of the table ``lead`` that nobody is waiting for: what is due again, given up, erased, counted or alerted of.

Every function blocks: call it in a thread. All of them raise `SQLAlchemyError` when the database gives no answer.
Each is one transaction, and any number of processes may call it at the same moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, Engine, Update, and_, bindparam, func, or_, select, update
from sqlmodel import col

from gym_site.db.tables import Lead
from gym_site.leads.status import REDELIVERED, UNDELIVERED, Status
from gym_site.leads.store import STORED, Stored, stored_from, writing

GIVEN_UP_AFTER = timedelta(days=3)
ERASED_AFTER = timedelta(days=7)  # from its delivery, or from when staff marked it as done
QUARANTINE_ERASED_AFTER = timedelta(days=30)
WARNED_AFTER = (
    timedelta(days=1),
    timedelta(days=7),
    timedelta(days=21),
)  # undelivered for so long: `Alert.undelivered`
HURRIED_AT_MOST = 6  # attempts, the visitor's own among them: a lead that always fails must not follow every success
ASKED_TO_WAIT = "429"


@dataclass(frozen=True)
class Waiting:
    """A lead to be delivered: its row, and the cleaned fields that `compose` takes."""

    row: Stored
    form: str
    fields: dict[str, str]


@dataclass(frozen=True)
class Alert:
    """How many leads newly need a person's eye."""

    rejected: int = 0
    quarantined: int = 0
    undelivered: int = 0

    def __bool__(self) -> bool:
        return bool(self.rejected or self.quarantined or self.undelivered)


@dataclass(frozen=True)
class Stats:
    """Numbers without anything personal: leads by status, and when the oldest undelivered one came in."""

    by_status: dict[Status, int]
    oldest_undelivered: datetime | None

    @property
    def undelivered(self) -> int:
        """How many leads wait for their delivery."""
        return sum(self.by_status.get(status, 0) for status in (*UNDELIVERED, Status.SENDING))


class Upkeep:
    """Looks after the leads of one engine, SQLite's or PostgreSQL's."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def expire(self, now: datetime) -> int:
        """Mark as unsure, and due, what a process was sending when it died; return how many."""
        abandoned = and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) <= now)
        return self._change(
            update(Lead)
            .where(abandoned)
            .values(status=Status.UNSURE, last_code="LeaseExpired", lease_until=None, next_attempt_at=now)
        )

    def give_up(self, now: datetime, statuses: Sequence[Status] = REDELIVERED) -> list[str]:
        """Mark as rejected what could not be delivered for three days; return the references."""
        statement = (
            update(Lead)
            .where(col(Lead.status).in_(statuses), col(Lead.created_at) <= now - GIVEN_UP_AFTER)
            .values(status=Status.REJECTED, next_attempt_at=None, alert_level=0)
            .returning(col(Lead.reference))
        )
        with writing(self._engine) as connection:
            return list(connection.scalars(statement))

    def due(self, now: datetime, limit: int, statuses: Sequence[Status] = REDELIVERED) -> list[Waiting]:
        """Return up to ``limit`` leads whose next attempt is due, the longest overdue first."""
        return self._waiting(and_(col(Lead.status).in_(statuses), col(Lead.next_attempt_at) <= now), limit)

    def waiting(self, statuses: Sequence[Status]) -> list[Waiting]:
        """Return every lead of these statuses whose words are still there, due or not."""
        return self._waiting(col(Lead.status).in_(statuses))

    def hurry(self, now: datetime, statuses: Sequence[Status] = REDELIVERED) -> int:
        """Make due at once what failed while the form service was away; return how many."""
        return self._change(
            update(Lead)
            .where(
                col(Lead.status).in_(statuses),
                col(Lead.next_attempt_at) > now,
                col(Lead.attempts).between(1, HURRIED_AT_MOST),
                col(Lead.last_code) != ASKED_TO_WAIT,
            )
            .values(next_attempt_at=now)
        )

    def release(self, lead_id: UUID) -> bool:
        """Let a lead that was put by for staff be delivered; False where it isn't put by (any more)."""
        put_by = (Status.KEPT, Status.QUARANTINED)
        return self._change(
            update(Lead).where(col(Lead.id) == lead_id, col(Lead.status).in_(put_by)).values(status=Status.PENDING)
        ) > 0  # fmt: skip

    def done(self, reference: str, now: datetime) -> bool:
        """Mark as dealt with by staff what was not delivered; False for any other lead."""
        open_ = (*UNDELIVERED, Status.KEPT, Status.QUARANTINED)
        return self._change(
            update(Lead)
            .where(col(Lead.reference) == reference, col(Lead.status).in_(open_))
            .values(status=Status.DONE, sent_at=now, next_attempt_at=None)
        ) > 0  # fmt: skip

    def erase(self, reference: str, now: datetime) -> bool:
        """Erase one lead's words at once; False where there are none, or it is just being sent."""
        under_way = and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) > now)
        return self._erase(and_(col(Lead.reference) == reference, ~under_way), now) > 0

    def erasable(self, now: datetime) -> int:
        """Return how many leads `erase_due` would erase."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(Lead).where(_to_erase(now))) or 0

    def erase_due(self, now: datetime) -> int:
        """Erase the words that have been kept as long as they may be; return of how many leads."""
        return self._erase(_to_erase(now), now)

    def alert(self, now: datetime) -> Alert:
        """Return what staff haven't been told of yet, and take it for told."""
        levels = len(WARNED_AFTER)
        found: Counter[str] = Counter()
        with writing(self._engine) as connection:
            for level in range(levels, 0, -1):
                old = and_(
                    col(Lead.status).in_((*UNDELIVERED, Status.SENDING)),
                    col(Lead.created_at) <= now - WARNED_AFTER[level - 1],
                )
                news = or_(old, col(Lead.status).in_((Status.REJECTED, Status.QUARANTINED))) if level == 1 else old
                statement = (
                    update(Lead)
                    .where(news, col(Lead.alert_level) < level)
                    .values(alert_level=level)
                    .returning(col(Lead.status))
                )
                found.update(connection.scalars(statement))
        put_by = {"rejected": found.pop(Status.REJECTED, 0), "quarantined": found.pop(Status.QUARANTINED, 0)}
        return Alert(**put_by, undelivered=found.total())

    def stats(self) -> Stats:
        """Count the leads."""
        counted = select(col(Lead.status), func.count()).group_by(col(Lead.status))
        oldest = select(func.min(Lead.created_at)).where(col(Lead.status).in_((*UNDELIVERED, Status.SENDING)))
        with self._engine.connect() as connection:
            by_status = {Status(status): count for status, count in connection.execute(counted)}
            return Stats(by_status, connection.scalar(oldest))

    def _waiting(self, where: ColumnElement[bool], limit: int | None = None) -> list[Waiting]:
        query = select(*STORED, col(Lead.form), col(Lead.payload)).where(where, col(Lead.payload).is_not(None))
        query = query.order_by(col(Lead.next_attempt_at), col(Lead.created_at)).limit(limit)
        with self._engine.connect() as connection:
            return [Waiting(stored_from(row), row.form, row.payload) for row in connection.execute(query)]

    def _erase(self, where: ColumnElement[bool], now: datetime) -> int:
        """Erase words and everything made of them: without a key from the page, the words made the key too."""
        blank = (
            update(Lead)
            .where(col(Lead.id) == bindparam("lead"))
            .values(
                payload=None, payload_hash="", key=bindparam("new_key"), status=Status.ERASED, erased_at=now,
                lease_until=None, next_attempt_at=None,
            )
        )  # fmt: skip
        with writing(self._engine) as connection:
            query = select(col(Lead.id)).where(where, col(Lead.status) != Status.ERASED).with_for_update()
            found = list(connection.scalars(query))
            if found:
                connection.execute(blank, [{"lead": lead, "new_key": uuid4().hex} for lead in found])
        if found and self._engine.dialect.name == "sqlite":
            with self._engine.connect() as connection:  # the journal still holds them
                connection.execution_options(isolation_level="AUTOCOMMIT")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(found)

    def _change(self, statement: Update) -> int:
        with writing(self._engine) as connection:
            return connection.execute(statement).rowcount


def _to_erase(now: datetime) -> ColumnElement[bool]:
    finished = and_(col(Lead.status).in_((Status.SENT, Status.DONE)), col(Lead.sent_at) <= now - ERASED_AFTER)
    suspect = and_(col(Lead.status) == Status.QUARANTINED, col(Lead.created_at) <= now - QUARANTINE_ERASED_AFTER)
    return or_(finished, suspect)
