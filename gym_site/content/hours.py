"""When plans open the door: hours read from texts such as ``5:30am-10pm``, and what that means at each minute."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from gym_site.reading.content_type import Blanks, content_type, must
from gym_site.text import fill, series

DAY = 24 * 60  # minutes
_CLOCK = r"(1[0-2]|[1-9])(?::([0-5]\d))? ?([ap])\.?m\.?"
_SPAN = re.compile(rf"{_CLOCK} ?(?:[-–]|to) ?{_CLOCK}", re.IGNORECASE)


class Hours(NamedTuple):
    """The minutes of the day from which and until which a door is open."""

    opens: int
    closes: int

    def include(self, minute: int) -> bool:
        """Return whether the door is open at a minute of the day."""
        return self.opens <= minute < self.closes


def read_hours(text: str) -> Hours | None:
    """Return the hours that a text such as ``5:30am-10pm`` or ``24 hours`` states, or None if it has another form.

    Hours past midnight have another form.
    """
    if text.lower() == "24 hours":
        return Hours(0, DAY)
    if not (found := _SPAN.fullmatch(text)):
        return None
    opens, closes = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:]) or DAY
    return Hours(opens, closes) if opens < closes else None


def _minutes(hour: str, minute: str | None, half: str) -> int:
    return int(hour) % 12 * 60 + int(minute or 0) + (DAY // 2 if half in "pP" else 0)


HoursText = Annotated[str, must(lambda text: not text or read_hours(text), "Hours are like 5:30am-10pm or 24 hours")]


def clock_text(minute: int) -> str:
    """Return a time of day as visitors read it: ``5:30 am``."""
    hour, rest = divmod(minute, 60)
    return f"{hour % 12 or 12}{f':{rest:02}' if rest else ''} {'am' if hour % 24 < 12 else 'pm'}"


@content_type
class DoorWords:
    """The hero's line about the plans that open the door, now and at any time of the day.

    ``{time}`` is the time in the gym's town. Of a tab whose plans are all meant, ``{plans}`` has the tab's label.
    """

    clock: Annotated[str, Blanks("time", "town")] = "{time} in {town}."
    every: str = "Every membership opens the door now."
    one: Annotated[str, Blanks("plans")] = "The {plans} plan opens the door now."
    several: Annotated[str, Blanks("plans")] = "Open now: {plans}."
    all_except: Annotated[str, Blanks("plans")] = "All but {plans} open the door now."
    none: Annotated[str, Blanks("time")] = "No plan opens the door before {time}."
    at_any_hour: Annotated[str, Blanks("plans")] = "The {plans} plan opens the door at any hour."
    daily: Annotated[str, Blanks("opens", "closes")] = "Our door opens at {opens} and closes at {closes}."


class Group(NamedTuple):
    """The plans of a tab, by name, with their hours."""

    label: str
    plans: dict[str, Hours]


def always(words: DoorWords, groups: Sequence[Group]) -> str:
    """Return a sentence about the door that is true all day."""
    hours = [one for group in groups for one in group.plans.values()]
    all_day = [name for group in groups for name, one in group.plans.items() if one == (0, DAY)]
    if all_day:
        return fill(words.at_any_hour, plans=series(*all_day))
    opens, closes = min(one.opens for one in hours), max(one.closes for one in hours)
    return fill(words.daily, opens=clock_text(opens), closes=clock_text(closes))


def sentences(words: DoorWords, groups: Sequence[Group]) -> dict[int, str]:
    """Return what the hero says from each minute of the day on, until the next of these minutes."""
    hours = [one for group in groups for one in group.plans.values()]
    changes = sorted({0, *(minute for one in hours for minute in one if minute < DAY)})
    said: dict[int, str] = {}
    for minute in changes:
        sentence = _now(words, groups, minute)
        if sentence not in list(said.values())[-1:]:
            said[minute] = sentence
    return said


def _now(words: DoorWords, groups: Sequence[Group], minute: int) -> str:
    opens = [hours.opens for group in groups for hours in group.plans.values()]
    count = sum(hours.include(minute) for group in groups for hours in group.plans.values())
    if count == len(opens):
        return words.every
    if not count:
        return fill(words.none, time=clock_text(min((one for one in opens if one > minute), default=min(opens))))
    if count > len(opens) / 2:
        return fill(words.all_except, plans=series(*_names(groups, minute, are_open=False)))
    names = series(*_names(groups, minute, are_open=True))
    return fill(words.one if count == 1 else words.several, plans=names)


def _names(groups: Sequence[Group], minute: int, *, are_open: bool) -> Iterator[str]:
    """Yield the names of the plans that open the door at a minute of the day, or of those that don't."""
    for group in groups:
        named = [name for name, hours in group.plans.items() if hours.include(minute) is are_open]
        yield from [group.label] if len(named) == len(group.plans) > 1 else named
