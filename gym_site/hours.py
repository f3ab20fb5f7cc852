"""The gym's opening hours by day, as ``gym.toml`` states them, with exceptions, and the sentence that says them.

Exceptions are those of ``gym.toml``, and days that staff set at the desk, which win over them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import Annotated, Any, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, PrivateAttr, model_validator

from gym_site.text import series, typed

_Value = TypeVar("_Value")

DAY = 24 * 60  # minutes
ONE_DAY = timedelta(days=1)
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CLOCK = r"(1[0-2]|[1-9])(?::([0-5]\d))? ?([ap])\.?m\.?"
_SPAN = re.compile(rf"{_CLOCK} ?(?:[-–]|to) ?{_CLOCK}", re.IGNORECASE)
_LIMIT = re.compile(rf"closed (from|until) {_CLOCK}", re.IGNORECASE)
_PLAIN_WORDS = re.compile(
    r"\b(open|daily|every day|a day|all year|(365|7|seven) days( a (week|year))?)\b|,", re.IGNORECASE
)
_LONGEST = 366  # days


class Hours(NamedTuple):
    """The minutes of the day from which and until which a door is open."""

    opens: int
    closes: int

    def include(self, minute: int) -> bool:
        """Return whether the door is open at a minute of the day."""
        return self.opens <= minute < self.closes

    def within(self, others: "Hours") -> "Hours":
        """Return what remains of these hours within others."""
        opens, closes = max(self.opens, others.opens), min(self.closes, others.closes)
        return Hours(opens, closes) if opens < closes else CLOSED

    def __str__(self) -> str:
        """Return the hours for the inside of a sentence: ``5 am to 11 pm``."""
        return "24 hours" if self == ALL_DAY else f"{clock_text(self.opens)} to {clock_text(self.closes)}"


CLOSED, ALL_DAY = Hours(0, 0), Hours(0, DAY)


def spanning(*hours: Hours) -> Hours:
    """Return the hours from the first opening to the last closing."""
    opens = [one for one in hours if one != CLOSED]
    return Hours(min(one.opens for one in opens), max(one.closes for one in opens)) if opens else CLOSED


def read_hours(text: str) -> Hours | None:
    """Return the hours that a text such as ``5:30am-10pm`` or ``24 hours`` states, or None if it has another form.

    Hours past midnight have another form.
    """
    if text.lower() == "24 hours":
        return ALL_DAY
    if not (found := _SPAN.fullmatch(_with_figures(text))):
        return None
    opens, closes = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:]) or DAY
    return Hours(opens, closes) if opens < closes else None


def _with_figures(text: str) -> str:
    return re.sub(r"(?i)\bnoon\b", "12pm", re.sub(r"(?i)\bmidnight\b", "12am", text))


def _minutes(hour: str, minute: str | None, half: str) -> int:
    return int(hour) % 12 * 60 + int(minute or 0) + (DAY // 2 if half in "pP" else 0)


def clock_text(minute: int) -> str:
    """Return a time of day as visitors read it: ``5:30 am``, ``noon``."""
    if minute % (DAY // 2) == 0:
        return "midnight" if minute % DAY == 0 else "noon"
    hour, rest = divmod(minute, 60)
    return f"{hour % 12 or 12}{f':{rest:02}' if rest else ''} {'am' if hour < 12 else 'pm'}"


def with_am_pm(text: str) -> str:
    """Return hours as people type them, such as ``9:00-17:00`` or ``8.30am-4pm``, with ``am`` and ``pm``."""
    text = re.sub(r"(\d)\.(\d\d)", r"\1:\2", text)
    if not re.search(r"\b(1[3-9]|2[0-3]):", text):
        return text  # 1:00-5:00 may be of the day or of the night
    time = r"(?i)\b([01]?\d|2[0-3]):([0-5]\d)\b(?! ?[ap])"
    return re.sub(time, lambda found: clock_text(int(found[1]) * 60 + int(found[2])), text)


class Change(NamedTuple):
    """The hours of a day that has others than usual; ``limits``: it has its usual hours, but only within these."""

    hours: Hours
    limits: bool = False


AS_USUAL = "usual hours"
"""The text of a day that staff gave its usual hours back, although ``gym.toml`` states others."""
_USUAL = Change(ALL_DAY, limits=True)


def _span(text: object) -> Hours:
    hours = read_hours(text) if isinstance(text, str) else None
    if hours is None:
        raise ValueError('hours are written like "5:30am-10pm" or "24 hours", and end at midnight at the latest')
    return hours


def _hours_of_day(text: object) -> Hours:
    return CLOSED if str(text).lower() == "closed" else _span(text)


def _change(text: object) -> Change:
    if found := _LIMIT.fullmatch(_with_figures(str(text))):
        minute = _minutes(*found.groups()[1:])
        return Change(Hours(0, minute) if found[1].lower() == "from" else Hours(minute, DAY), limits=True)
    try:
        return Change(_hours_of_day(text))
    except ValueError:
        raise ValueError('write "closed", "closed from noon", "closed until 9am" or other hours: "8am-4pm"') from None


def _days(text: object) -> tuple[date, date]:
    try:
        first, _, last = str(text).partition(" to ")
        days = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        example = '"2026-12-25" (year, month, day), several days like "2026-12-24 to 2026-12-26"'
        raise ValueError(f"there is no such day; one is written like {example}") from None
    if not days[0] <= days[1] < days[0] + _LONGEST * ONE_DAY:
        raise ValueError("the second day comes after the first, within a year")
    return days


_Day = Annotated[Hours, PlainValidator(_hours_of_day), typed("Hours are like 5:30am-10pm, 24 hours or closed")]
_Span = Annotated[Hours, PlainValidator(_span), typed("Hours are like 5:30am-10pm or 24 hours")]
_Days = Annotated[tuple[date, date], PlainValidator(_days), typed("A day, or the first and the last of several")]
_Change = Annotated[Change, PlainValidator(_change), typed("Closed, closed from noon, closed until 9am or 8am-4pm")]


class OpeningHours(BaseModel):
    """The gym's opening hours, with the days that have others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    daily: _Day | None = None
    """Every day: the hours of all days that have none of their own."""
    monday: _Day | None = None
    tuesday: _Day | None = None
    wednesday: _Day | None = None
    thursday: _Day | None = None
    friday: _Day | None = None
    saturday: _Day | None = None
    sunday: _Day | None = None
    key_fob: _Span | None = None
    """With a key fob: when members come in with their key fobs, if at other hours."""
    sentence: Annotated[str, Field(max_length=60)] = ""
    """Shown in place of the sentence that the site makes of these hours."""
    exceptions: Mapping[_Days, _Change] = Field(default_factory=dict)
    """Days with other hours: a day or days, such as 2026-12-25 or 2026-12-24 to 2026-12-26, with closed, closed from
    noon, closed until 9am or hours such as 8am-4pm.
    """
    _set: dict[date, Change] = PrivateAttr(default_factory=dict)

    def with_days(self, days: Mapping[str, str]) -> Self:
        """Return the hours of ``gym.toml`` with those that staff set at the desk: texts such as ``closed``, by day.

        If ``gym.toml`` has only a sentence, it stays so. Raises `ValueError` with what to write.
        """
        made = self.model_construct(**{name: getattr(self, name) for name in type(self).model_fields})
        made._set = {
            date.fromisoformat(day): _USUAL if text == AS_USUAL else _change(text)
            for day, text in (days.items() if self.week else ())
        }
        return made

    @model_validator(mode="before")
    @classmethod
    def _as_table(cls, data: Any) -> Any:
        """Read the hours of each day from a text such as ``Open 24 Hours Daily``, if it says no more than these."""
        if isinstance(data, str):
            hours = " ".join(_PLAIN_WORDS.sub(" ", data.strip(" .")).split())
            return {"sentence": data, **({"daily": hours} if read_hours(hours) else {})}
        if not isinstance(data, dict):
            raise ValueError('write a line [hours], and below it daily = "5am-11pm"')
        if not isinstance(data.get("exceptions", {}), dict):
            raise ValueError('write a line [hours.exceptions], and below it 2026-12-25 = "closed"')
        return data

    @model_validator(mode="after")
    def _are_complete(self) -> Self:
        if missing := [day for day in WEEK if self._usual(day) is None]:
            if self.sentence and not self.exceptions and len(missing) == len(WEEK):
                return self
            advice = f'{missing[0].lower()} = "closed"' if len(missing) < len(WEEK) else 'daily = "5am-11pm"'
            raise ValueError(f"nothing is said of {series(*missing)}: add a line such as {advice}")
        if {CLOSED} in ({*self.week}, {*self.doors}):
            raise ValueError('the gym is closed on all days: write its hours, such as daily = "5am-11pm"')
        return self

    def _usual(self, day: str) -> Hours | None:
        hours = getattr(self, day.lower())
        return self.daily if hours is None else hours

    @cached_property
    def week(self) -> tuple[Hours, ...]:
        """The usual hours from Monday to Sunday; empty if the gym has only a sentence about them."""
        week = [hours for day in WEEK if (hours := self._usual(day)) is not None]
        return tuple(week) if len(week) == len(WEEK) else ()

    @cached_property
    def doors(self) -> tuple[Hours, ...]:
        """The hours at which anybody can come in, from Monday to Sunday, in a usual week."""
        week = self.week or (ALL_DAY,) * len(WEEK)
        return tuple(spanning(hours, self.key_fob or CLOSED) for hours in week)

    @property
    def door(self) -> Hours:
        """The hours within which anybody can come in on any day of a usual week."""
        return spanning(*self.doors)

    @property
    def never_end(self) -> bool:
        """Whether somebody can come in at each hour of a usual week, as far as is known."""
        return bool(self.week) and {*self.doors} == {ALL_DAY}

    @cached_property
    def changes(self) -> dict[date, Change]:
        """The change of hours on each day that differs from its usual week."""
        by_length = sorted(self.exceptions.items(), key=lambda one: one[0][0] - one[0][1])
        written = {
            first + count * ONE_DAY: change
            for (first, last), change in by_length
            for count in range((last - first).days + 1)
        }
        return {day: change for day, change in sorted((written | self._set).items()) if change != _USUAL}

    def changes_from(self, today: date) -> dict[date, Change]:
        """Return the changes on ``today`` and later, by day."""
        return {day: change for day, change in self.changes.items() if day >= today}

    def door_on(self, day: date) -> Hours:
        """Return the hours at which anybody can come in on a day."""
        return self._changed(day, self.doors[day.weekday()])

    def coming(self, today: date) -> dict[date, Hours]:
        """Return the gym's hours on the days from ``today`` on on which they are not the usual ones."""
        usual = {day: self.week[day.weekday()] for day in self.changes_from(today)}
        return {day: hours for day, was in usual.items() if (hours := self._changed(day, was)) != was}

    def words_on(self, day: date) -> str:
        """Return the gym's hours on a day in words, such as ``open 5 am to 11 pm`` or ``closed from noon``."""
        usual = self.week[day.weekday()]
        return self._other(self._changed(day, usual), usual)

    def _changed(self, day: date, usual: Hours) -> Hours:
        change = self.changes.get(day, Change(usual))
        return usual.within(change.hours) if change.limits else change.hours

    def said(self, today: date) -> str:
        """Return the sentence about the hours, with the days from ``today`` on that have others."""
        if self.sentence:
            return self.sentence
        fob = "day and night" if self.key_fob == ALL_DAY else self.key_fob
        other = {day: self.words_on(day) for day in self.coming(today)}
        dates: dict[str, list[str]] = {}
        for words, first, last in runs(other):
            dates.setdefault(words, []).append(dates_text(first, last))
        return "; ".join([
            week_text(self.week) + (f", with a key fob {fob}" if fob else ""),
            *(f"{words} on {series(*days)}" for words, days in dates.items()),
        ])  # fmt: skip

    @cached_property
    def every_sentence(self) -> set[str]:
        """What is said about the hours as the days pass."""
        return {self.said(day) for day in (date.min, *(day + ONE_DAY for day in self.changes))}

    @staticmethod
    def _other(hours: Hours, usual: Hours) -> str:
        if hours == CLOSED:
            return "closed"
        if hours.opens == usual.opens and hours.closes < usual.closes:
            return f"closed from {clock_text(hours.closes)}"
        if hours.closes == usual.closes and hours.opens > usual.opens:
            return f"closed until {clock_text(hours.opens)}"
        return f"open {hours}"


