"""``python -m gym_site check``: nothing is wrong with the site as it is, and each mistake is named with its place."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.prepare import prepare_database
from tests.staff_tree import StaffTree, plant

CONTENT = "gym_site/content"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("prepared") / "gym.db"
    assert prepare_database(f"sqlite:///{file}", BUSINESS, PAGE_RECORDS)
    return file


@pytest.fixture
def tree(tmp_path, prepared) -> StaffTree:
    return plant(tmp_path / "site", prepared)


@dataclass(frozen=True)
class Mistake:
    """What somebody may do, and what ``check`` has to say of it.

    ``old`` becomes ``new`` in ``file``; without ``old`` the file is written anew. ``at`` stands in the line to be named,
    in ``file`` or in ``said_of``.
    """

    file: str
    old: str
    new: str
    at: str
    says: str
    said_of: str = ""


LONG = "x" * 51
TOMORROW = date.today() + timedelta(days=2)
MISTAKES = {
    "a setting that can't be used": Mistake(".env", "", "\nGYM_SITE_URL=tideforge\n", "GYM_SITE_URL", "whole address"),
    "a countdown that the words don't know": Mistake(
        ".env", "", "GYM_EXPANSION_OPENS_AT=2031-05-04T12:00:00\n", "COUNTDOWN_ENDS =", "May 4, 2031",
        f"{CONTENT}/expansion.py",
    ),
    "a missing quotation mark": Mistake(
        f"{CONTENT}/services.py", 'price="$25-35/class",\n', 'price="$25-35/class,\n', 'price="$25-35', "unterminated string"
    ),
    "a missing comma": Mistake(
        f"{CONTENT}/services.py", 'price="$25-35/class",\n', 'price="$25-35/class"\n', 'price="$25-35', "forgot a comma"
    ),
    "a comma for a point in a price": Mistake(
        f"{CONTENT}/plans.py", 'Decimal("14.99")', 'Decimal("14,99")', "14,99", "no number"
    ),
    "a price without Decimal": Mistake(
        f"{CONTENT}/plans.py", 'price=Decimal("14.99")', 'price="14.99"', 'price="14.99"', "Decimal"
    ),
    "a former price below the price": Mistake(
        f"{CONTENT}/plans.py", 'Decimal("22.50")', 'Decimal("12.50")', 'original_price=Decimal("12.50")', "isn't above"
    ),
    "a copied plan with the other's sign-up page": Mistake(
        f"{CONTENT}/plans.py", "/join/20-visits-24-hours", "/join/10-visits-24-hours", 'path="/join/20-visits"',
        "sign-up page of more than one plan",
    ),
    "one entry in brackets without its comma": Mistake(
        f"{CONTENT}/trainers.py", 'services=("physiotherapy-kinesiology",)', 'services=("physiotherapy-kinesiology")',
        'services=("physiotherapy-kinesiology")', "ends with a comma",
    ),
    "a trainer whose picture isn't there": Mistake(
        f"{CONTENT}/trainers.py", '"trainer-08"', '"trainer-88"', "trainer-88", "no picture 'trainer-88'"
    ),
    "a trainer in the form who isn't on the page": Mistake(
        f"{CONTENT}/trainers.py", 'name="Jade Whitford"', 'name="Jade Whitfort"', "SELECTABLE_TRAINERS:",
        "Jade Whitford, who isn't in", f"{CONTENT}/forms.py",
    ),
    "an outside address without https": Mistake(
        f"{CONTENT}/trainers.py", "https://instagram.example/claire", "http://instagram.example/claire", "http://inst",
        "begins with https://",
    ),
    "a link to no page": Mistake(
        f"{CONTENT}/footer.py", 'key="faq"', 'key="faqs"', 'key="faqs"', "no page 'faqs'"
    ),
    "a link to no section": Mistake(
        f"{CONTENT}/home.py", 'anchor="facility"', 'anchor="facilities"', "facilities", "no section 'facilities'"
    ),
    "a question away from its category": Mistake(
        f"{CONTENT}/faq.py", 'category="General",\n        slug="general-answer-time"',
        'category="Amenities",\n        slug="general-answer-time"', 'category="Amenities"', "begins a second time",
    ),
    "an option twice": Mistake(
        f"{CONTENT}/forms.py", 'value="toning"', 'value="endurance"', 'value="endurance"', "stands twice"
    ),
    "a post without its file": Mistake(f"{CONTENT}/posts.py", "_content(7)", "_content(8)", "_content(8)", "posts/8.md"),
    "a link in a post": Mistake(
        f"{CONTENT}/posts/1.md", "## And then?", "See [the trainers](/coaches).\n\n## And then?", "](/coaches)", "a link"
    ),
    "a post of the day after tomorrow": Mistake(
        f"{CONTENT}/posts.py", "published=date(2025, 9, 18)",
        f"published=date({TOMORROW.year}, {TOMORROW.month}, {TOMORROW.day})", f"date({TOMORROW.year}, ", "still to come",
    ),
    "a page's title too long": Mistake(
        f"{CONTENT}/page_records.py", 'title="Gym FAQ for', 'title="All the questions about our gym that people ask, for',
        "All the questions", "60 are shown",
    ),
    "an empty text of a picture": Mistake("pictures/alt.toml", 'hero = "Wide view', 'hero = "" # "Wide view', 'hero = "', "empty"),
    "a category that isn't one": Mistake(
        f"{CONTENT}/faq.py", 'category="General",\n        slug="general-answer-time"',
        'category="Genral",\n        slug="general-answer-time"', "Genral", "Input should be",
    ),
}  # fmt: skip
FURTHER = {
    "a misspelt setting": Mistake(
        ".env", "", "GYM_FORM_ENPOINT=https://forms.example/f/1\n", "ENPOINT", "no setting GYM_FORM_ENPOINT"
    ),
    "a negative price": Mistake(
        f"{CONTENT}/plans.py", 'price=Decimal("152")', 'price=Decimal("-152")', "-152", "is no price"
    ),
    "two plans of one name": Mistake(
        f"{CONTENT}/plans.py", 'name="30 Visits"', 'name="20 Visits"', 'name="20 Visits"', "stands twice"
    ),
    "a trainer's number taken twice": Mistake(f"{CONTENT}/trainers.py", "id=9,", "id=8,", "id=8,", "stands twice"),
    "a trainer of no known service": Mistake(
        f"{CONTENT}/trainers.py", '"physiotherapy-kinesiology", "prenatal-postnatal"', '"physio", "prenatal-postnatal"',
        '"physio"', "no service 'physio'",
    ),
    "a telephone number with a digit too few": Mistake(
        f"{CONTENT}/trainers.py", "604-555-0139", "604-555-01", '"604-555-01"', "no telephone number"
    ),
    "a mail address without its sign": Mistake(
        f"{CONTENT}/business.py", "hello@tideforge24", "hello.tideforge24", "hello.tide", "no e-mail address"
    ),
    "a question's address taken twice": Mistake(
        f"{CONTENT}/faq.py", '"prenatal-cost"', '"boxing-cost"', '"boxing-cost"', "'boxing-cost' stands twice"
    ),
    "a blank that nothing fills in": Mistake(
        f"{CONTENT}/booking.py", 'trouble_phone="Call {phone}"', 'trouble_phone="Call {telephone}"', "{telephone}",
        "a blank {telephone}",
    ),
    "an option longer than its field": Mistake(
        f"{CONTENT}/forms.py", 'value="toning"', f'value="{LONG}"', LONG, "has 51 characters"
    ),
    "a file without its post": Mistake(f"{CONTENT}/posts/8.md", "", "Words.\n", "", "no entry in gym_site/content/posts.py"),
    "an empty post": Mistake(f"{CONTENT}/posts/7.md", "", "\n", "", "no text"),
    "headings out of order": Mistake(
        f"{CONTENT}/posts/1.md", "## Week one: learn the room", "#### Week one: learn the room", "#### Week", "before a heading"
    ),
    "a page's description too short": Mistake(
        f"{CONTENT}/page_records.py",
        '"What the website of Tideforge 24 in Surrey learns about you, who receives it, when it is erased, and how "\n'
        '            "to see it or have it erased. No cookies."',
        '"Short."', '"Short."', "6 characters",
    ),
    "an original that nobody described": Mistake(
        "pictures/alt.toml", 'blog-7 = "', '# blog-7 = "', "", "'blog-7' has no text"
    ),
    "a text that the built pictures don't have": Mistake(
        "pictures/alt.toml", 'hero = "Wide view', 'hero = "Broad view', "Broad view", "run python -m scripts.build_pictures"
    ),
    "a text longer than anybody listens": Mistake(
        "pictures/alt.toml", 'tour-01 = "Reception', f'tour-01 = "{"Wide " * 50}', 'tour-01 = "', "at most 200"
    ),
}  # fmt: skip


def test_nothing_is_wrong_with_the_site_as_it_is(tree):
    done = tree.run("-m", "gym_site", "check")
    assert done.returncode == 0, done.stdout
    assert "No mistakes, " in done.stdout
    assert tree.check() == (0, [])


def make(tree: StaffTree, mistake: Mistake) -> None:
    if mistake.old:
        tree.replace(mistake.file, mistake.old, mistake.new)
    else:
        (tree.root / mistake.file).write_text(mistake.new, encoding="utf-8")


def place(tree: StaffTree, mistake: Mistake) -> tuple[str, int]:
    file = mistake.said_of or mistake.file
    return file, tree.line_of(file, mistake.at) if mistake.at else 0


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_named_with_its_file_and_line(tree, mistake):
    make(tree, mistake)
    code, errors = tree.check()
    assert code == 1
    assert {(one["file"], one["line"]) for one in errors if mistake.says in one["message"]} == {place(tree, mistake)}, (
        errors
    )


def test_many_mistakes_at_once_are_all_named_and_nothing_else(tree):
    for mistake in FURTHER.values():
        make(tree, mistake)
    _, errors = tree.check()
    named = {(one["file"], one["line"]): one["message"] for one in errors}
    missing = [
        (name, place(tree, mistake))
        for name, mistake in FURTHER.items()
        if mistake.says not in named.pop(place(tree, mistake), "")
    ]
    assert (missing, named) == ([], {})


def change(statement: str) -> Callable[[StaffTree], None]:
    def run(tree: StaffTree) -> None:
        with closing(sqlite3.connect(tree.database)) as connection, connection:
            connection.execute(statement)

    return run


HAPPENINGS = {
    "a picture's file is gone": (
        lambda tree: next((tree.root / "assets/images").glob("tour-05-960.*.avif")).unlink(),
        "pictures/manifest.json", "tour-05-960", "is missing",
    ),
    "an original has no sizes": (
        lambda tree: (tree.root / "pictures/originals/rope.jpg").write_bytes(b"picture"),
        "pictures/originals/rope.jpg", "", "not made yet",
    ),
    "the card of a post is gone": (
        lambda tree: (tree.root / "assets/images/card-post-3.jpg").unlink(),
        f"{CONTENT}/posts.py", "BlogPost(", "card-post-3.jpg is missing",
    ),
    "the database is damaged": (
        lambda tree: tree.database.write_bytes(b"no database" * 1000), "the database (REFLEX_DB_URL)", "", "can't be read",
    ),
    "the database is of an older version": (
        change("UPDATE alembic_version SET version_num = (SELECT '')"),
        "the database (REFLEX_DB_URL)", "", "not those of this version",
    ),
    "a page has lost its record": (
        change("DELETE FROM local_seo_content WHERE page_slug = 'faq'"), "the database, page faq", "", "has no record",
    ),
    "staff have written a title that is too long": (
        change(f"UPDATE local_seo_content SET title = '{LONG}0123456789' WHERE page_slug = 'faq'"),
        "the database, page faq", "", "61 characters",
    ),
    "staff have written a number that nobody can call": (
        change("UPDATE business_info SET phone = 'see below'"), "the database, business record", "", "no telephone number",
    ),
}  # fmt: skip


@pytest.fixture
def own_pictures(tmp_path, prepared) -> StaffTree:
    """A copy whose pictures may be removed."""
    return plant(tmp_path / "site", prepared, own_pictures=True)


@pytest.mark.parametrize(("happens", "file", "at", "says"), HAPPENINGS.values(), ids=HAPPENINGS.keys())
def test_what_happens_to_pictures_and_database_is_named_with_its_place(own_pictures, happens, file, at, says):
    happens(own_pictures)
    code, errors = own_pictures.check()
    assert code == 1
    named = [one for one in errors if one["file"] == file and says in one["message"]]
    assert named, errors
    assert (named[0]["line"] > 0) == bool(at)


def test_what_staff_changed_on_purpose_is_a_note_and_no_mistake(tree):
    change("UPDATE business_info SET phone = '604-555-0199'")(tree)
    done = tree.run("-m", "gym_site", "check", "--json")
    assert done.returncode == 0
    said = [one["message"] for one in json.loads(done.stdout) if one["file"] == "the database, business record"]
    assert said == ["phone differs from gym_site/content/business.py; the database's is shown: 604-555-0199"]


def test_a_price_that_the_words_still_quote_is_noted_where_they_do(tree):
    tree.replace(f"{CONTENT}/plans.py", 'Decimal("14.99")', 'Decimal("15.99")')
    done = tree.run("-m", "gym_site", "check", "--json")
    assert done.returncode == 0, done.stdout
    stale = [one["file"] for one in json.loads(done.stdout) if "$14.99" in one["message"]]
    assert f"{CONTENT}/page_records.py" in stale
    assert "the database, page home" in stale


def test_no_database_yet_is_no_mistake_and_none_is_made(tree):
    tree.database.unlink()
    assert tree.check() == (0, [])
    assert not tree.database.exists()


def test_other_commands_name_the_broken_line_instead_of_failing_with_a_traceback(tree):
    tree.replace(f"{CONTENT}/plans.py", 'Decimal("14.99")', 'Decimal("14,99")')
    done = tree.run("-m", "gym_site", "leads", "list")
    assert done.returncode == 1
    line = tree.line_of(f"{CONTENT}/plans.py", "14,99")
    assert done.stderr == f'{CONTENT}/plans.py:{line}: This is no number: write it as in Decimal("14.99").\n'


def test_two_broken_files_are_both_named(tree):
    for file in ("plans.py", "faq.py"):
        path = tree.root / CONTENT / file
        path.write_text(path.read_text(encoding="utf-8") + "\n)\n", encoding="utf-8")
    done = tree.run("-m", "gym_site", "check")
    assert done.returncode == 1
    assert f"{CONTENT}/plans.py" in done.stdout
    assert f"{CONTENT}/faq.py" in done.stdout
    assert "2 mistakes." in done.stdout
