"""The people who may use the desk, their sessions, and notes of what they changed: a database of the desk's own.

Secrets are stored as hashes. All methods block, and may raise `SQLAlchemyError`.
"""

import hashlib
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Engine, delete, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import registry
from sqlmodel import Field, Session, SQLModel, col, select

from gym_site.db.engine import make_engine, make_private
from gym_site.db.tables import UtcDateTime

LINK_HOURS = timedelta(hours=24)
IDLE = timedelta(hours=12)
REFRESHED_AFTER = timedelta(minutes=1)  # a session's last use is written at most this often
NOTES_KEPT = timedelta(days=365)
PASSWORD = range(12, 201)  # characters
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex())  # an unknown name takes as long as a wrong password


class Role(StrEnum):
    """The pages and actions of the desk that a person may use."""

    REQUESTS = (
        "requests"  # and the hours of days, but no erasing of an address, nothing with all that match, and no export
    )
    EVERYTHING = "everything"


class _Table(SQLModel, registry=registry()):
    """A table of the desk's own database, which the site's migrations don't know."""


class Person(_Table, table=True):
    """A person; without ``password_hash``, one who hasn't chosen a password yet."""

    __table_args__ = {"sqlite_autoincrement": True}  # the number of a removed person is never another's

    id: int | None = Field(default=None, primary_key=True)
    name: str
    key: str = Field(unique=True)  # the name as it is compared
    role: Role
    password_hash: str = ""
    link_hash: str = ""
    link_ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class SignedIn(_Table, table=True):
    """A session, which ends after `IDLE` without a request."""

    __tablename__ = "session"  # pyright: ignore[reportAssignmentType]

    token_hash: str = Field(primary_key=True)
    person_id: int = Field(index=True)
    form_token: str
    used_at: datetime = Field(sa_type=UtcDateTime)


class KnownBrowser(_Table, table=True):
    """A browser in which a person has signed in before: others' wrong passwords don't slow it."""

    __tablename__ = "known_browser"  # pyright: ignore[reportAssignmentType]

    token_hash: str = Field(primary_key=True)
    person_id: int = Field(primary_key=True)  # several people may share a computer


class Note(_Table, table=True):
    """A change that a person was about to make: no content, only its kind, and the reference or the record."""

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=UtcDateTime)
    name: str
    kind: str
    about: str


@dataclass(frozen=True)
class Visit:
    """A request of a person who is signed in. ``form_token`` must be in each form that the person sends."""

    name: str
    role: Role
    form_token: str

    @property
    def may_everything(self) -> bool:
        """Whether the person has the greater of the two roles."""
        return self.role is Role.EVERYTHING


