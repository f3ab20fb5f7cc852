"""Maintains the lead table: expiry, erasure and statistics.

All methods block. Several processes may call them at the same time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Delete, Engine, Update, and_, delete, func, or_, update
from sqlmodel import Session, col, select

from gym_site.db import engine as database
from gym_site.db.tables import Lead
from gym_site.leads.status import CLAIMABLE, REDELIVERED, UNDELIVERED, Status
from gym_site.leads.store import abandoned

GIVEN_UP_AFTER = timedelta(days=3)  # from the first failed attempt
ERASED_AFTER = timedelta(days=7)  # after delivery, or after staff marked the lead as done
QUARANTINE_DELETED_AFTER = timedelta(days=30)
BATCH = 500  # rows per transaction: a long transaction would delay visitors' leads


@dataclass(frozen=True)
class Stats:
    """The number of leads by status, and the arrival time of the oldest undelivered lead. No personal data."""

    by_status: dict[Status, int]
    oldest_undelivered: datetime | None

    @property
    def undelivered(self) -> int:
        """The number of undelivered leads, including rejected leads."""
        return sum(self.by_status.get(status, 0) for status in (*UNDELIVERED, Status.SENDING))


class Maintenance:
    """Maintains the leads in a SQLite or PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writes = engine.execution_options(writes=True)

    def expire(self, now: datetime) -> int:
        """Mark leads with an expired lease as unsure, and as due for delivery; return their number."""
        # The three days until a lead is given up also count if a process is killed at each attempt.
        failing_since = func.coalesce(Lead.failing_since, now)
        return self._change(
            update(Lead)
            .where(abandoned(now))
            .values(status=Status.UNSURE, last_code="LeaseExpired", lease_until=None, next_attempt_at=now)
            .values(failing_since=failing_since)
        )

    def give_up(self, now: datetime, statuses: Sequence[Status]) -> list[str]:
        """Reject leads that have these statuses and have failed for three days; return their references."""
        statement = (
            update(Lead)
            .where(col(Lead.status).in_(statuses), col(Lead.failing_since) <= now - GIVEN_UP_AFTER)
            .values(status=Status.REJECTED, next_attempt_at=None, failing_since=None)
            .returning(col(Lead.reference))
        )
        with self._writes.begin() as connection:
            return list(connection.scalars(statement))

    def waiting(self, statuses: Sequence[Status], due: datetime | None = None, limit: int | None = None) -> list[Lead]:
        """Return leads with these statuses, sorted by due time; with ``due``, only leads due by that time."""
        query = select(Lead).where(col(Lead.status).in_(statuses), col(Lead.payload).is_not(None))
        if due is not None:
            query = query.where(or_(col(Lead.next_attempt_at) <= due, col(Lead.next_attempt_at).is_(None)))
        query = query.order_by(col(Lead.next_attempt_at), col(Lead.created_at)).limit(limit)
        with Session(self._engine) as session:
            return list(session.exec(query))

    def done(self, reference: str, now: datetime) -> bool:
        """Mark a lead as done by staff; False if it was sent, is being sent, or was already done or erased."""
        return self._change(
            update(Lead)
            .where(col(Lead.reference) == reference, col(Lead.status).in_(CLAIMABLE))
            .values(status=Status.DONE, sent_at=now, next_attempt_at=None)
        ) > 0  # fmt: skip

    def reopen(self, reference: str) -> bool:
        """Let a lead that staff marked as done wait for them again; False if it is not done, or erased meanwhile."""
        return self._change(
            update(Lead)
            .where(col(Lead.reference) == reference, col(Lead.status) == Status.DONE)
            .values(status=Status.KEPT, sent_at=None)
        ) > 0  # fmt: skip

    def erase(self, reference: str, now: datetime) -> bool:
        """Erase a lead's content now; False if it was already erased or is being sent."""
        being_sent = and_(col(Lead.status) == Status.SENDING, col(Lead.lease_until) > now)
        return self._erase(and_(col(Lead.reference) == reference, ~being_sent), now) > 0

    def erasable(self, now: datetime) -> int:
        """Return how many leads are due to be erased or deleted."""
        with Session(self._engine) as session:
            to_erase = or_(_finished(now), _quarantine_over(now))
            return session.exec(select(func.count()).select_from(Lead).where(to_erase)).one()

    def erase_due(self, now: datetime) -> int:
        """Erase or delete one batch of leads whose retention time is over; return their number, 0 if none is left."""
        oldest = select(Lead.id).where(_quarantine_over(now)).limit(BATCH)
        return self._change(delete(Lead).where(col(Lead.id).in_(oldest))) + self._erase(_finished(now), now)

    def empty_journal(self) -> bool:
        """Empty SQLite's journal, which may contain erased content; return False if it can't be emptied now."""
        return database.empty_journal(self._engine)

    def day(self, now: datetime) -> dict[str, int]:
        """Return how many leads arrived and how many were sent in the last 24 hours, and current numbers by status."""
        since = now - timedelta(days=1)
        came = select(func.count()).select_from(Lead).where(col(Lead.created_at) > since)
        sent = select(func.count()).select_from(Lead).where(col(Lead.status) == Status.SENT, col(Lead.sent_at) > since)
        with Session(self._engine) as session:
            moved = {"came": session.exec(came).one(), "sent": session.exec(sent).one()}
        by_status = self.stats().by_status
        shown = (Status.REJECTED, Status.QUARANTINED, Status.KEPT)
        waiting = sum(by_status.get(status, 0) for status in (*REDELIVERED, Status.SENDING))
        return {**moved, "undelivered": waiting, **{status.value: by_status.get(status, 0) for status in shown}}

    def stats(self) -> Stats:
        """Return statistics of all leads."""
        counted = select(Lead.status, func.count()).group_by(Lead.status)
        oldest = select(func.min(Lead.created_at)).where(col(Lead.status).in_((*UNDELIVERED, Status.SENDING)))
        with Session(self._engine) as session:
            by_status = {Status(status): count for status, count in session.exec(counted)}
            return Stats(by_status, session.exec(oldest).one())

    def latest(self) -> tuple[datetime | None, datetime | None]:
        """Return when the latest lead arrived, and when the latest was sent of those that are not erased yet."""
        sent = select(func.max(Lead.sent_at)).where(col(Lead.status) == Status.SENT)
        with Session(self._engine) as session:
            return session.exec(select(func.max(Lead.created_at))).one(), session.exec(sent).one()

    def _erase(self, where: ColumnElement[bool], now: datetime) -> int:
        """Erase the content of up to `BATCH` leads, and the hash and key, which are derived from the content."""
        leads = select(Lead.id).where(where, col(Lead.status) != Status.ERASED).limit(BATCH).with_for_update()
        return self._change(
            update(Lead)
            .where(col(Lead.id).in_(leads))
            .values(payload=None, payload_hash="", key=Lead.reference, status=Status.ERASED, erased_at=now)
            .values(lease_until=None, next_attempt_at=None)
        )

    def _change(self, statement: Update | Delete) -> int:
        with self._writes.begin() as connection:
            return connection.execute(statement).rowcount


def _finished(now: datetime) -> ColumnElement[bool]:
    return and_(col(Lead.status).in_((Status.SENT, Status.DONE)), col(Lead.sent_at) <= now - ERASED_AFTER)


def _quarantine_over(now: datetime) -> ColumnElement[bool]:
    return and_(col(Lead.status) == Status.QUARANTINED, col(Lead.created_at) <= now - QUARANTINE_DELETED_AFTER)