def week_text(week: Sequence[Hours]) -> str:
    """Return a sentence about the hours from Monday to Sunday: ``Open 5 am to 11 pm``."""
    if len({*week}) == 1:
        return "Open 24 Hours Daily" if week[0] == ALL_DAY else f"Open {week[0]}"
    days: dict[Hours, list[int]] = {}
    for day, hours in enumerate(week):
        days.setdefault(hours, []).append(day)
    said = [f"{hours} {_day_names(on)}" for hours, on in days.items() if hours != CLOSED]
    closed = [f"closed on {_day_names(days[CLOSED])}"] if CLOSED in days else []
    return f"Open {', '.join([*said, *closed])}"


def _day_names(days: Iterable[int]) -> str:
    """Return days of the week, of which three or more in a row are named by the first and the last."""
    rows: list[list[int]] = []
    for day in days:
        if rows and rows[-1][-1] == day - 1:
            rows[-1].append(day)
        else:
            rows.append([day])
    names = ([f"{WEEK[row[0]]} to {WEEK[row[-1]]}"] if len(row) > 2 else [WEEK[day] for day in row] for row in rows)
    return series(*(name for row in names for name in row))


def runs(values: Mapping[date, _Value]) -> Iterator[tuple[_Value, date, date]]:
    """Yield each value, with the first and the last of the days in a row that have it. The days are sorted."""
    first = date.min
    for day, value in values.items():
        if values.get(day - ONE_DAY) != value:
            first = day
        if values.get(day + ONE_DAY) != value:
            yield value, first, day


def dates_text(first: date, last: date) -> str:
    """Return the days from first to last as visitors read them: ``December 24 to 26, 2026``."""
    end = f"{last:%B} {last.day}, {last.year}"
    if first == last:
        return end
    if (first.year, first.month) == (last.year, last.month):
        return f"{first:%B} {first.day} to {last.day}, {last.year}"
    return f"{first:%B} {first.day}{'' if first.year == last.year else f', {first.year}'} to {end}"
