"""``python -m gym_site check``: nothing is wrong with the site as it is, and each mistake is named with its place."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, timedelta

import pytest

from gym_site.check import environment
from gym_site.cli import main
from gym_site.content.faq import FAQ
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.plans import PLAN_TABS
from gym_site.content.posts import POSTS
from gym_site.content.trainers import TRAINERS
from gym_site.settings import ROOT
from tests.staff_tree import StaffTree, plant

CONTENT = "gym_site/content"


@dataclass(frozen=True)
class Mistake:
    """What somebody may do, and what ``check`` has to say of it.

    ``old``, or the first place that it matches, becomes ``new`` in ``file``; without ``old`` the file is written anew,
    without ``new`` it is removed. ``at`` stands in the line to be named, in ``file`` or in ``named``.
    """

    file: str
    old: str | re.Pattern[str]
    new: str | None
    at: str
    message: str
    named: str = ""


LONG = "x" * 51
PRICE = re.compile(r'\bprice=Decimal\("[\d.]+"\)')
INSTAGRAM = re.compile(r'instagram="https://')
FIRST, LAST = FAQ[0], FAQ[-1]
CATEGORY = f'category="{LAST.category}",\n        slug="{LAST.slug}"'
PATHS = [plan.link.path for tab in PLAN_TABS for plan in tab.plans if plan.link and plan.link.path]
PICTURE = next((ROOT / "assets/images").glob("tour-05-960.*.avif"))
SOON = date.today() + timedelta(days=2)
# Each group is one run: what keeps the content from being read hides the rest.
MISTAKES = {
    "no Python": {
        "a missing quotation mark": Mistake(
            f"{CONTENT}/services.py", re.compile(r'price="[^"]+",\n'), 'price="$20,\n', 'price="$20', "unterminated string"
        ),
        "a missing comma": Mistake(
            f"{CONTENT}/trainers.py", re.compile(r'\bname="[^"]+",\n'), 'name="Robin"\n', 'name="Robin"', "forgot a comma"
        ),
    },
    "refused": {
        "a comma for a point in a price": Mistake(
            f"{CONTENT}/plans.py", PRICE, 'price=Decimal("14,99")', "14,99", "no number"
        ),
        "a post without its file": Mistake(
            f"{CONTENT}/posts.py", re.compile(r"_content\(\d+\)"), "_content(88)", "_content(88)", "posts/88.md"
        ),
    },
    "of another kind": {
        "a price without Decimal": Mistake(f"{CONTENT}/plans.py", PRICE, 'price="14.99"', 'price="14.99"', "Decimal"),
        "a single entry in brackets without its comma": Mistake(
            f"{CONTENT}/trainers.py", re.compile(r'services=\("[\w-]+",\)'), 'services=("massage")', 'services=("massage")',
            "ends with a comma",
        ),
        "a category that isn't there": Mistake(
            f"{CONTENT}/faq.py", CATEGORY, CATEGORY.replace(LAST.category, "Genral"), "Genral", "Input should be"
        ),
    },
    "to be mended": {
        "a setting that can't be used": Mistake(
            ".env", "", "\nGYM_SITE_URL=tideforge\n", "GYM_SITE_URL", "whole address"
        ),
        "a struck-through claim that has no place": Mistake(
            f"{CONTENT}/facility.py", re.compile(r'after="\{former\}'), 'after="Lately', 'after="Lately', "after needs {former}"
        ),
        "a former price below the price": Mistake(
            f"{CONTENT}/plans.py", re.compile(r'original_price=Decimal\("[\d.]+"\)'), 'original_price=Decimal("0.50")',
            'original_price=Decimal("0.50")', "isn't above",
        ),
        "a copied plan with the other's sign-up page": Mistake(
            f"{CONTENT}/plans.py", f'"{PATHS[1]}"', f'"{PATHS[0]}"', f'"{PATHS[0]}"', "sign-up page of more than one plan"
        ),
        "a trainer whose picture isn't there": Mistake(
            f"{CONTENT}/trainers.py", re.compile(r'"trainer-\d+"'), '"trainer-88"', "trainer-88", "no picture 'trainer-88'"
        ),
        "a trainer in the form who isn't on the page": Mistake(
            f"{CONTENT}/trainers.py", f'name="{SELECTABLE_TRAINERS[-1]}"', 'name="Robin Ashgrove-Vale"', "SELECTABLE_TRAINERS:",
            f"{SELECTABLE_TRAINERS[-1]}, who isn't in", f"{CONTENT}/forms.py",
        ),
        "an outside address without https": Mistake(
            f"{CONTENT}/trainers.py", INSTAGRAM, 'instagram="http://', 'instagram="http://', "begins with https://"
        ),
        "a link to no page": Mistake(f"{CONTENT}/footer.py", 'key="faq"', 'key="faqs"', 'key="faqs"', "no page 'faqs'"),
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
        "a link in a post": Mistake(
            f"{CONTENT}/posts/{POSTS[-1].id}.md", re.compile("\n## "), "\nSee [the trainers](/coaches).\n\n## ",
            "](/coaches)", "a link",
        ),
        "a post of the day after tomorrow": Mistake(
            f"{CONTENT}/posts.py", re.compile(r"published=date\([\d, ]+\)"),
            f"published=date({SOON.year}, {SOON.month}, {SOON.day})", f"date({SOON.year}, ", "still to come",
        ),
        "a page's title too long": Mistake(
            f"{CONTENT}/page_records.py", re.compile('title="'), f'title="{LONG} $987.65 ', LONG, "60 are shown"
        ),
        "a price that nobody asks any more": Mistake(
            f"{CONTENT}/page_records.py", re.compile(f"(?={LONG})"), "", "", "$987.65"
        ),
        "an empty text of a picture": Mistake("pictures/alt.toml", 'hero = "', 'hero = "" # "', 'hero = "', "empty"),
        "a picture's file is gone": Mistake(
            f"assets/images/{PICTURE.name}", "", None, '"tour-05"', "is missing", "pictures/manifest.json"
        ),
        "an original has no sizes": Mistake("pictures/originals/rope.jpg", "", "a picture", "", "not made yet"),
        "that original has no text": Mistake("pictures/alt.toml", re.compile(r"\A"), "", "", "'rope' has no text"),
        "the card of a post is gone": Mistake(
            f"assets/images/card-post-{POSTS[0].id}.jpg", "", None, "", ".jpg is missing", f"{CONTENT}/posts.py"
        ),
    },
    "to be mended too": {
        "a misspelt setting": Mistake(
            ".env", "", "GYM_FORM_ENPOINT=https://forms.example/f/1\n", "ENPOINT", "no setting GYM_FORM_ENPOINT"
        ),
        "a negative price": Mistake(f"{CONTENT}/plans.py", PRICE, 'price=Decimal("-152")', "-152", "is no price"),
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
            f"{CONTENT}/business.py", re.compile(r'email="\w+@'), 'email="hello.', 'email="hello.', "no e-mail address"
        ),
        "a question's address taken twice": Mistake(
            f"{CONTENT}/faq.py", f'"{LAST.slug}"', f'"{FIRST.slug}"', f'"{FIRST.slug}"', f"'{FIRST.slug}' stands twice"
        ),
        "a blank that nothing fills in": Mistake(
            f"{CONTENT}/booking.py", re.compile(r'trouble_phone="'), 'trouble_phone="{telephone} ', "{telephone}",
            "a blank {telephone}",
        ),
        "an option longer than its field": Mistake(
            f"{CONTENT}/forms.py", 'value="toning"', f'value="{LONG}"', LONG, "has 51 characters"
        ),
        "a file without its post": Mistake(
            f"{CONTENT}/posts/88.md", "", "Words.\n", "", "no entry in gym_site/content/posts.py"
        ),
        "an empty post": Mistake(f"{CONTENT}/posts/{POSTS[0].id}.md", "", "\n", "", "no text"),
        "headings out of order": Mistake(
            f"{CONTENT}/posts/{POSTS[-1].id}.md", re.compile("\n## "), "\n#### Misplaced ", "#### Misplaced", "before a heading"
        ),
        "a page's description too short": Mistake(
            f"{CONTENT}/page_records.py", re.compile(r'meta_description=(\(\s*)?("[^"]*"\s*)+'), r'meta_description=\1"Short."',
            '"Short."', "6 characters",
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
    },
}  # fmt: skip


def make(tree: StaffTree, mistake: Mistake) -> None:
    file = tree.root / mistake.file
    if mistake.new is None:
        file.unlink()
    elif mistake.old:
        tree.replace(mistake.file, mistake.old, mistake.new)
    else:
        file.write_text(mistake.new, encoding="utf-8")


@pytest.mark.parametrize("group", MISTAKES)
def test_every_mistake_is_named_with_its_file_and_line_and_nothing_else_is(tmp_path, prepared, group):
    tree = plant(tmp_path / "site", prepared)
    for mistake in MISTAKES[group].values():
        make(tree, mistake)
    findings = tree.check()
    for name, mistake in MISTAKES[group].items():
        file = mistake.named or mistake.file
        line = tree.line_of(file, mistake.at) if mistake.at else None
        named = [finding for finding in findings if finding["file"] == file and mistake.message in finding["message"]]
        assert [finding["line"] for finding in named] == [named[0]["line"] if line is None else line], (name, findings)
        findings = [finding for finding in findings if finding not in named]
    assert [finding for finding in findings if finding["level"] == "error"] == []


def test_other_commands_name_the_broken_line_instead_of_failing_with_a_traceback(tmp_path, prepared):
    tree = plant(tmp_path / "site", prepared)
    tree.replace(f"{CONTENT}/plans.py", PRICE, 'price=Decimal("14,99")')
    done = tree.run("-m", "gym_site", "leads", "list")
    assert done.returncode == 1
    line = tree.line_of(f"{CONTENT}/plans.py", "14,99")
    assert done.stderr == f'{CONTENT}/plans.py:{line}: This is no number: write it as in Decimal("14.99").\n'


# The content as it is, with another database


@pytest.fixture
def check(engine, monkeypatch, capsys):
    """Run ``check`` after this statement on the database; return what it says of the database, and its exit code."""
    monkeypatch.setattr(environment, "FILE", ROOT / "no.env")
    monkeypatch.setenv("REFLEX_DB_URL", str(engine.url))

    def check(statement=""):
        if statement:
            with engine.begin() as connection:
                connection.exec_driver_sql(statement)
        code = main(["check", "--json"])
        findings = json.loads(capsys.readouterr().out)
        return [
            (finding["file"], finding["message"]) for finding in findings if "the database" in finding["file"]
        ], code

    return check


def test_nothing_is_wrong_with_the_site_as_it_is(check, capsys):
    assert check() == ([], 0)
    assert main(["check"]) == 0
    assert "No mistakes" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statement", "place", "message", "code"),
    [
        ("UPDATE alembic_version SET version_num = ''", " (REFLEX_DB_URL)", "not those of this version", 1),
        ("DELETE FROM local_seo_content WHERE page_slug = 'faq'", ", page faq", "has no record", 1),
        (
            f"UPDATE local_seo_content SET title = '{LONG * 2}' WHERE page_slug = 'faq'",
            ", page faq",
            "102 characters",
            1,
        ),
        ("UPDATE business_info SET phone = 'see below'", ", business record", "no telephone number", 1),
        ("UPDATE business_info SET phone = '604-555-0199'", ", business record", "is shown: 604-555-0199", 0),
        ("UPDATE local_seo_content SET title = '$987.65' WHERE page_slug = 'faq'", ", page faq", "$987.65", 0),
    ],
)
def test_a_record_that_nobody_can_use_is_an_error_and_another_than_the_contents_a_note(
    check, statement, place, message, code
):
    ((named, words),), exit_code = check(statement)
    assert (named, exit_code) == (f"the database{place}", code)
    assert message in words


def test_a_damaged_database_is_named(check, tmp_path):
    (tmp_path / "gym.db").write_bytes(b"no database" * 1000)
    ((named, words),), code = check()
    assert (named, "can't be read" in words, code) == ("the database (REFLEX_DB_URL)", True, 1)


def test_no_database_yet_is_no_mistake_and_none_is_made(check, tmp_path):
    (tmp_path / "gym.db").unlink()
    assert check()[1] == 0
    assert not (tmp_path / "gym.db").exists()
