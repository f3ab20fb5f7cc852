"""Maintenance of the lead table: retries, expiry, erasure, statistics, alerts.

Every function blocks: call it in a thread. All of them raise `SQLAlchemyError` when the database gives no answer.
Each is one short transaction, and any number of processes may call it at the same moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, Engine, Update, and_, bindparam, delete, func, or_, select, update
from sqlmodel import col

from gym_site.db import engine as database
from gym_site.db.tables import Lead
from gym_site.leads.rate_limit import LIMIT_REASONS
from gym_site.leads.status import REDELIVERED, UNDELIVERED, Status
from gym_site.leads.store import STORED, Waiting, stored_from, writing

GIVEN_UP_AFTER = timedelta(days=3)  # from the first failed attempt
ERASED_AFTER = timedelta(days=7)  # from its delivery, or from when staff marked it as done
QUARANTINE_DELETED_AFTER = timedelta(days=30)
ALERTED_AFTER = timedelta(days=1)  # undelivered for so long
REMINDED_AFTER = timedelta(days=7)  # from the alert before
RELEASED_AFTER = timedelta(minutes=10)  # quarantined for a rate limit alone
BATCH = 500  # rows erased in one transaction: a visitor's lead waits for it


@dataclass(frozen=True)
class Alert:
    """How many leads need a person's eye."""

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


class Maintenance:
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
        """Mark as rejected what has failed for three days; return the references."""
        statement = (
            update(Lead)
            .where(col(Lead.status).in_(statuses), col(Lead.failing_since) <= now - GIVEN_UP_AFTER)
            .values(status=Status.REJECTED, next_attempt_at=None, failing_since=None, alerted_at=None)
            .returning(col(Lead.reference))
        )
        with writing(self._engine) as connection:
            return list(connection.scalars(statement))

    def due(self, now: datetime, limit: int, statuses: Sequence[Status] = REDELIVERED) -> list[Waiting]:
        """Return up to ``limit`` leads whose next attempt is due, or that have none, the longest overdue first."""
        is_due = or_(col(Lead.next_attempt_at) <= now, col(Lead.next_attempt_at).is_(None))
        return self._waiting(and_(col(Lead.status).in_(statuses), is_due), limit)

    def waiting(self, statuses: Sequence[Status]) -> list[Waiting]:
        """Return every lead of these statuses whose words are still there, due or not."""
        return self._waiting(col(Lead.status).in_(statuses))

    def release(self, now: datetime, status: Status) -> str:
        """Give ``status`` to the oldest lead quarantined for a rate limit; return its reference, or nothing."""
        put_aside = and_(
            col(Lead.status) == Status.QUARANTINED,
            col(Lead.reason).in_(LIMIT_REASONS),
            col(Lead.created_at) <= now - RELEASED_AFTER,
        )
        oldest = select(col(Lead.id)).where(put_aside).order_by(col(Lead.created_at)).limit(1).scalar_subquery()
        statement = (
            update(Lead)
            .where(col(Lead.id) == oldest, col(Lead.status) == Status.QUARANTINED)
            .values(status=status, next_attempt_at=now, alerted_at=None)
            .returning(col(Lead.reference))
        )
        with writing(self._engine) as connection:
            return connection.scalar(statement) or ""

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
        """Return how many leads `erase_due` would erase or delete, batch by batch."""
        with self._engine.connect() as connection:
            to_erase = or_(_finished(now), _old_suspect(now))
            return connection.scalar(select(func.count()).select_from(Lead).where(to_erase)) or 0

    def erase_due(self, now: datetime) -> int:
        """Erase words, and delete quarantined leads, that have been kept as long as they may be.

        Returns of how many leads: call it again until that is 0, and `empty_journal` then.
        """
        oldest = select(col(Lead.id)).where(_old_suspect(now)).limit(BATCH)
        with writing(self._engine) as connection:
            deleted = connection.execute(delete(Lead).where(col(Lead.id).in_(oldest))).rowcount
        return deleted + self._erase(_finished(now), now)

    def empty_journal(self) -> bool:
        """Take erased words out of SQLite's journal too; False while somebody reads: call it again later."""
        return database.empty_journal(self._engine)

    def newest(self) -> datetime | None:
        """Return when the last lead came in."""
        with self._engine.connect() as connection:
            return connection.scalar(select(func.max(Lead.created_at)))

    def to_alert(self, now: datetime) -> tuple[Alert, list[UUID]]:
        """Return what staff have to hear of, for the first time or again, and the leads that it counts."""
        late = and_(col(Lead.status).in_((*UNDELIVERED, Status.SENDING)), col(Lead.created_at) <= now - ALERTED_AFTER)
        unheard = or_(col(Lead.alerted_at).is_(None), col(Lead.alerted_at) <= now - REMINDED_AFTER)
        needs_a_person = or_(late, col(Lead.status).in_((Status.REJECTED, Status.QUARANTINED)))
        with self._engine.connect() as connection:
            rows = connection.execute(select(col(Lead.id), col(Lead.status)).where(needs_a_person, unheard)).all()
        counted = Counter(row.status for row in rows)
        alert = Alert(rejected=counted.pop(Status.REJECTED, 0), quarantined=counted.pop(Status.QUARANTINED, 0))
        return Alert(alert.rejected, alert.quarantined, undelivered=counted.total()), [row.id for row in rows]

    def alerted(self, leads: Sequence[UUID], now: datetime) -> None:
        """Note that staff have been alerted of these leads."""
        for start in range(0, len(leads), BATCH):
            self._change(update(Lead).where(col(Lead.id).in_(leads[start : start + BATCH])).values(alerted_at=now))

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
        """Erase the words of up to `BATCH` leads, and everything made of them: hash and key."""
        blank = (
            update(Lead)
            .where(col(Lead.id) == bindparam("lead"))
            .values(
                payload=None, payload_hash="", key=bindparam("new_key"), status=Status.ERASED, erased_at=now,
                lease_until=None, next_attempt_at=None,
            )
        )  # fmt: skip
        with writing(self._engine) as connection:
            query = select(col(Lead.id)).where(where, col(Lead.status) != Status.ERASED).limit(BATCH).with_for_update()
            leads = list(connection.scalars(query))
            if leads:
                connection.execute(blank, [{"lead": lead, "new_key": uuid4().hex} for lead in leads])
        return len(leads)

    def _change(self, statement: Update) -> int:
        with writing(self._engine) as connection:
            return connection.execute(statement).rowcount


def _finished(now: datetime) -> ColumnElement[bool]:
    return and_(col(Lead.status).in_((Status.SENT, Status.DONE)), col(Lead.sent_at) <= now - ERASED_AFTER)


def _old_suspect(now: datetime) -> ColumnElement[bool]:
    return and_(col(Lead.status) == Status.QUARANTINED, col(Lead.created_at) <= now - QUARANTINE_DELETED_AFTER)
