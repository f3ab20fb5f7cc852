"""The hero's sentences about the plans that open the door, for each minute of each day."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, NamedTuple

from gym_site.content.content_type import Blanks, Known, content_type, fits, must
from gym_site.hours import (
    ALL_DAY,
    CLOSED,
    DAY,
    ONE_DAY,
    WEEK,
    Hours,
    OpeningHours,
    clock_text,
    read_hours,
    spanning,
    week_text,
)
from gym_site.text import fill, series, typed


def _closed(text: str, known: Known) -> str:
    hours = read_hours(text)
    is_closed = hours and hours.within(known.brand.hours.door) == CLOSED
    return f"hours are {text}, when the gym is closed: its hours are in gym.toml" if is_closed else ""


HoursText = Annotated[
    str,
    must(lambda text: not text or read_hours(text), "Hours are like 5:30am-10pm or 24 hours"),
    fits(_closed),
    typed("Hours are like 5:30am-10pm or 24 hours"),
]


@content_type
class DoorWords:
    """The first screen's line about the plans that open the door now."""

    clock: Annotated[str, Blanks("time", "town")] = "{time} in {town}."
    """The time"""
    every: str = "Every membership opens the door now."
    """Every plan opens it"""
    one: Annotated[str, Blanks("plans")] = "The {plans} plan opens the door now."
    """One plan opens it"""
    several: Annotated[str, Blanks("plans")] = "Open now: {plans}."
    """Some plans open it"""
    all_except: Annotated[str, Blanks("plans")] = "All but {plans} open the door now."
    """Most plans open it"""
    none: Annotated[str, Blanks("time")] = "No plan opens the door before {time}."
    """No plan opens it"""
    at_any_hour: Annotated[str, Blanks("plans")] = "The {plans} plan opens the door at any hour."
    """A plan opens it at any hour"""
    daily: Annotated[str, Blanks("opens", "closes")] = "Our door opens at {opens} and closes at {closes}."
    """No plan opens it at any hour"""
    other_days: str = "Some days have other hours."
    """Some days differ"""


class Group(NamedTuple):
    """The plans of a tab, by name, with their hours."""

    label: str
    plans: dict[str, Hours]

    def within(self, hours: Hours) -> "Group":
        """Return the plans with what remains of their hours within those of the gym."""
        return Group(self.label, {name: own.within(hours) for name, own in self.plans.items()})


Groups = Sequence[Group]
_Doors = Callable[[date], Groups]  # the plans with their hours on a day
_THURSDAY = date(1970, 1, 1)  # the day from which browsers count


def always(words: DoorWords, groups: Groups, opening: OpeningHours, today: date) -> str:
    """Return a sentence about the door that is true all day, and on each day from ``today`` on."""
    week = [[hours for group in groups for hours in group.within(door).plans.values()] for door in opening.doors]
    names = [name for group in groups for name in group.plans]
    all_day = [name for name, *hours in zip(names, *week, strict=True) if {*hours} == {ALL_DAY}]
    opens = [spanning(*hours) for hours in week]
    if all_day:
        said = fill(words.at_any_hour, plans=series(*all_day))
    elif len({*opens}) == 1:
        said = fill(words.daily, opens=clock_text(opens[0].opens), closes=clock_text(opens[0].closes))
    else:
        said = f"{week_text(opens)}."
    return f"{said} {words.other_days}" if opening.changes_from(today) else said


def sentences(words: DoorWords, groups: Groups, opening: OpeningHours) -> dict[int, str]:
    """Return what the hero says from each minute of the day on, until the next of these minutes.

    If the hours differ between the days of a week, the minutes are those of a week that begins on Thursday.
    """
    usual = _usual(groups, opening)
    days = [_said_on(words, usual, _THURSDAY + number * ONE_DAY) for number in range(len(WEEK))]
    if all(day == days[0] for day in days):
        return days[0]
    return {number * DAY + minute: sentence for number, day in enumerate(days) for minute, sentence in day.items()}


def exceptions(words: DoorWords, groups: Groups, opening: OpeningHours, today: date) -> dict[int, str]:
    """Return what the hero says at other times than usual, from each minute since 1970 on; "" for what is usual.

    The days before one with other hours may differ too: in the evening the hero says when the door opens again.
    """
    coming = opening.changes_from(today)
    if not coming:
        return {}
    usual, said, before = _usual(groups, opening), {}, ""
    first = max(today, min(coming) - len(WEEK) * ONE_DAY)
    for number in range((max(coming) - first).days + 2):
        day = first + number * ONE_DAY
        normal = _said_on(words, usual, day)
        real = _said_on(words, lambda day: [group.within(opening.door_on(day)) for group in groups], day)
        for minute in sorted({*normal, *real}):
            sentence = "" if _at(real, minute) == _at(normal, minute) else _at(real, minute)
            if sentence != before:
                said[(day - _THURSDAY).days * DAY + minute] = before = sentence
    return said


def _usual(groups: Groups, opening: OpeningHours) -> _Doors:
    return lambda day: [group.within(opening.doors[day.weekday()]) for group in groups]


def _at(said: Mapping[int, str], minute: int) -> str:
    return [sentence for start, sentence in said.items() if start <= minute][-1]


def _said_on(words: DoorWords, doors: _Doors, day: date) -> dict[int, str]:
    """Return what the hero says from each minute of a day on, until the next of these minutes."""
    hours = [one for group in doors(day) for one in group.plans.values()]
    changes = sorted({0, *(minute for one in hours for minute in one if minute < DAY)})
    said: dict[int, str] = {}
    for minute in changes:
        sentence = _now(words, doors, day, minute)
        if sentence not in list(said.values())[-1:]:
            said[minute] = sentence
    return said


def _now(words: DoorWords, doors: _Doors, day: date, minute: int) -> str:
    groups = doors(day)
    every = [hours for group in groups for hours in group.plans.values()]
    count = sum(hours.include(minute) for hours in every)
    if count == len(every):
        return words.every
    if not count:
        return fill(words.none, time=_next(doors, day, minute))
    if count > len(every) / 2:
        return fill(words.all_except, plans=series(*_names(groups, minute, are_open=False)))
    names = series(*_names(groups, minute, are_open=True))
    return fill(words.one if count == 1 else words.several, plans=names)


def _next(doors: _Doors, day: date, minute: int) -> str:
    """Return when the door opens next, in words: with the day unless it is this day, or the morning after it."""
    later, opens = day, _openings(doors, day, minute)
    while not opens:
        later += ONE_DAY
        opens = _openings(doors, later)
    time, ahead = min(opens), (later - day).days
    if time == 0:  # the midnight at the end of the day before
        time, ahead = DAY, ahead - 1
    if ahead == 0 or (ahead == 1 and time < DAY and _openings(doors, day)):
        return clock_text(time)
    shown = day + ahead * ONE_DAY
    return f"{clock_text(time)} on {f'{shown:%B} {shown.day}' if ahead >= len(WEEK) else WEEK[shown.weekday()]}"


def _openings(doors: _Doors, day: date, after: int = -1) -> list[int]:
    """Return the minutes of a day after a minute at which plans open the door."""
    hours = [one for group in doors(day) for one in group.plans.values() if one != CLOSED]
    return [one.opens for one in hours if one.opens > after]


def _names(groups: Sequence[Group], minute: int, *, are_open: bool) -> Iterator[str]:
    """Yield the names of the plans that open the door at a minute of the day, or of those that don't."""
    for group in groups:
        named = [name for name, hours in group.plans.items() if hours.include(minute) is are_open]
        yield from [group.label] if len(named) == len(group.plans) > 1 else named
