"""The hours of plans, what the hero says about them at each time of the day, and the clock and daylight it is told by."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from gym_site.brand import BRAND
from gym_site.content import clock
from gym_site.content.clock import daylight, offsets
from gym_site.content.hours import DAY, DoorWords, Group, Hours, always, read_hours, sentences

REGULAR, ALL_DAY, TRIAL = Hours(330, 1320), Hours(0, DAY), Hours(360, 1260)
MONTHLY = Group("Monthly", {"Regular": REGULAR, "24 Hours": ALL_DAY, "First": REGULAR})
TRIALS = Group("Trial Passes", {"3 Days": TRIAL, "1 Day": TRIAL})


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("5:30am-10pm", REGULAR),
        ("6 AM-9 PM", TRIAL),
        ("5:30 a.m. to 10 p.m.", REGULAR),
        ("24 hours", ALL_DAY),
        ("12am-12pm", Hours(0, DAY // 2)),
        ("12pm–12am", Hours(DAY // 2, DAY)),
        ("10pm-6am", None),
        ("13am-10pm", None),
        ("all day", None),
    ],
)
def test_hours_are_read_as_they_are_written(text, hours):
    assert read_hours(text) == hours


def test_a_plan_opens_the_door_from_its_first_minute_to_the_one_before_its_last():
    assert [REGULAR.include(minute) for minute in (329, 330, 1319, 1320)] == [False, True, True, False]


def test_the_hero_names_the_plans_that_open_the_door():
    assert sentences(DoorWords(), [MONTHLY, TRIALS]) == {
        0: "The 24 Hours plan opens the door now.",
        330: "All but Trial Passes open the door now.",
        360: "Every membership opens the door now.",
        1260: "All but Trial Passes open the door now.",
        1320: "The 24 Hours plan opens the door now.",
    }
    assert always(DoorWords(), [MONTHLY, TRIALS]) == "The 24 Hours plan opens the door at any hour."


def test_the_hero_of_a_gym_that_closes_says_when_it_opens():
    plans = [Group("Monthly", {"Early": Hours(300, 540), "Noon": Hours(660, 840), "Full": Hours(300, 1320)})]
    assert sentences(DoorWords(), plans) == {
        0: "No plan opens the door before 5 am.",
        300: "All but Noon open the door now.",
        540: "The Full plan opens the door now.",
        660: "All but Early open the door now.",
        840: "The Full plan opens the door now.",
        1320: "No plan opens the door before 5 am.",
    }
    assert always(DoorWords(), plans) == "Our door opens at 5 am and closes at 10 pm."


def seconds(time: str) -> int:
    return int(datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("zone", "changes"),
    [
        # British Columbia has stayed at UTC-7 since 2026, which only new tables know.
        ("America/Vancouver", [(0, -420)]),
        ("Europe/Berlin", [(0, 60), (seconds("2027-03-28 01:00"), 120), (seconds("2027-10-31 01:00"), 60)]),
        ("Australia/Lord_Howe", [(0, 660), (seconds("2027-04-03 15:00"), 630), (seconds("2027-10-02 15:30"), 660)]),
    ],
)
def test_pages_know_the_offsets_of_two_years(zone, changes):
    known = offsets(ZoneInfo(zone), datetime(2026, 12, 1, 12, tzinfo=UTC))
    assert [one for one in known if one[0] < seconds("2028-01-01 00:00")] == changes
    assert known[-1] == (seconds("2029-01-01 00:00"), None)


@pytest.mark.parametrize(
    ("place", "month", "sunrise", "sunset"),
    [
        ((49.1, -122.8), 6, 5 * 60 + 6, 21 * 60 + 19),
        ((49.1, -122.8), 12, 9 * 60, 17 * 60 + 14),  # winter without a change of clocks
        ((-33.9, 151.2), 12, 11 * 60 + 38, 26 * 60 + 1),  # Sydney's summer, by the clock of Vancouver
        ((78, 15), 12, None, None),
        ((None, None), 12, 6 * 60, 18 * 60),
    ],
)
def test_the_day_is_from_sunrise_to_sunset_by_month(monkeypatch, place, month, sunrise, sunset):
    latitude, longitude = place
    monkeypatch.setattr(clock, "BRAND", BRAND.model_copy(update={"latitude": latitude, "longitude": longitude}))
    listed = daylight(ZoneInfo("America/Vancouver"), datetime(2026, 12, 1, tzinfo=UTC))
    rise, length = listed[(month - 1) % len(listed)]
    assert length == 0 if sunrise is None else (abs(rise - sunrise) < 6 and abs(rise + length - sunset) < 6)
