"""The hours of plans, and what the hero says about them at each time of the day."""

import pytest

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
        360: "Every plan opens the door now.",
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
