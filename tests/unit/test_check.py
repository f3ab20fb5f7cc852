"""``python -m gym_site check``: no findings for the site as it is, and each mistake reported with its place."""

import json
import os
import re
from dataclasses import replace
from typing import NamedTuple

import pytest

from gym_site.check import environment, storage
from gym_site.check.findings import Place
from gym_site.cli import main
from gym_site.cli.command import report
from gym_site.db.prepare import change_record
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.folder import shown
from gym_site.settings import ROOT
from tests.gym import GYM, RECORDS, SITE
from tests.migrations import REVISIONS
from tests.staff_tree import StaffTree


class Mistake(NamedTuple):
    """A mistake in a file, and the finding that ``check`` must report.

    In ``file`` the text ``old`` is replaced by ``new``. If ``old`` is a pattern, only its first match is replaced; if
    ``old`` is empty, ``new`` becomes the file's whole content. If ``new`` is None, the file is deleted. The finding
    must give the line that contains ``at`` in ``named``, or in ``file`` if ``named`` is empty, or a line of the table
    that contains it. Files are given by their paths in the gym's folder, or below the project.
    """

    file: str
    old: str | re.Pattern[str]
    new: str | None
    at: str
    message: str
    named: str = ""


LONG = "x" * 51
PATHS = [plan.link.path for plan in GYM.plans.tabs[0].plans if plan.link and plan.link.path]
GOALS = [option.value for option in SITE.forms["consultation"].field("fitnessGoals").options if option.value]
ALT = (GYM.folder.pictures / "alt.toml").read_text(encoding="utf-8")
NAMES = [name for name in GYM.pictures if ALT.count(f"\n{name} = ") == 1]  # neither cropped nor printed
SERVICE = """
[[services]]
key = "massage"
label = "Massage"
path = "/massage-{town}"
price = "Ask us"
description = "An hour on the table."
features = ["60 minutes"]
picture = "massage"

[services.page]
description = "An hour on the table."
benefits = ["An hour"]
duration = "60 minutes"
group_size = "1-on-1"
experience = "All levels"

[[questions]]
"""
MASSAGE = """
[pages.massage]
title = "Massage in {town}"
description = "Massage in {town}, an hour at a time: ask at the desk which days are free."
keywords = ["$987.65"]
local_keywords = []
"""
CHANGED = "This picture has changed since its sizes were built"
# A picture in each folder, the finding after it was replaced, and the picture that must be built or drawn again. The first
# original and the last of the others, as a finding about an original also stands for its picture in upright/.
REPLACED = {folder: ((min if folder == "originals" else max)(file.name for file in files), message, named)
            for folder, message, named in (
                ("originals", CHANGED, ""), ("upright", CHANGED, ""), ("line-up", "run make brand", "line-up.jpg"))
            if (files := [*(GYM.folder.pictures / folder).glob("*.jpg")])}  # fmt: skip
# Arguments of `Mistake`. Each group is one run, as mistakes in records hide what is compared between records.
MISTAKES = {
    "refused": [
        ("gym.toml", re.compile('description = "'), 'description = "{knd} ', "{knd}", "a blank {knd}, which"),
        ("home.toml", re.compile(r'\nheadline = ".*"\n'), "\n", "[hero]", "headline is missing"),
    ],
    "reported together": [
        (".env", "", "\nGYM_SITE_URL=tideforge\nGYM_FORM_ENPOINT=\n", "GYM_SITE_URL", "full address"),
        (".env", "ENPOINT", "ENPOINT", "ENPOINT", "no setting GYM_FORM_ENPOINT"),
        ("plans.toml", f'"{PATHS[1]}"', f'"{PATHS[0]}"', f'"{PATHS[0]}"', "appears twice"),
        ("plans.toml", re.compile(r"savings = \d+\n"), "savings = 90\nsavings_as_given = true\n", "savings = 90",
         "advertises 90% off"),
        ("forms.toml", f'value = "{GOALS[-1]}"', f'value = "{GOALS[0]}"', "goals = [", "appears twice"),
        *((f"posts/{post.id}.md", re.compile("\n## "), "\n#### Misplaced ", "#### Misplaced", "skips a level") for post in GYM.posts[:1]),
        ("socials.toml", "", "", "", "rename it to social.toml"),
        ("gym.toml", re.compile(r"(?m)^(?=daily = )"), 'exceptions = { 2020-12-25 = "closed" }\n', "2020", "has passed: delete"),
        ("site.toml", re.compile(r'menu_picture = ".*"\n' if GYM.site.shell.menu_picture else r"(?<=\n\[shell\]\n)"),
         'menu_picture = "tour-88"\n', "menu_picture",
         "no picture 'tour-88'"),
        *([
            ("pictures/alt.toml", f'\n{NAMES[0]} = "', f'\n{NAMES[0]} = "" # "', f'{NAMES[0]} = "" #', "is missing: type it"),
            ("pictures/alt.toml", f'\n{NAMES[1]} = "', f'\n{NAMES[1]} = "Broad view: ', "Broad view",
             "run python -m scripts.build_pictures"),
            ("pictures/alt.toml", f'\n{NAMES[2]} = "', f'\n{NAMES[2]} = "{"Wide " * 50}', "Wide Wide", "the maximum is 200"),
            (f"public{GYM.pictures[NAMES[3]].webp}", "", None, f'"{NAMES[3]}"', "is missing", "pictures/manifest.json"),
        ] if len(NAMES) > 3 else []),
        ("pictures/originals/rope.jpg", "", "a picture", "", "have not been built"),
        *((f"pictures/{folder}/{name}", "", "another picture", "", message, f"pictures/originals/{named or name}")
          for folder, (name, message, named) in REPLACED.items()),
        ("search.toml", "[pages.home]", f"{MASSAGE}\n[pages.home]", "$987.65", "$987.65"),
        ("services.toml", re.compile(r"\n\[\[questions\]\]\n"), SERVICE, 'picture = "massage"', "card-massage.jpg is missing"),
        ("services.toml", *['picture = "massage"'] * 3, "no picture 'massage'"),
        ("pictures/alt.toml", re.compile(r"\A"), "", "", "'rope' has no alternative text"),
    ],
}  # fmt: skip


