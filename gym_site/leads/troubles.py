"""Troubles that staff must be told of, once each, and the day of the last summary.

They are in the database, so that processes share them and a restart forgets none. All methods block.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime

from sqlalchemy import Delete, Engine, Insert, Update, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from gym_site.db.tables import Trouble

SUMMARY = "summary"  # the row whose text is the day of the last summary
LONG = 500  # characters of a text that are kept


class Troubles:
    """The troubles in a SQLite or PostgreSQL database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writes = engine.execution_options(writes=True)

    def all(self) -> list[Trouble]:
        """Return the troubles that staff have been told of, oldest first."""
        told = col(Trouble.told_at).is_not(None), col(Trouble.kind) != SUMMARY
        with Session(self._engine) as session:
            return list(session.exec(select(Trouble).where(*told).order_by(col(Trouble.since))))

    def note(self, kind: str, text: str, now: datetime) -> datetime:
        """Note that a trouble exists; return since when."""
        self._insert(Trouble(kind=kind, text=text[:LONG], since=now))
        with Session(self._engine) as session:
            row = session.get(Trouble, kind)
            return row.since if row else now  # another process may just have ended it

    def ended(self, found: Iterable[str], is_known: Callable[[str], bool]) -> list[Trouble]:
        """End the troubles that are not in ``found`` and for which ``is_known`` holds; return those that were told.

        A trouble is returned to only one of several processes, which tells staff, or calls `restore`.
        """
        kept = {*found, SUMMARY}
        with Session(self._engine) as session:
            over = [row for row in session.exec(select(Trouble)) if row.kind not in kept and is_known(row.kind)]
        return [
            row for row in over if self._changes(delete(Trouble).where(col(Trouble.kind) == row.kind)) and row.told_at
        ]

    def restore(self, trouble: Trouble) -> None:
        """Store an ended trouble again, as staff could not be told of its end."""
        self._insert(trouble)

    def claim(self, kind: str, now: datetime) -> bool:
        """Return whether the caller is to tell staff of a trouble: True for one caller only."""
        mine = update(Trouble).where(col(Trouble.kind) == kind, col(Trouble.told_at).is_(None))
        return self._changes(mine.values(told_at=now))

    def release(self, kind: str) -> None:
        """Record that staff could not be told of a trouble."""
        self._changes(update(Trouble).where(col(Trouble.kind) == kind).values(told_at=None))

    def claim_summary(self, day: date, now: datetime) -> date | None:
        """Return the day of the last summary, if the caller is to send that of ``day``.

        The first call only starts the count: a summary that was due before it is never sent.
        """
        self._insert(Trouble(kind=SUMMARY, text=day.isoformat(), since=now, told_at=now))
        with Session(self._engine) as session:
            row = session.get(Trouble, SUMMARY)
        last = row.text if row else ""
        mine = update(Trouble).where(col(Trouble.kind) == SUMMARY, col(Trouble.text) == last)
        if last < day.isoformat() and self._changes(mine.values(text=day.isoformat(), told_at=now)):
            return date.fromisoformat(last)
        return None

    def release_summary(self, last: date) -> None:
        """Record that the summary could not be sent; ``last``: the result of `claim_summary`."""
        self._changes(update(Trouble).where(col(Trouble.kind) == SUMMARY).values(text=last.isoformat()))

    def _insert(self, trouble: Trouble) -> None:
        """Insert a row unless there is one of its kind."""
        with Session(self._engine) as session:
            if session.get(Trouble, trouble.kind):
                return
        with suppress(IntegrityError):  # another process has just inserted it
            self._changes(insert(Trouble).values(trouble.model_dump()))

    def _changes(self, statement: Insert | Update | Delete) -> bool:
        with self._writes.begin() as connection:
            return connection.execute(statement).rowcount > 0