class People:
    """The people in the database ``desk.db`` of a folder that the public server can't read."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        self.engine: Engine = make_engine(f"sqlite:///{folder / 'desk.db'}")
        make_private(self.engine.url)
        with self.engine.execution_options(writes=True).begin() as connection:
            _Table.metadata.create_all(connection)

    def add(self, name: str, role: Role | None, now: datetime) -> str:
        """Add a person, or give one a new link and end all sessions; return the link's secret.

        Without a ``role``, a person who is known keeps it, and a new one gets the lesser.
        """
        secret = secrets.token_urlsafe(32)
        with self._writing() as session:
            person = session.exec(select(Person).where(Person.key == key_of(name))).first()
            person = person or Person(name=name.strip(), key=key_of(name), role=Role.REQUESTS)
            person.role, person.password_hash = role or person.role, ""
            person.link_hash, person.link_ends_at = _digest(secret), now + LINK_HOURS
            session.add(person)
            session.flush()
            _end_sessions(session, person)
            session.commit()
        return secret

    def remove(self, name: str) -> bool:
        """Remove a person and end all sessions; return False if there is no such person."""
        with self._writing() as session:
            if person := session.exec(select(Person).where(Person.key == key_of(name))).first():
                _end_sessions(session, person)
                session.delete(person)
                session.commit()
            return person is not None

    def listed(self) -> Sequence[Person]:
        """Return all people, by name."""
        with Session(self.engine) as session:
            return session.exec(select(Person).order_by(Person.key)).all()

    def name_of_link(self, secret: str, now: datetime) -> str:
        """Return whose link it is; empty if it was used or is over."""
        with Session(self.engine) as session:
            person = session.exec(select(Person).where(_is_valid(secret, now))).first()
            return person.name if person else ""

    def choose_password(self, secret: str, password: str, now: datetime) -> Person | None:
        """Set the password of the person with this link, which then is used up; None if it was already, or is over."""
        chosen = _HASHER.hash(normalize("NFKC", password))
        with self._writing() as session:
            person = session.exec(select(Person).where(_is_valid(secret, now))).first()
            if person:
                person.password_hash, person.link_hash = chosen, ""
                session.add(person)
                session.commit()
                session.refresh(person)
            return person

    def with_password(self, name: str, password: str) -> Person | None:
        """Return the person with this name and password, or None. An unknown name takes as long as a wrong password."""
        with Session(self.engine) as session:
            person = session.exec(select(Person).where(Person.key == key_of(name))).first()
        stored = person.password_hash if person and person.password_hash else _NOBODY
        try:
            _HASHER.verify(stored, normalize("NFKC", password))
        except (VerificationError, InvalidHashError):
            return None
        return person

    def begin_session(
        self, person: Person, now: datetime, *, browser: str = "", former: str = ""
    ) -> tuple[str, str] | None:
        """Begin a session; return its token, and the token by which the browser is known later.

        None if the person was removed or added again since the password was looked at. ``browser`` and ``former``: the
        tokens that the browser had; its former session ends.
        """
        token, number = secrets.token_urlsafe(32), person.id or 0
        with self._writing() as session:
            is_same = (Person.id == number, Person.password_hash == person.password_hash)
            if not session.exec(select(Person.id).where(*is_same)).first():
                return None
            if not session.exec(select(KnownBrowser).where(KnownBrowser.token_hash == _digest(browser))).first():
                browser = secrets.token_urlsafe(32)
            is_over = (col(SignedIn.used_at) < now - IDLE) | (col(SignedIn.token_hash) == _digest(former))
            session.execute(delete(SignedIn).where(is_over))
            form_token = secrets.token_urlsafe(32)
            session.add(SignedIn(token_hash=_digest(token), person_id=number, form_token=form_token, used_at=now))
            session.merge(KnownBrowser(token_hash=_digest(browser), person_id=number))
            session.commit()
        return token, browser

    def visit(self, token: str, now: datetime, *, is_used: bool = True) -> Visit | None:
        """Return who is signed in with this token; None if nobody is. ``is_used``: whether the session goes on."""
        is_this = col(SignedIn.token_hash) == _digest(token), col(SignedIn.used_at) >= now - IDLE
        joined = select(SignedIn, Person).join(Person, col(Person.id) == col(SignedIn.person_id)).where(*is_this)
        with Session(self.engine) as session:
            if (found := session.exec(joined).first()) is None:
                return None
            signed, person = found
            visit = Visit(person.name, Role(person.role), signed.form_token)
            is_stale = is_used and now - signed.used_at > REFRESHED_AFTER
        if is_stale:
            with suppress(SQLAlchemyError), self._writing() as session:  # whoever reads is not stopped by a full disk
                session.execute(update(SignedIn).where(*is_this).values(used_at=now))
                session.commit()
        return visit

    def end_session(self, token: str) -> None:
        """End the session with this token."""
        with self._writing() as session:
            session.execute(delete(SignedIn).where(col(SignedIn.token_hash) == _digest(token)))
            session.commit()

    def knows(self, browser: str, name: str) -> bool:
        """Return whether the person with this name has signed in before in the browser with this token."""
        joined = select(Person.id).join(KnownBrowser, col(Person.id) == col(KnownBrowser.person_id))
        is_pair = col(KnownBrowser.token_hash) == _digest(browser), col(Person.key) == key_of(name)
        with Session(self.engine) as session:
            return session.exec(joined.where(*is_pair)).first() is not None

    def note(self, name: str, kind: str, about: Sequence[str], now: datetime) -> None:
        """Note a person's changes of one kind; ``about``: a reference or a record for each."""
        with self._writing() as session:
            session.execute(delete(Note).where(col(Note.at) < now - NOTES_KEPT))
            session.add_all(Note(at=now, name=name, kind=kind, about=one) for one in about)
            session.commit()

    def notes(self, newest: int) -> Sequence[Note]:
        """Return the newest notes, newest first."""
        with Session(self.engine) as session:
            return session.exec(select(Note).order_by(col(Note.id).desc()).limit(newest)).all()

    def _writing(self) -> Session:
        return Session(self.engine.execution_options(writes=True), expire_on_commit=False)


def _is_valid(secret: str, now: datetime) -> bool:
    """Return the SQL condition for the person whose link has this secret."""
    return (col(Person.link_hash) == _digest(secret)) & (col(Person.link_ends_at) > now)  # type: ignore[return-value]


def _end_sessions(session: Session, person: Person) -> None:
    for table in (SignedIn, KnownBrowser):
        session.execute(delete(table).where(col(table.person_id) == person.id))


def key_of(name: str) -> str:
    """Return a name as it is compared: without differences of case, spaces and ways to write an accent."""
    return " ".join(normalize("NFKC", name).split()).casefold()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