def path_of(file: str) -> str:
    return f"gym/{file}" if re.fullmatch(r"(posts|pictures|public)/.*|\w+\.toml", file) else file


def make(tree: StaffTree, mistake: Mistake) -> None:
    file = path_of(mistake.file)
    if mistake.new is None:
        (tree.root / file).unlink()
    elif mistake.old:
        tree.replace(file, mistake.old, mistake.new)
    else:
        (tree.root / file).unlink(missing_ok=True)  # a picture is a link
        (tree.root / file).write_text(mistake.new, encoding="utf-8")


def lines_of(tree: StaffTree, file: str, text: str) -> range:
    """Return the lines from the beginning of a table to the last line with a text in it."""
    line = tree.line_of(file, text)
    before = (tree.root / file).read_text(encoding="utf-8").splitlines()[:line]
    return range(max((at for at, code in enumerate(before, 1) if code.startswith("[")), default=1), line + 1)


@pytest.mark.parametrize("group", MISTAKES)
def test_check_reports_each_mistake_once_with_file_and_line(tree, group):
    tree.database.unlink()  # it has no record of the new page
    mistakes = [Mistake(*mistake) for mistake in MISTAKES[group]]
    for mistake in mistakes:
        make(tree, mistake)
    findings = tree.check()
    for mistake in mistakes:
        file = path_of(mistake.named or mistake.file)
        named = [finding for finding in findings if finding["file"] == file and mistake.message in finding["message"]]
        assert len(named) == 1, (mistake, findings)
        assert mistake.at == "" or named[0]["line"] in lines_of(tree, file, mistake.at), (mistake, named)
        findings = [finding for finding in findings if finding not in named]
    assert [finding for finding in findings if finding["level"] == "error"] == []


@pytest.mark.long
def test_a_cookie_of_any_module_of_the_app_is_a_mistake(tree):
    cookie = 'import reflex as rx\nclass Look(rx.State):\n    theme: str = rx.Cookie("dark", name="look-theme")\n'
    (tree.root / "gym_site" / "look.py").write_text(cookie)
    tree.replace("gym_site/app.py", "import reflex as rx\n", "import reflex as rx\nimport gym_site.look\n")
    errors = [finding["message"] for finding in tree.check() if finding["level"] == "error"]
    assert [message.partition(" a cookie")[0] for message in errors] == ["Look.theme keeps", "Look.theme sets"]


def test_a_build_reports_everything_missing_from_a_new_service_and_every_example_that_nobody_filled_in(tree):
    tree.replace("gym/services.toml", re.compile(r"\n\[\[questions\]\]\n"), SERVICE)
    tree.replace("gym/search.toml", "[pages.home]", f"{MASSAGE}\n[pages.home]")
    tree.replace("gym/gym.toml", re.compile(r"(?m)^(phone = .*)$"), r"\1  # fill in")
    done = tree.run("-m", "gym_site", "build")
    said = sorted(done.stderr.splitlines())
    assert (done.returncode, len(said)) == (1, 3), said
    marked = tree.line_of("gym/gym.toml", "# fill in")
    assert said[0] == f"gym/gym.toml:{marked}: Fill in phone, then delete '# fill in'."
    for line, what in zip(said[1:], ("card-massage.jpg is missing", "no picture 'massage'"), strict=True):
        place, number, message = line.split(":", 2)
        assert (place, what in message) == ("gym/services.toml", True)
        assert int(number) in lines_of(tree, place, 'picture = "massage"')


# The unchanged content with another database


