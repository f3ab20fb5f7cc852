"""The days that staff close, or give other hours, at the desk: on the pages, for search engines and on the first screen."""

import re
import shutil
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape

import pytest

from gym_site.brand import Brand
from gym_site.cli import build
from gym_site.cli.builds import add_build, serve_build
from gym_site.content.hours import Group, exceptions
from gym_site.db.prepare import change_record, prepare_database
from gym_site.db.queries import business_record
from gym_site.db.staff_values import BUSINESS_NAME, FolderRecords, stored_days
from gym_site.desk.people import Role
from gym_site.hours import ALL_DAY, DAY, OpeningHours
from gym_site.seo import structured_data
from gym_site.settings import load_settings
from gym_site.site import served
from tests.desk.conftest import faults_of
from tests.gym import GYM, RECORDS
from tests.parts import rows

NOW = datetime(2026, 12, 1, 13, 40)  # a Tuesday
HOURS = (
    '[hours]\ndaily = "5am-11pm"\n[hours.exceptions]\n2026-12-25 = "closed"\n"2026-12-28 to 2026-12-30" = "8am-4pm"\n'
)
WRITTEN = {"2026-12-25/2026-12-25": "00:00-00:00", "2026-12-28/2026-12-30": "08:00-16:00"}


@pytest.fixture(autouse=True)
def folder(desk, web, tmp_path, monkeypatch):
    """A gym with hours and holidays of its own."""
    folder = tmp_path / "gym"
    shutil.copytree(GYM.folder.path, folder, ignore=shutil.ignore_patterns("pictures", "public", "posts"))
    text = (folder / "gym.toml").read_text(encoding="utf-8")
    (folder / "gym.toml").write_text(re.sub(r"(?m)^\[hours\]\n(.+\n)*", HOURS, text), encoding="utf-8")
    monkeypatch.setenv("GYM_FOLDER", str(folder))
    monkeypatch.setenv("REFLEX_DB_URL", str(desk.desk.engine.url))
    object.__setattr__(desk.desk, "settings", replace(desk.desk.settings, folder=str(folder)))
    at(monkeypatch, NOW)
    return folder


def at(monkeypatch, now):
    """Set the gym's clock."""
    monkeypatch.setattr(Brand, "now", lambda _: now)


def special(gym, business) -> dict[str, str]:
    """Return the days with other hours that search engines get."""
    site = build.Site(gym=gym, settings=load_settings(), business=business, page_records=gym.records)
    found = structured_data.gym(site)["specialOpeningHoursSpecification"]
    listed = found if isinstance(found, list) else [found]
    return {f"{one['validFrom']}/{one['validThrough']}": f"{one['opens']}-{one['closes']}" for one in listed}


def first_screen(gym, day) -> set[str]:
    """Return what the first screen says at six and at twenty o'clock of a day, if it is other than usual."""
    plans = [Group("Plans", {"All": ALL_DAY})]
    said = exceptions(gym.home.hero.door, plans, gym.brand.hours, NOW.date())
    minutes = ((datetime.fromisoformat(day) - datetime(1970, 1, 1)).days * DAY + 60 * hour for hour in (6, 20))
    return {["", *(words for begins, words in said.items() if begins <= minute)][-1] for minute in minutes} - {""}


TODAY, NEXT = "2026-12-01", "2026-12-02"
CHANGES = {  # what is posted; the days with other hours beside those of the folder; what the desk says
    "today from noon": ({"first": TODAY, "from": "noon"}, {f"{TODAY}/{TODAY}": "05:00-12:00"}, "Today, Tuesday, December 1: closed from noon."),
    "until 9 am": ({"first": NEXT, "until": "9 am"}, {f"{NEXT}/{NEXT}": "09:00-23:00"}, "Wednesday, December 2: closed until 9 am."),
    "a typed sentence": ({"first": NEXT, "hours": " Closed  from 1:30 p.m."}, {f"{NEXT}/{NEXT}": "05:00-13:30"}, "closed from 1:30 pm."),
    "hours": ({"first": NEXT, "hours": "8am-4pm"}, {f"{NEXT}/{NEXT}": "08:00-16:00"}, "Wednesday, December 2: open 8 am to 4 pm."),
    "hours by a clock of 24": ({"first": NEXT, "hours": "9:00-17.30"}, {f"{NEXT}/{NEXT}": "09:00-17:30"}, "open 9 am to 5:30 pm."),
    "a time by a clock of 24": ({"first": NEXT, "hours": "closed from 14:00"}, {f"{NEXT}/{NEXT}": "05:00-14:00"}, "closed from 2 pm."),
    "minutes after a dot": ({"first": NEXT, "hours": "8.30am-4pm"}, {f"{NEXT}/{NEXT}": "08:30-16:00"}, "open 8:30 am to 4 pm."),
    "days that win over the folder's": (
        {"first": "2026-12-24", "last": "2026-12-29", "hours": "10am-2pm"},
        {"2026-12-24/2026-12-29": "10:00-14:00", "2026-12-25/2026-12-25": None, "2026-12-28/2026-12-30": None,
         "2026-12-30/2026-12-30": "08:00-16:00"},
        "December 24 to 29, 2026: open 10 am to 2 pm.",
    ),
    "the usual hours on a holiday": (
        {"first": "2026-12-25", "hours": "usual hours"}, {"2026-12-25/2026-12-25": None}, "Friday, December 25: usual hours.",
    ),
    "the last day to choose": ({"first": "2027-12-01", "hours": "closed"}, {"2027-12-01/2027-12-01": "00:00-00:00"}, "December 1, 2027: closed."),
}  # fmt: skip


