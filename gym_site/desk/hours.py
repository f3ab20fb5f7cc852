"""The pages on which staff close the gym on a day or a part of it, or give days other hours than usual."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gym_site.db.prepare import change_record
from gym_site.db.staff_values import BUSINESS_NAME, HOURS_NAME, FolderRecords, staff_values
from gym_site.desk.app import Desk, page, to
from gym_site.desk.app import fields as posted
from gym_site.desk.people import Visit
from gym_site.desk.records import read_gym
from gym_site.desk.wanted import on_all_pages, progress
from gym_site.gym import Gym
from gym_site.hours import AS_USUAL, CLOSED, ONE_DAY, OpeningHours, clock_text, dates_text, runs, spanning, with_am_pm

AHEAD = timedelta(days=365)
STEP = 30  # minutes from one time to choose from to the next
LIKELY = {"from": 12 * 60, "until": 9 * 60}
"""The minute of the day that is chosen at first for the end, and for the begin, of a day's hours."""
LONGEST = 60  # characters of hours


@dataclass(frozen=True)
class Days:
    """A day or several in a row. ``now``: the time by the gym's clock."""

    hours: OpeningHours
    now: datetime
    first: date
    last: date

    @property
    def each(self) -> list[date]:
        """Every one of the days."""
        return [self.first + number * ONE_DAY for number in range((self.last - self.first).days + 1)]

    @property
    def are_today(self) -> bool:
        """Whether it is this day alone."""
        return self.first == self.last == self.now.date()

    @property
    def label(self) -> str:
        """The days in words."""
        day = self.first
        if day != self.last:
            return dates_text(day, self.last)
        year = "" if day.year == self.now.year else f", {day.year}"
        return f"{'Today, ' if self.are_today else ''}{day:%A}, {day:%B} {day.day}{year}"

    @property
    def words(self) -> str:
        """The hours in words."""
        first, *others = {self.hours.words_on(day) for day in self.each}
        return "hours that differ by day" if others else first

    @property
    def have_others(self) -> bool:
        """Whether a day has other hours than usual."""
        return not self.hours.changes.keys().isdisjoint(self.each)

    @property
    def at_once(self) -> str:
        """The time to close at once: the last one to choose from; empty unless it is today and within the hours."""
        passed = [minute for minute in self._minutes() if minute <= self._minute]
        return clock_text(passed[-1]) if passed and self.are_today else ""

    def times(self, way: str) -> dict[str, bool]:
        """Return the times to choose from, each with whether it is chosen at first. ``way``: a key of `LIKELY`."""
        least = max(LIKELY[way], self._minute if self.are_today else 0)
        minutes = self._minutes()
        likely = next((minute for minute in minutes if minute >= least), minutes[-1] if minutes else 0)
        return {clock_text(minute): minute == likely for minute in minutes}

    @property
    def _minute(self) -> int:
        return self.now.hour * 60 + self.now.minute

    def _minutes(self) -> list[int]:
        """Return the minutes within the usual hours at which the gym could close or open."""
        usual = spanning(*(self.hours.week[day.weekday()] for day in self.each))
        return [*range(usual.opens // STEP * STEP + STEP, usual.closes, STEP)] if usual != CLOSED else []


def hours_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""

    async def every(request: Request, _visit: Visit) -> Response:
        return await listed(request, await asyncio.to_thread(read_gym, desk))

    async def listed(
        request: Request, gym: Gym, given: Mapping[str, str] | None = None, faults: Mapping[str, str] | None = None
    ) -> Response:
        hours, now = gym.brand.hours, gym.brand.now()
        week = [now.date() + number * ONE_DAY for number in range(7)]
        later = {day: hours.words_on(day) for day in hours.changes_from(week[-1] + ONE_DAY)}
        stored = await asyncio.to_thread(written_by_hand)
        return page(
            request,
            "hours",
            week=[Days(hours, now, day, day) for day in week] if hours.week else [],
            later=[Days(hours, now, first, last) for _, first, last in runs(later)],
            stored=stored,
            sentence=stored or hours.sentence,
            limits=(week[0], week[0] + AHEAD),
            given=given or {},
            faults=faults or {},
            progress=progress(desk),
            status=422 if faults else 200,
        )

    def written_by_hand() -> str:
        """Return the sentence about the hours that staff wrote; empty if they didn't."""
        with desk.engine.connect() as connection:
            return staff_values(connection).get(BUSINESS_NAME, {}).get("business_hours", "")

    async def some(request: Request, visit: Visit) -> Response:
        """Show the days that were chosen, or change their hours."""
        gym = await asyncio.to_thread(read_gym, desk)
        is_change = request.method == "POST"
        given = dict(posted(request)) if is_change else {**request.query_params}
        days, faults = _chosen(gym, given)
        if faults or not gym.brand.hours.week:
            return await listed(request, gym, given, faults)
        form = partial(page, request, "days", days=days, ways=LIKELY, usual=AS_USUAL, longest=LONGEST)
        if not is_change:
            return form(typed="", fault="")
        typed = next((f"closed {way} {given[way]}" for way in LIKELY if way in given), given.get("hours", ""))
        typed = " ".join(typed.split())[:LONGEST]
        text = with_am_pm(typed)
        own = gym.brand.hours.with_days({})
        try:
            wanted = own.with_days(dict.fromkeys(map(str, days.each), text))
        except ValueError as error:
            said = str(error).replace('"', "")  # these are for files
            return form(typed=typed, fault=f"{said[0].upper()}{said[1:]}.", status=422)
        changes = {str(day): None if _at(day, wanted) == _at(day, own) else text for day in days.each}
        if changes == {day: gym.days.get(day) for day in changes}:
            return to(request, "/hours", "Nothing was changed.")
        passed = dict.fromkeys(day for day in gym.days if day < str(days.now.date()))
        await desk.note(visit, "Hours", [" to ".join(map(str, sorted({days.first, days.last})))])
        await asyncio.to_thread(partial(change_record, desk.engine, FolderRecords(gym), HOURS_NAME, passed | changes))
        said = text if text == AS_USUAL else replace(days, hours=wanted).words
        return to(request, "/hours", f"{days.label}: {said}.{on_all_pages(desk)}")

    return [
        signed_in("/hours", every),
        signed_in("/hours/days", some, methods=["GET", "POST"]),
    ]


def _chosen(gym: Gym, given: Mapping[str, str]) -> tuple[Days, dict[str, str]]:
    """Return the days that were chosen, and a sentence about each field with a mistake."""
    now = gym.brand.now()
    today, faults = now.date(), {}
    days: dict[str, date] = {}
    for name in ("first", "last") if given.get("last") else ("first",):
        try:
            days[name] = date.fromisoformat(given.get(name, ""))
        except ValueError:
            faults[name] = "Choose a day."
            continue
        if not today <= days[name] <= today + AHEAD:
            faults[name] = "This day has passed." if days[name] < today else "Choose a day within a year from today."
    first = days.get("first", today)
    last = days.get("last", first)
    if not faults and last < first:
        faults["last"] = "The last day comes before the first."
    return Days(gym.brand.hours, now, first, last), faults


def _at(day: date, hours: OpeningHours) -> tuple[object, ...]:
    """Return all that the hours of a day are."""
    return hours.words_on(day), hours.door_on(day)