@pytest.fixture
def check(engine, database, monkeypatch, capsys):
    """Run ``check`` after an SQL statement; return its findings on the database, and its exit code."""
    monkeypatch.setattr(environment, "FILE", ROOT / "no.env")

    def check(statement=""):
        if statement:
            with engine.begin() as connection:
                connection.exec_driver_sql(statement)
        code = main(["check", "--json"])
        findings = json.loads(capsys.readouterr().out)
        of_the_database = [finding for finding in findings if "the database" in finding["file"]]
        return [(finding["file"], finding["message"]) for finding in of_the_database], code

    return check


def test_check_finds_no_mistake_in_the_present_site(check, capsys):
    assert check() == ([], 0)
    assert main(["check"]) == 0
    said = capsys.readouterr().out
    assert ("No mistakes" in said, "GYM_ALERTS is not set" in said) == (True, True)


@pytest.mark.parametrize(
    ("version", "is_noted"),
    [("2.6.2", True), ("v2.7.6 h1:abc", True), ("v2.8.0 h1:abc", False), ("v2.11.1 h1:abc", False), ("(devel)", False)],
)
def test_check_notes_a_caddy_with_known_holes(check, tmp_path, monkeypatch, capsys, version, is_noted):
    (tmp_path / "caddy").write_text(f"#!/bin/sh\necho '{version}'\n")
    (tmp_path / "caddy").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert main(["check"]) == 0
    assert ("docs/keep-it-patched.md" in capsys.readouterr().out) == is_noted


def test_a_narrow_window_breaks_no_name_of_a_file(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    file = f"gym/pictures/originals/{'front-desk-' * 5}1.jpg"
    report([Place(file, 7).error(f"See docs/keep-it-patched.md and {file}.")], as_json=False)
    assert {f"{file}:7", "docs/keep-it-patched.md", f"{file}."} <= set(capsys.readouterr().out.split())


def test_check_reports_a_schema_of_another_version(check):
    ((place, message),), code = check("UPDATE alembic_version SET version_num = ''")
    assert (place, code) == ("the database (REFLEX_DB_URL)", 1)
    assert f"this version of the site needs {REVISIONS[0]}" in message


@pytest.mark.parametrize(
    ("record", "changes", "place", "message"),
    [
        (
            BUSINESS_NAME,
            {"phone": "604-555-0199"},
            "business record",
            f"phone is 604-555-0199, as somebody changed it; {shown(GYM.folder.path)}/gym.toml says {GYM.business.phone}. "
            "To return to that: python -m gym_site business reset phone",
        ),
        (
            "faq",
            {"meta_description": f"Answers to {'any ' * 12}questions"},
            "page faq",
            f"description of the page faq is Answers to{' any' * 11} ..., as somebody changed it; {shown(GYM.folder.path)}/search.toml says ",
        ),
        ("faq", {"keywords": []}, "page faq", "keywords of the page faq is nothing, as somebody changed it"),
        ("faq", {"title": "$987.65"}, "page faq", "$987.65 is not"),
    ],
)
def test_check_lists_what_staff_changed(check, engine, record, changes, place, message):
    change_record(engine, RECORDS, record, changes)
    findings, exit_code = check()
    assert exit_code == 0
    assert {named for named, _ in findings} == {f"the database, {place}"}
    assert any(message in words for _, words in findings)


def test_check_reports_a_title_that_another_page_has_too(check, engine):
    change_record(engine, RECORDS, "faq", {"title": GYM.records["home"].title})
    findings, code = check()
    assert code == 1
    assert f"The pages home, faq have the same title: {GYM.records['home'].title}" in [words for _, words in findings]


def test_check_takes_a_value_for_the_folders_if_it_follows_at_the_next_start(check):
    """The folder's telephone number has changed since the last start, and the gym has a new page."""
    check("DELETE FROM local_seo_content WHERE page_slug = 'faq'")
    assert check("UPDATE business_info SET phone = '604-555-0199'") == ([], 0)


def test_check_reports_a_damaged_database(check, tmp_path):
    (tmp_path / "gym.db").write_bytes(b"no database" * 1000)
    ((named, words),), code = check()
    assert (named, "can't be read" in words, code) == ("the database (REFLEX_DB_URL)", True, 1)


def test_check_accepts_a_missing_database_and_creates_none(check, tmp_path):
    (tmp_path / "gym.db").unlink()
    assert check()[1] == 0
    assert not (tmp_path / "gym.db").exists()


KEPT = [("Look.theme", "Cookie", "gym-theme"), ("Tour.step", "LocalStorage", "step")]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("No cookies.", 3),
        ("A cookie, `gym-theme`.", 1),
        ("`gym-theme`, and `step`. No cookies.", 1),
        ("gym-theme, step", 0),
    ],
)
def test_check_names_what_browsers_keep_until_the_privacy_page_does(text, errors):
    gym = replace(GYM, privacy=replace(GYM.privacy, text=text))
    assert len([*storage.check_storage(gym, KEPT)]) == errors