@pytest.mark.parametrize("change", rows(CHANGES, ["today from noon", "days that win over the folder's"]))
def test_a_day_is_set_by_the_lesser_role_and_is_on_all_pages_after_a_build(desk, tmp_path, change):
    posted, others, said = CHANGES[change]
    lee = desk.signed_in("Lee", Role.REQUESTS)
    before = build.sources_hash(build._stored_site())
    answer = lee.post("/hours/days", posted)
    assert (answer.status_code, answer.headers["location"]) == (303, "/hours")
    listed = unescape(lee.get("/hours").text)
    assert f"{said} On all pages in about a minute." in listed
    assert "The pages are being made" in listed
    assert lee.get("/making").json()["goes_on"]
    assert (desk.desk.folder / "wanted" / "build").exists()
    (note,) = desk.people.notes(9)
    assert (note.name, note.kind, note.about[:10]) == ("Lee", "Hours", posted["first"])

    expected = {days: hours for days, hours in (WRITTEN | others).items() if hours}
    sentence = business_record(desk.desk.engine).business_hours
    site = build._stored_site()
    assert (special(site.gym, site.business), site.business.business_hours) == (expected, sentence)
    assert build.sources_hash(site) != before
    assert bool(first_screen(site.gym, posted["first"])) is (posted.get("hours") != "usual hours")
    (tmp_path / "pages").mkdir()
    serve_build(add_build(tmp_path / "pages", "hash", site))
    gym = served(load_settings())[0]  # as a server reads it, without the database
    assert (special(gym, site.business), gym.days) == (expected, stored_days(desk.desk.engine))


BACK = [  # what is set, and what puts it back
    ({"first": NEXT, "hours": "closed"}, {"first": NEXT, "hours": "usual hours"}),
    ({"first": "2026-12-25", "hours": "usual hours"}, {"first": "2026-12-25", "hours": "closed"}),
    ({"first": "2026-12-28", "last": "2026-12-30", "from": "noon"}, {"first": "2026-12-28", "last": "2026-12-30", "hours": "8am-4pm"}),
]  # fmt: skip


@pytest.mark.parametrize(("change", "back"), BACK)
def test_what_the_folder_says_is_put_back_by_a_tap_and_not_stored(desk, change, back):
    sam, before = desk.signed_in(), build.sources_hash(build._stored_site())
    for posted in (change, back):
        sam.post("/hours/days", posted)
        assert bool(stored_days(desk.desk.engine)) is (posted is change)
    site = build._stored_site()
    assert special(site.gym, site.business) == WRITTEN
    assert build.sources_hash(site) == before


def test_a_day_that_has_passed_is_gone_from_the_pages_by_the_next_build_and_from_the_database_at_the_next_change(
    desk, monkeypatch
):
    sam = desk.signed_in()
    sam.post("/hours/days", {"first": TODAY, "last": NEXT, "hours": "closed"})
    on_the_day = build.sources_hash(build._stored_site())
    for days, expected in ((1, {f"{NEXT}/{NEXT}": "00:00-00:00", **WRITTEN}), (2, WRITTEN)):
        at(monkeypatch, NOW + timedelta(days=days))
        site = build._stored_site()
        assert special(site.gym, site.business) == expected
        assert business_record(desk.desk.engine).business_hours == site.business.business_hours
        assert build.sources_hash(site) != on_the_day
    assert stored_days(desk.desk.engine).keys() == {TODAY, NEXT}
    sam.post("/hours/days", {"first": "2026-12-05", "hours": "closed"})
    assert stored_days(desk.desk.engine) == {"2026-12-05": "closed"}


def test_a_server_with_the_former_build_and_a_change_of_another_fact_keep_the_days_in_the_sentence(desk):
    desk.signed_in().post("/hours/days", {"first": NEXT, "hours": "closed"})
    said = business_record(desk.desk.engine).business_hours
    assert "closed on December 2, 2026" in said
    without = build.edited_now(load_settings())[0]
    former = FolderRecords(without)
    former.brand = without.brand.model_copy(update={"hours": without.brand.hours.with_days({})})
    change_record(desk.desk.engine, former, BUSINESS_NAME, {"phone": "604-555-0199"})
    assert prepare_database(desk.desk.engine, without)
    assert business_record(desk.desk.engine).business_hours == said


