"""``python -m gym_site check``: nothing is wrong with the site as it is, and each mistake is named with its place."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from gym_site.content.business import BUSINESS
from gym_site.content.faq import FAQ
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from gym_site.content.trainers import TRAINERS
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

    ``old``, or the first place that it matches, becomes ``new`` in ``file``; without ``old`` the file is written anew.
    ``at`` stands in the line to be named, in ``file`` or in ``said_of``.
    """

    file: str
    old: str | re.Pattern[str]
    new: str
    at: str
    says: str
    said_of: str = ""


LONG = "x" * 51
PRICE = re.compile(r'\bprice=Decimal\("[\d.]+"\)')
PRICE_IN_WORDS = re.compile(r'price="[^"]+",\n')
FIRST, LAST = FAQ[0], FAQ[-1]
CATEGORY = f'category="{LAST.category}",\n        slug="{LAST.slug}"'
TOMORROW = date.today() + timedelta(days=2)
MISTAKES = {
    "a setting that can't be used": Mistake(".env", "", "\nGYM_SITE_URL=tideforge\n", "GYM_SITE_URL", "whole address"),
    "a struck-through claim that has no place": Mistake(
        f"{CONTENT}/facility.py", "{former} Open since", "Open since", 'after="Open since', "after needs {former}"
    ),
    "a missing quotation mark": Mistake(
        f"{CONTENT}/services.py", PRICE_IN_WORDS, 'price="$20/class,\n', 'price="$20', "unterminated string"
    ),
    "a missing comma": Mistake(
        f"{CONTENT}/services.py", PRICE_IN_WORDS, 'price="$20/class"\n', 'price="$20', "forgot a comma"
    ),
    "a comma for a point in a price": Mistake(
        f"{CONTENT}/plans.py", PRICE, 'price=Decimal("14,99")', "14,99", "no number"
    ),
    "a price without Decimal": Mistake(
        f"{CONTENT}/plans.py", PRICE, 'price="14.99"', 'price="14.99"', "Decimal"
    ),
    "a former price below the price": Mistake(
        f"{CONTENT}/plans.py", re.compile(r'original_price=Decimal\("[\d.]+"\)'), 'original_price=Decimal("0.50")',
        'original_price=Decimal("0.50")', "isn't above",
    ),
    "a copied plan with the other's sign-up page": Mistake(
        f"{CONTENT}/plans.py", "/join/20-visits-24-hours", "/join/10-visits-24-hours", 'path="/join/20-visits"',
        "sign-up page of more than one plan",
    ),
    "one entry in brackets without its comma": Mistake(
        f"{CONTENT}/trainers.py", re.compile(r'services=\("[\w-]+",\)'), 'services=("physiotherapy-kinesiology")',
        'services=("physiotherapy-kinesiology")', "ends with a comma",
    ),
    "a trainer whose picture isn't there": Mistake(
        f"{CONTENT}/trainers.py", re.compile(r'"trainer-\d+"'), '"trainer-88"', "trainer-88", "no picture 'trainer-88'"
    ),
    "a trainer in the form who isn't on the page": Mistake(
        f"{CONTENT}/trainers.py", f'name="{SELECTABLE_TRAINERS[-1]}"', 'name="Robin Ashgrove-Vale"', "SELECTABLE_TRAINERS:",
        f"{SELECTABLE_TRAINERS[-1]}, who isn't in", f"{CONTENT}/forms.py",
    ),
    "an outside address without https": Mistake(
        f"{CONTENT}/trainers.py", re.compile(r'instagram="https://'), 'instagram="http://', 'instagram="http://',
        "begins with https://",
    ),
    "a link to no page": Mistake(
        f"{CONTENT}/footer.py", 'key="faq"', 'key="faqs"', 'key="faqs"', "no page 'faqs'"
    ),
    "a link to no section": Mistake(
        f"{CONTENT}/home.py", 'anchor="facility"', 'anchor="facilities"', "facilities", "no section 'facilities'"
    ),
    "a question away from its category": Mistake(
        f"{CONTENT}/faq.py", CATEGORY, CATEGORY.replace(LAST.category, FIRST.category),
        f'category="{FIRST.category}"', "begins a second time",
    ),
    "an option twice": Mistake(
        f"{CONTENT}/forms.py", 'value="toning"', 'value="endurance"', 'value="endurance"', "stands twice"
    ),
    "a post without its file": Mistake(
        f"{CONTENT}/posts.py", re.compile(r"_content\(\d+\)"), "_content(88)", "_content(88)", "posts/88.md"
    ),
    "a link in a post": Mistake(
        f"{CONTENT}/posts/{POSTS[-1].id}.md", re.compile("\n## "), "\nSee [the trainers](/coaches).\n\n## ",
        "](/coaches)", "a link",

    ),
    "a post of the day after tomorrow": Mistake(
        f"{CONTENT}/posts.py", re.compile(r"published=date\([\d, ]+\)"),
        f"published=date({TOMORROW.year}, {TOMORROW.month}, {TOMORROW.day})", f"date({TOMORROW.year}, ", "still to come",
    ),
    "a page's title too long": Mistake(
        f"{CONTENT}/page_records.py", 'title="Gym FAQ for', 'title="All the questions about our gym that people ask, for',
        "All the questions", "60 are shown",
    ),
    "an empty text of a picture": Mistake("pictures/alt.toml", 'hero = "', 'hero = "" # "', 'hero = "', "empty"),
    "a category that isn't one": Mistake(
        f"{CONTENT}/faq.py", CATEGORY, CATEGORY.replace(LAST.category, "Genral"), "Genral", "Input should be"
    ),
}  # fmt: skip
FURTHER = {
    "a misspelt setting": Mistake(
        ".env", "", "GYM_FORM_ENPOINT=https://forms.example/f/1\n", "ENPOINT", "no setting GYM_FORM_ENPOINT"
    ),
    "a negative price": Mistake(
        f"{CONTENT}/plans.py", PRICE, 'price=Decimal("-152")', "-152", "is no price"
    ),
    "two plans of one name": Mistake(
        f"{CONTENT}/plans.py", 'name="30 Visits"', 'name="20 Visits"', 'name="20 Visits"', "stands twice"
    ),
    "a trainer's number taken twice": Mistake(
        f"{CONTENT}/trainers.py", f"id={TRAINERS[-1].id},", f"id={TRAINERS[0].id},", f"id={TRAINERS[0].id},", "stands twice"
    ),
    "a trainer of no known service": Mistake(
        f"{CONTENT}/trainers.py", re.compile(r'services=\("[\w-]+"'), 'services=("physio"', '"physio"', "no service 'physio'"
    ),
    "a telephone number with a digit too few": Mistake(
        f"{CONTENT}/trainers.py", re.compile(r'"\d{3}-\d{3}-\d{4}"'), '"604-555-01"', '"604-555-01"', "no telephone number"
    ),
    "a mail address without its sign": Mistake(
        f"{CONTENT}/business.py", "hello@tideforge24", "hello.tideforge24", "hello.tide", "no e-mail address"
    ),
    "a question's address taken twice": Mistake(
        f"{CONTENT}/faq.py", f'"{LAST.slug}"', f'"{FIRST.slug}"', f'"{FIRST.slug}"', f"'{FIRST.slug}' stands twice"
    ),
    "a blank that nothing fills in": Mistake(
        f"{CONTENT}/booking.py", 'trouble_phone="Call {phone}"', 'trouble_phone="Call {telephone}"', "{telephone}",
        "a blank {telephone}",
    ),
    "an option longer than its field": Mistake(
        f"{CONTENT}/forms.py", 'value="toning"', f'value="{LONG}"', LONG, "has 51 characters"
    ),
    "a file without its post": Mistake(f"{CONTENT}/posts/88.md", "", "Words.\n", "", "no entry in gym_site/content/posts.py"),
    "an empty post": Mistake(f"{CONTENT}/posts/{POSTS[0].id}.md", "", "\n", "", "no text"),
    "headings out of order": Mistake(
        f"{CONTENT}/posts/{POSTS[-1].id}.md", re.compile("\n## "), "\n#### Misplaced ", "#### Misplaced", "before a heading"
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
        "pictures/alt.toml", 'hero = "', 'hero = "Broad view: ', "Broad view", "run python -m scripts.build_pictures"
    ),
    "a text longer than anybody listens": Mistake(
        "pictures/alt.toml", 'tour-01 = "', f'tour-01 = "{"Wide " * 50}', 'tour-01 = "', "at most 200"
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


# What keeps the content from being read, or is said only where nothing else is wrong: each has a run of its own.
ALONE = [
    "a setting that can't be used", "a missing quotation mark", "a missing comma", "a comma for a point in a price", "a price without Decimal",
    "one entry in brackets without its comma", "a post without its file", "a category that isn't one",
]  # fmt: skip


@pytest.mark.parametrize(
    "names", [[name] for name in ALONE] + [sorted(MISTAKES.keys() - set(ALONE))], ids=[*ALONE, "the others"]
)
def test_a_mistake_is_named_with_its_file_and_line(tree, names):
    for name in names:
        make(tree, MISTAKES[name])
    code, errors = tree.check()
    assert code == 1
    for name in names:
        mistake = MISTAKES[name]
        said = {(one["file"], one["line"]) for one in errors if mistake.says in one["message"]}
        assert said == {place(tree, mistake)}, (name, errors)


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
        change(f"UPDATE local_seo_content SET title = '{LONG}0123456789' WHERE page_slug = 'trainers'"),
        "the database, page trainers", "", "61 characters",
    ),
    "staff have written a number that nobody can call": (
        change("UPDATE business_info SET phone = 'see below'"), "the database, business record", "", "no telephone number",
    ),
}  # fmt: skip


