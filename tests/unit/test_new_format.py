"""``new-format`` brings a folder of format 1 up to date, and a folder of format 1 that needs it names the command."""

import re
import shutil
import subprocess
import tomllib

import pytest

from gym_site.folder import Folder
from gym_site.reading.format_1 import FormerFolder
from tests.gym import GYM

ONE, *_ = filter(GYM.has, GYM.services_known)
SAID = {"free": {ONE: 'a "free" session, '}, "both": {ONE: ", one", "blog": " and {town}"}}
ENTRY = f'{{ part = "{ONE}", text = "a \\"free\\" session, " }}'
ROWS = [
    ('a = "You get {free|}{phone}."  # {free|}', 'a = "You get a \\"free\\" session, {phone}."  # {free|}'),
    ("a = 'Things{both|}{none| or more}'", "a = 'Things, one and {town} or more'"),
    ('a = """\nThings{both|}\n"""\n[t.says]\nfree = "x"\n\n# About b\n[b]\nc = 1', 'a = """\nThings, one and {town}\n"""\n\n# About b\n[b]\nc = 1'),
    ('a = [\n    "b",  # first\n    "{free|}",\n    "{both|}",\n    "{none|}",\n]', f'a = [\n    "b",  # first\n    {ENTRY},\n    ", one and {{town}}",\n]'),
    (f'a = {{ part = "{ONE}", text = "b{{none|}}", otherwise = "c" }}\nd=[2,3]', 'a = "b"\nd=[2,3]'),
    ('a = { part = "massage", text = "b", otherwise = "c{both|}" }', 'a = "c, one and {town}"'),
    (f'a = [{{ part = "{ONE}", b = {{ before = "1", after = "2" }}, otherwise = {{ b = "c" }} }}]', f'a = [{{ part = "{ONE}", b = {{ before = "1", after = "2" }} }}]'),
    ('a = [{ part = "massage", b = "1", otherwise = { b = "c" } }, { b = "2" }]', 'a = [{ b = "c" }, { b = "2" }]'),
    (f'[[a]]\nb = 1\n\n# Why\n[a.c]\npart = "{ONE}"\ntext = "t"\notherwise = "o"\n\n[d]', '[[a]]\nb = 1\n# Why\nc = "t"\n\n[d]'),
    (f'[a.c]\npart = "{ONE}"\nbefore = "b"\nafter = "c"\notherwise = "o"', '[a.c]\nbefore = "b"\nafter = "c"'),
    ('[[a]]\npart = "massage"\nb = 1\notherwise = { b = 2, c = "d" }', '[[a]]\nb = 2\nc = "d"'),
]  # fmt: skip


@pytest.mark.parametrize(("former", "new"), ROWS)
def test_texts_are_written_out_with_the_words_of_the_gyms_parts(monkeypatch, former, new):
    folder = FormerFolder(Folder(GYM.folder.path))
    monkeypatch.setattr(FormerFolder, "_said", SAID)
    read = folder.folder.text_of
    monkeypatch.setattr(folder.folder, "text_of", lambda name: former if name == "any.toml" else read(name))
    assert folder.written_out("any.toml") == f"{new}\n"
    assert tomllib.loads(new)


@pytest.mark.parametrize("heading", ['"Open"', '{ before = "Soon", after = "Open" }'])
def test_the_words_of_the_countdown_from_the_opening_on_get_a_line(monkeypatch, heading):
    folder = FormerFolder(Folder(GYM.folder.path))
    monkeypatch.setattr(folder.folder, "text_of", lambda _: f"[banner.countdown]\nheading = {heading}\n\n[b]\n")
    assert folder.written_out("expansion.toml") == f'[banner.countdown]\nheading = {heading}\nopened = "Open"\n\n[b]\n'


@pytest.mark.long
def test_a_folder_of_format_1_is_brought_up_to_date_on_trial_first(tree):
    texts = {file.name: file.read_text(encoding="utf-8") for file in (tree.root / "gym").glob("*.toml")}
    tree.replace("gym/gym.toml", re.compile(r"(?m)^format = 2\b.*\n"), "")
    assert [finding for finding in tree.check() if finding["level"] == "error"] == []  # needs nothing
    tree.replace("gym/home.toml", re.compile(r'(?m)^headline = "'), r'headline = "{words|Now: }')
    (error,) = tree.check()
    assert error["message"].endswith("gym_site new-format brings it up to date.")
    for command in (["init", "-q"], ["add", "gym"]):
        subprocess.run(["git", *command], cwd=tree.root, check=True)
    done = tree.run("-m", "gym_site", "new-format", "--trial")  # of gym-site update
    assert "gym is of an earlier version, and in git" in done.stderr
    assert (done.returncode, (tree.root / "gym.format-2").exists()) == (1, False)
    shutil.rmtree(tree.root / ".git")
    tree.replace("gym/questions.toml", re.compile(r'(?m)^answer = "'), 'answer = "{phone nmber}')
    done = tree.run("-m", "gym_site", "new-format")
    assert done.returncode == 1
    assert re.search(r"gym\.format-2/questions\.toml:\d+: .*phone nmber.*\nNothing has changed", done.stderr), (
        done.stderr
    )
    assert "{words|" in (tree.root / "gym/home.toml").read_text(encoding="utf-8")
    tree.replace("gym/questions.toml", "{phone nmber}", "")
    done = tree.run("-m", "gym_site", "new-format")
    assert done.returncode == 0, done.stderr
    assert "{words|" in (tree.root / "gym.format-1/home.toml").read_text(encoding="utf-8")
    texts["home.toml"] = re.sub(r'(?m)^headline = "', 'headline = "Now: ', texts["home.toml"], count=1)
    assert {file.name: file.read_text(encoding="utf-8") for file in (tree.root / "gym").glob("*.toml")} == texts
    assert "is up to date" in tree.run("-m", "gym_site", "new-format").stdout
