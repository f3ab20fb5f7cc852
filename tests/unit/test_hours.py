"""The gym's opening hours and those of plans, what the site says of them, and the clock and daylight it is told by."""

import re
import shutil
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import Mock
from zoneinfo import ZoneInfo

import pytest

from gym_site.brand import Brand
from gym_site.check import items
from gym_site.content.clock import daylight, offsets
from gym_site.content.hours import DoorWords, Group, always, exceptions, sentences
from gym_site.folder import MistakesError
from gym_site.gym import Gym
from gym_site.hours import DAY, Hours, OpeningHours, read_hours
from gym_site.sections import hero
from gym_site.seo import structured_data
from tests.gym import GYM, SITE

REGULAR, ALL_DAY, TRIAL = Hours(330, 1320), Hours(0, DAY), Hours(360, 1260)
MONTHLY = Group("Monthly", {"Regular": REGULAR, "24 Hours": ALL_DAY, "First": REGULAR})
TRIALS = Group("Trial Passes", {"3 Days": TRIAL, "1 Day": TRIAL})
NEVER_CLOSED = OpeningHours.model_validate("Open 24 Hours Daily")
CLOSES_AT_NIGHT = GYM.brand.model_copy(update={"hours": OpeningHours.model_validate("Open 5 am to 11 pm")})
TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("5:30am-10pm", REGULAR),
        ("6 AM-9 PM", TRIAL),
        ("5:30 a.m. to 10 p.m.", REGULAR),
        ("24 hours", ALL_DAY),
        ("12am-12pm", Hours(0, DAY // 2)),
        ("12pm–12am", Hours(DAY // 2, DAY)),
        ("noon to midnight", Hours(DAY // 2, DAY)),
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
    assert sentences(DoorWords(), [MONTHLY, TRIALS], NEVER_CLOSED) == {
        0: "The 24 Hours plan opens the door now.",
        330: "All but Trial Passes open the door now.",
        360: "Every membership opens the door now.",
        1260: "All but Trial Passes open the door now.",
        1320: "The 24 Hours plan opens the door now.",
    }
    assert (
        always(DoorWords(), [MONTHLY, TRIALS], NEVER_CLOSED, TODAY) == "The 24 Hours plan opens the door at any hour."
    )


def test_the_hero_of_a_gym_that_closes_says_when_it_opens():
    plans = [Group("Monthly", {"Early": Hours(300, 540), "Noon": Hours(660, 840), "Full": Hours(300, 1320)})]
    assert sentences(DoorWords(), plans, NEVER_CLOSED) == {
        0: "No plan opens the door before 5 am.",
        300: "All but Noon open the door now.",
        540: "The Full plan opens the door now.",
        660: "All but Early open the door now.",
        840: "The Full plan opens the door now.",
        1320: "No plan opens the door before 5 am.",
    }
    assert always(DoorWords(), plans, NEVER_CLOSED, TODAY) == "Our door opens at 5 am and closes at 10 pm."


NONE, EVERY = "No plan opens the door before {}.", "Every membership opens the door now."
CHRISTMAS = {"2026-12-25": "closed"}  # a Friday
# The hours of a gym; its kind and sentence; the hours for search engines, with days from Monday on; the sentence that is
# true all day; and what the first screen says of a plan with all hours, and one from 9 am to 5 pm, at times in December.
GYMS: dict[str, tuple[Any, str, str, dict[str, str], str, dict[str, str]]] = {
    "with a text": (
        "Open 24 hours, all year.", "24-hour gym", "Open 24 hours, all year.",
        {"0123456": "00:00-23:59"}, "The All plan opens the door at any hour.",
        {"25 12:00": EVERY, "25 18:00": "The All plan opens the door now."},
    ),
    "with a text that only people understand": (
        "Open 24 hours, closed December 25", "gym", "Open 24 hours, closed December 25",
        {}, "The All plan opens the door at any hour.", {"25 12:00": EVERY},
    ),
    "with key fobs": (
        {"daily": "5am-11pm", "key_fob": "24 hours"}, "24-hour gym", "Open 5 am to 11 pm, with a key fob day and night",
        {"0123456": "05:00-23:00"}, "The All plan opens the door at any hour.", {"25 03:00": "The All plan opens the door now."},
    ),
    "with its own sentence": (
        {"daily": "5am-11pm", "sentence": "5 to 11, every day"}, "gym", "5 to 11, every day",
        {"0123456": "05:00-23:00"}, "Our door opens at 5 am and closes at 11 pm.", {"25 03:00": NONE.format("5 am")},
    ),
    "closed on Christmas, and each night": (
        {"daily": "5am-11pm", "exceptions": CHRISTMAS}, "gym", "Open 5 am to 11 pm; closed on December 25, 2026",
        {"0123456": "05:00-23:00", "2026-12-25/2026-12-25": "00:00-00:00"},
        "Our door opens at 5 am and closes at 11 pm. Some days have other hours.",
        {"23 23:00": NONE.format("5 am"), "24 22:59": "The All plan opens the door now.",
         "24 23:00": NONE.format("5 am on Saturday"), "25 12:00": NONE.format("5 am on Saturday"),
         "26 00:00": NONE.format("5 am"), "26 05:00": "The All plan opens the door now."},
    ),
    "closed on Christmas, also to key fobs": (
        {"daily": "5am-11pm", "key_fob": "24 hours", "exceptions": {"2026-12-24": "closed from noon", **CHRISTMAS}},
        "24-hour gym",
        "Open 5 am to 11 pm, with a key fob day and night; closed from noon on December 24, 2026; closed on December 25, 2026",
        {"0123456": "05:00-23:00", "2026-12-24/2026-12-24": "05:00-12:00", "2026-12-25/2026-12-25": "00:00-00:00"},
        "The All plan opens the door at any hour. Some days have other hours.",
        {"24 03:00": "The All plan opens the door now.", "24 12:00": NONE.format("midnight on Friday"),
         "25 12:00": NONE.format("midnight"), "26 03:00": "The All plan opens the door now."},
    ),
    "with other hours on most holidays": (
        {"daily": "5am-11pm", "exceptions": {"2026-12-24 to 2027-01-02": "8am-4pm", **CHRISTMAS, "2027-01-01": "closed"}},
        "gym",
        "Open 5 am to 11 pm; open 8 am to 4 pm on December 24, 2026, December 26 to 31, 2026 and January 2, 2027; "
        "closed on December 25, 2026 and January 1, 2027",
        {"0123456": "05:00-23:00", "2026-12-24/2026-12-24": "08:00-16:00", "2026-12-25/2026-12-25": "00:00-00:00",
         "2026-12-26/2026-12-31": "08:00-16:00", "2027-01-01/2027-01-01": "00:00-00:00",
         "2027-01-02/2027-01-02": "08:00-16:00"},
        "Our door opens at 5 am and closes at 11 pm. Some days have other hours.",
        {"23 23:30": NONE.format("8 am"), "24 07:59": NONE.format("8 am"), "24 08:00": "The All plan opens the door now.", "24 12:00": EVERY,
         "24 16:00": NONE.format("8 am on Saturday"), "31 20:00": NONE.format("8 am on Saturday")},
    ),
    "closed for days": (
        {"daily": "6am-10pm", "exceptions": {"2026-12-14 to 2026-12-24": "closed", "2026-11-30": "closed"}},
        "gym", "Open 6 am to 10 pm; closed on December 14 to 24, 2026",
        {"0123456": "06:00-22:00", "2026-12-14/2026-12-24": "00:00-00:00"},
        "Our door opens at 6 am and closes at 10 pm. Some days have other hours.",
        {"13 22:00": NONE.format("6 am on December 25"), "18 06:00": NONE.format("6 am on December 25"),
         "19 06:00": NONE.format("6 am on Friday"), "25 05:59": NONE.format("6 am")},
    ),
    "with other hours at the weekend": (
        {"daily": "5am-11pm", "saturday": "8am-8pm", "sunday": "closed"},
        "gym", "Open 5 am to 11 pm Monday to Friday, 8 am to 8 pm Saturday, closed on Sunday",
        {"01234": "05:00-23:00", "5": "08:00-20:00", "6": "00:00-00:00"},
        "Open 5 am to 11 pm Monday to Friday, 8 am to 8 pm Saturday, closed on Sunday.",
        {"04 23:00": NONE.format("8 am"), "05 19:59": "The All plan opens the door now.",
         "05 20:00": NONE.format("5 am on Monday"), "06 12:00": NONE.format("5 am on Monday"), "07 00:00": NONE.format("5 am")},
    ),
    "with hours for each day": (
        {"monday": "noon-9pm", "tuesday": "6am-noon", "wednesday": "noon-9pm", "thursday": "6am-noon", "friday": "noon-9pm",
         "saturday": "24 hours", "sunday": "24 hours"},
        "gym", "Open noon to 9 pm Monday, Wednesday and Friday, 6 am to noon Tuesday and Thursday, 24 hours Saturday and Sunday",
        {"024": "12:00-21:00", "13": "06:00-12:00", "56": "00:00-23:59"},
        "Open noon to 9 pm Monday, Wednesday and Friday, 6 am to noon Tuesday and Thursday, 24 hours Saturday and Sunday.",
        {"03 13:00": NONE.format("noon"), "04 23:00": NONE.format("midnight"), "05 03:00": "The All plan opens the door now."},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("written", "kind", "said", "for_search", "all_day", "at"), GYMS.values(), ids=GYMS)
def test_all_that_the_site_says_of_the_hours_follows_from_them(
    monkeypatch, written, kind, said, for_search, all_day, at
):
    hours = OpeningHours.model_validate(written)
    brand = GYM.brand.model_copy(update={"hours": hours})
    monkeypatch.setattr(Brand, "now", lambda _: datetime(TODAY.year, TODAY.month, TODAY.day))
    site = replace(SITE, gym=replace(GYM, brand=brand))
    assert (brand.kind, hours.said(TODAY)) == (kind, said)
    node = structured_data.gym(replace(site, business=replace(GYM.business, business_hours=said)))
    found = [node.get(f"{name}pecification", []) for name in ("openingHoursS", "specialOpeningHoursS")]
    week = {day: str(number) for number, day in enumerate(structured_data.WEEK)}
    assert for_search == {
        "".join(week[day.rpartition("/")[2]] for day in one["dayOfWeek"])
        if "dayOfWeek" in one
        else f"{one['validFrom']}/{one['validThrough']}": f"{one['opens']}-{one['closes']}"
        for part in found
        for one in (part if isinstance(part, list) else [part])
    }
    other = replace(GYM.business, business_hours="Call us")
    assert "Hours" not in "".join(structured_data.gym(replace(site, business=other)))

    about = DoorWords(), [Group("Plans", {"All": ALL_DAY, "Day": Hours(540, 1020)})], hours
    assert always(*about, TODAY) == all_day
    assert {time: shown(time, sentences(*about), exceptions(*about, TODAY)) for time in at} == at


def shown(time: str, usual: dict[int, str], others: dict[int, str]) -> str:
    """Return what the first screen says at a time of December 2026, as door.js does."""
    moment = datetime.strptime(f"2026-12-{time}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    minute = int(moment.timestamp()) // 60
    in_period = minute % (DAY if max(usual) < DAY else 7 * DAY)
    before = [
        [said for start, said in listed.items() if start <= now]
        for listed, now in ((others, minute), (usual, in_period))
    ]
    return (before[0][-1] if before[0] else "") or before[1][-1]


def test_hours_that_staff_wrote_replace_those_for_search_engines_but_not_as_days_pass():
    hours = OpeningHours.model_validate({"daily": "24 hours", "exceptions": CHRISTMAS})
    assert hours.every_sentence == {"Open 24 Hours Daily", "Open 24 Hours Daily; closed on December 25, 2026"}
    assert hours.every_sentence is hours.every_sentence  # made once and not for each visitor
    assert [hours.said(date(2026, 12, day)) for day in (25, 26)] == [
        "Open 24 Hours Daily; closed on December 25, 2026", "Open 24 Hours Daily",
    ]  # fmt: skip


def test_a_page_without_exceptions_has_none_and_drops_those_that_have_passed():
    about = DoorWords(), [MONTHLY, TRIALS]
    hours = OpeningHours.model_validate({"daily": "24 hours", "exceptions": CHRISTMAS})
    assert exceptions(*about, NEVER_CLOSED, TODAY) == exceptions(*about, hours, date(2026, 12, 26)) == {}
    assert len(exceptions(*about, hours, TODAY)) == 2


# Hours in UTC: it is eleven and midnight there.
@pytest.mark.parametrize(("hour", "is_still_so"), [(9, True), (10, False)])
def test_the_first_screen_tells_of_a_holiday_until_its_day_is_over_at_the_gym(monkeypatch, hour, is_still_so):
    hours = OpeningHours.model_validate({"daily": "24 hours", "exceptions": CHRISTMAS})
    brand = GYM.brand.model_copy(update={"hours": hours, "time_zone": "Pacific/Honolulu"})
    monkeypatch.setattr(hero, "datetime", Mock(now=lambda zone: datetime(2026, 12, 26, hour, tzinfo=zone)))
    assert (DoorWords().other_days in str(hero._door(replace(GYM, brand=brand)))) is is_still_so


def test_a_plan_opens_the_door_within_the_hours_of_the_gym(tmp_path):
    plan = GYM.plans.tabs[0].plans[0]
    plans = [replace(plan, name=text or "none", hours=text) for text in ("24 hours", "4am-9am", "")]
    tab = replace(GYM.plans.tabs[0], plans=tuple(plans))
    (group,) = replace(GYM, brand=CLOSES_AT_NIGHT, plans=replace(GYM.plans, tabs=(tab,))).door
    assert group.plans == {"24 hours": Hours(300, 1380), "4am-9am": Hours(300, 540)}

    folder = shutil.copytree(GYM.folder.path, tmp_path / "gym", ignore=shutil.ignore_patterns("pictures"))
    for name, old, new in (
        ("gym.toml", r"(?m)^\[hours\]\n(.+\n)*", '[hours]\ndaily = "5am-11pm"\n'),
        ("plans.toml", r"(?m)^(hours = .*\n)?(?=description = )", 'hours = "11pm-midnight"\n'),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(re.sub(old, new, text, count=1), encoding="utf-8")
    with pytest.raises(MistakesError, match="Hours are 11pm-midnight, when the gym is closed"):
        Gym.read(folder)


def test_check_notes_hours_that_only_people_understand():
    hours = OpeningHours.model_validate("Open 24/7")
    gym = replace(GYM, brand=GYM.brand.model_copy(update={"hours": hours}))
    (note,) = [finding for finding in items.check_items(gym) if "Only people understand" in finding.message]
    assert (note.level, note.place.line > 1) == ("note", True)
    assert "the hours 'Open 24/7'" in note.message


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
def test_the_day_is_from_sunrise_to_sunset_by_month(place, month, sunrise, sunset):
    latitude, longitude = place
    brand = GYM.brand.model_copy(update={"latitude": latitude, "longitude": longitude})
    listed = daylight(brand, ZoneInfo("America/Vancouver"), datetime(2026, 12, 1, tzinfo=UTC))
    rise, length = listed[(month - 1) % len(listed)]
    assert length == 0 if sunrise is None else (abs(rise - sunrise) < 6 and abs(rise + length - sunset) < 6)