MISTAKES = [  # what is posted, the field, words at it
    ({"first": "", "hours": "closed"}, "first", "Choose a day."),
    ({"first": "2026-11-30", "hours": "closed"}, "first", "This day has passed."),
    ({"first": "2027-12-02", "hours": "closed"}, "first", "Choose a day within a year from today."),
    ({"first": TODAY, "last": "9999-12-31", "hours": "closed"}, "last", "Choose a day within a year from today."),
    ({"first": NEXT, "last": TODAY, "hours": "closed"}, "last", "The last day comes before the first."),
    ({"first": TODAY, "hours": ""}, "hours", "Write closed, closed from noon, closed until 9am or other hours"),
    ({"first": TODAY, "hours": "<b>" + "noon " * 9999}, "hours", "or other hours"),
    ({"first": TODAY, "hours": "1:00-5:00"}, "hours", "or other hours"),  # of the day, or of the night
    ({"first": TODAY, "hours": "9:00-17:00pm"}, "hours", "or other hours"),
    ({"first": TODAY, "from": "25 pm"}, "hours", "or other hours"),
]


@pytest.mark.parametrize(("posted", "field", "words"), MISTAKES)
def test_a_mistake_stands_at_its_field_and_changes_nothing(desk, posted, field, words):
    answer = desk.signed_in().post("/hours/days", posted)
    assert answer.status_code == 422
    faults = faults_of(answer)
    assert faults.keys() == {field}
    assert words in faults[field]
    typed = re.search(rf'name="{field}" value="([^"]*)"[^>]*aria-describedby="fault-{field}', answer.text)[1]
    assert unescape(typed) == " ".join(posted.get(field, "closed from 25 pm").split())[:60]
    assert stored_days(desk.desk.engine) == {}
    assert not desk.people.notes(9)
    assert not (desk.desk.folder / "wanted").exists()


# The gym's clock; the time that is chosen at first for closing and for opening; the time to close at once.
CLOCKS = [((6, 10), "noon", "9 am", "6 am"), ((13, 40), "2 pm", "2 pm", "1:30 pm"), ((4, 0), "noon", "9 am", ""), ((23, 30), "10:30 pm", "10:30 pm", "10:30 pm")]  # fmt: skip


@pytest.mark.parametrize(("clock", "closes", "opens", "at_once"), CLOCKS)
def test_the_likely_time_is_chosen_at_first(desk, monkeypatch, clock, closes, opens, at_once):
    at(monkeypatch, NOW.replace(hour=clock[0], minute=clock[1]))
    shown = desk.signed_in().get(f"/hours/days?first={TODAY}&last={TODAY}").text
    assert re.findall(r"<option selected>([^<]*)<", shown) == [closes, opens]
    assert re.findall(r"Closed from now on \(([^)]*)\)", shown) == [at_once] * bool(at_once)


def test_saving_what_is_so_already_changes_nothing(desk):
    sam = desk.signed_in()
    for hours in ("usual hours", "5am-11pm"):
        sam.post("/hours/days", {"first": NEXT, "hours": hours})
        assert "Nothing was changed." in sam.get("/hours").text
    assert not (desk.desk.folder / "wanted").exists()


OWN = [  # what the folder says of the hours; what staff wrote; what the page says, and whether it has days to choose
    (HOURS, "Call us", "written by hand: “Call us”. It names no days that you set here, and search engines get no hours", True),
    (f'{HOURS[:8]}sentence = "5 to 11"\n{HOURS[8:]}', None, "hand: “5 to 11”. It names no days that you set here.", True),
    ('[hours]\nsentence = "As the sun"\n', None, "in one sentence: “As the sun”. Days with other hours can't be", False),
]  # fmt: skip


@pytest.mark.parametrize(("written", "staffs", "words", "has_days"), OWN)
def test_a_sentence_of_its_own_is_named(desk, folder, written, staffs, words, has_days):
    text = (folder / "gym.toml").read_text(encoding="utf-8")
    (folder / "gym.toml").write_text(text.replace(HOURS, written), encoding="utf-8")
    change_record(desk.desk.engine, RECORDS, BUSINESS_NAME, {"business_hours": staffs})
    for role in Role:
        person = desk.signed_in(role, role)
        shown = " ".join(unescape(person.get("/hours").text).split())
        assert words in shown
        assert ('<a href="/facts/business_info">' in shown) is (has_days and role is Role.EVERYTHING)
        assert (f'href="/hours/days?first={TODAY}' in shown) is has_days
    if not has_days:
        person.post("/hours/days", {"first": NEXT, "hours": "closed"})
        assert stored_days(desk.desk.engine) == {}
        assert OpeningHours.model_validate("As the sun").with_days({NEXT: "closed"}).changes == {}