@pytest.fixture
def own_pictures(tmp_path, prepared) -> StaffTree:
    """A copy whose pictures may be removed."""
    return plant(tmp_path / "site", prepared, own_pictures=True)


DATABASE_ITSELF = ["the database is damaged", "the database is of an older version"]  # nothing else of it is read then


@pytest.mark.parametrize(
    "names",
    [[name] for name in DATABASE_ITSELF] + [sorted(HAPPENINGS.keys() - set(DATABASE_ITSELF))],
    ids=[*DATABASE_ITSELF, "the others"],
)
def test_what_happens_to_pictures_and_database_is_named_with_its_place(own_pictures, names):
    for name in names:
        HAPPENINGS[name][0](own_pictures)
    code, errors = own_pictures.check()
    assert code == 1
    for name in names:
        _, file, at, says = HAPPENINGS[name]
        named = [one for one in errors if one["file"] == file and says in one["message"]]
        assert named, (name, errors)
        assert (named[0]["line"] > 0) == bool(at), name


def test_what_staff_changed_on_purpose_is_a_note_and_no_mistake(tree):
    change("UPDATE business_info SET phone = '604-555-0199'")(tree)
    done = tree.run("-m", "gym_site", "check", "--json")
    assert done.returncode == 0
    said = [one["message"] for one in json.loads(done.stdout) if one["file"] == "the database, business record"]
    assert said == ["phone differs from gym_site/content/business.py; the database's is shown: 604-555-0199"]


def test_a_price_that_the_words_still_quote_is_noted_where_they_do(tree):
    tree.replace(f"{CONTENT}/page_records.py", re.compile('title="[^"]+"'), 'title="From $987.65"')
    change("UPDATE local_seo_content SET title = 'From $987.65' WHERE page_slug = 'home'")(tree)
    done = tree.run("-m", "gym_site", "check", "--json")
    assert done.returncode == 0, done.stdout
    stale = [one["file"] for one in json.loads(done.stdout) if "$987.65" in one["message"]]
    assert f"{CONTENT}/page_records.py" in stale
    assert "the database, page home" in stale


def test_no_database_yet_is_no_mistake_and_none_is_made(tree):
    tree.database.unlink()
    assert tree.check() == (0, [])
    assert not tree.database.exists()


def test_other_commands_name_the_broken_line_instead_of_failing_with_a_traceback(tree):
    tree.replace(f"{CONTENT}/plans.py", PRICE, 'price=Decimal("14,99")')
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
