"""A choice of requests at the desk: from the query of an address or a form, to the conditions of a query in SQL."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import reduce
from typing import Any
from unicodedata import normalize
from urllib.parse import urlencode

from sqlalchemy import ColumnElement, Row, Text, cast, func, or_
from sqlmodel import col

from gym_site.db.tables import Lead
from gym_site.leads.status import Status, undecided
from gym_site.leads.store import TURN
from gym_site.site import Site

LONGEST_SEARCH = 100
STATES = {
    "waiting": "Waiting for you",
    "spam": "Probably spam",
    "coming": "On their way",
    "sent": "Sent",
    "done": "Done",
    "erased": "Erased",
}
REASONS = {"links": "Many links", "honeypot": "Filled in by a robot", TURN: "Too many at once"}
_PLAIN = re.compile(r"[a-z0-9@.+'-]+")  # JSON writes other signs in its own way, or SQL compares them otherwise
_SIGNS = " ().+/-"  # with which people write telephone numbers and references, or without


@dataclass(frozen=True)
class Filter:
    """A choice of requests: each value as in the address or in a form, empty for any."""

    q: str = ""  # words that a request contains; never in an address, as they may be a person's name
    found: str = ""  # in an address, the key by which the session finds these words
    state: str = ""
    form: str = ""
    day: str = ""  # YYYY-MM-DD of the gym's clock, the first of the days
    to: str = ""  # the last of them
    reason: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Filter":
        """Return the filter in a query; a value that can't be is left out."""
        known = {"state": STATES, "reason": REASONS}
        texts = {name: given.get(name, "").strip()[:LONGEST_SEARCH] for name in cls.__dataclass_fields__}
        texts |= {name: "" for name, values in known.items() if texts[name] not in values}
        texts |= {name: _day(texts[name]) for name in ("day", "to")}
        return cls(**texts)

    def query(self, **more: str) -> str:
        """Return the filter as the query of an address."""
        given = vars(self) | {"q": ""} | more
        return urlencode({name: value for name, value in given.items() if value})

    def where(self, site: Site) -> list[ColumnElement[bool]]:
        """Return the SQL conditions; those for the words let more through than `has_words`."""
        is_any = col(Lead.status) != Status.ERASED
        found = [col(Lead.status).in_(statuses(site)[self.state]) if self.state else is_any]
        if self.form:
            found.append(col(Lead.form) == self.form)
        if self.reason:
            found.append(col(Lead.reason) == self.reason)
        if self.day:
            found.append(col(Lead.created_at) >= site.gym.brand.time(datetime.fromisoformat(self.day)))
        if self.to:
            found.append(
                col(Lead.created_at) < site.gym.brand.time(datetime.fromisoformat(self.to) + timedelta(days=1))
            )
        for part in _PLAIN.findall(_composed(self.q).lower().replace("ss", " ")):  # stored is perhaps ß
            stored: tuple[Any, ...] = (cast(col(Lead.payload), Text), col(Lead.reference))
            bare = (reduce(lambda text, sign: func.replace(text, sign, ""), _SIGNS, one) for one in stored)
            found.append(or_(*(one.icontains(_bare(part), autoescape=True) for one in bare)))
        return found

    @property
    def words(self) -> list[str]:
        """The words to look for."""
        return _composed(self.q).casefold().split()

    def has_words(self, row: Row[Any]) -> bool:
        """Return whether a request contains all words, in whichever entries; numbers by their digits alone."""
        text = _composed("\n".join([row.reference, *(row.payload or {}).values()])).casefold()
        bare, reference = _bare(text), _bare(row.reference).casefold()
        known = ((word, _bare(word)) for word in self.words)
        return all(word in text or (one and one in (bare if one.isdecimal() else reference)) for word, one in known)


def _day(text: str) -> str:
    """Return a day as it was given, or nothing if there is no such day."""
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() if text.startswith("20") else ""
    return ""


def _composed(text: str) -> str:
    """Return a text whose accents are written in one way."""
    return normalize("NFC", text)


def _bare(text: str) -> str:
    """Return a text without the signs of telephone numbers and references."""
    return text.translate(str.maketrans("", "", _SIGNS))


def statuses(site: Site) -> dict[str, Sequence[Status]]:
    """Return the statuses of each state that people choose."""
    waiting = (*undecided(site.settings), Status.KEPT)
    coming = [one for one in (Status.PENDING, Status.SENDING, Status.UNSURE) if one not in waiting]
    spam = [Status.QUARANTINED]
    return {
        "waiting": waiting,
        "spam": spam,
        "coming": coming,
        **{name: [Status(name)] for name in ("sent", "done", "erased")},
    }
