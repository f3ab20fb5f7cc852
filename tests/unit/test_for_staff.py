"""docs/for-staff.md, followed: every command that it names, and every change that it describes."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from sqlmodel import Session

from gym_site.check import environment
from gym_site.cli import main
from gym_site.content.business import BUSINESS
from gym_site.content.forms import SELECTABLE_TRAINERS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from gym_site.content.trainers import TRAINERS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.tables import Lead
from gym_site.settings import ROOT
from tests.site import form_service
from tests.staff_tree import StaffTree, plant

CARDS = (ROOT / "assets/images").glob("card-post-*.jpg")
TRAINER = max(one.id for one in TRAINERS) + 1
POST = max(*(one.id for one in POSTS), *(int(card.stem.rpartition("-")[2]) for card in CARDS)) + 1
GUIDE = re.sub(  # with the next free numbers: some of its own may be taken by now
    r"((?<=trainer-)15|(?<=    id=)15)|((?<=    id=)8|(?<=posts/)8|(?<=_content\()8|(?<=card-post-)8)\b",
    lambda number: str(TRAINER if number[1] else POST),
    (ROOT / "docs" / "for-staff.md").read_text(encoding="utf-8"),
)
PROGRAMS = ("python", "make", "pip", "cp", "source")
BLOCK = re.compile(r"```python\n# (\S+), below the line with ([^\n]+)\n(.*?)```", re.DOTALL)
LEAD = {
    "name": "Jo Lee",
    "email": "jo@mail.example",
    "phone": "604-555-0142",
    "message": "Is there parking?",
    "service": "",
}


def commands() -> list[str]:
    """Return every command of the guide: those on lines of their own, in running text, and with their options."""
    found: dict[str, None] = {}
    for line in re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL).splitlines():
        texts = [line.strip()] if re.match(r" {4,}\S", line) else re.findall(r"`([^`]+)`", line)
        named = ""
        for text in texts:
            if text.startswith("leads "):
                text = f"python -m gym_site {text}"
            if text.startswith("--") and named:
                found[f"{named} {text}"] = None
            elif text.split()[0] in PROGRAMS and " " in text:
                named = named or text
                found[text] = None
    return list(found)


COMMANDS = commands()
OURS = [command for command in COMMANDS if command.startswith("python -m gym_site ")]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Path:
    """A database as the site leaves it at its first start, with one request that waits."""
    file = tmp_path_factory.mktemp("prepared") / "gym.db"
    prepare_database(f"sqlite:///{file}", BUSINESS, PAGE_RECORDS)
    engine = make_engine(f"sqlite:///{file}")
    with Session(engine) as session:
        session.add(
            Lead(
                key="k", payload_hash="h", form="inquiry", reference="K7Q2-9M", payload=LEAD, status="pending",
                created_at=datetime.now(UTC), next_attempt_at=datetime.now(UTC),
            )
        )  # fmt: skip
        session.commit()
    engine.dispose()
    return file


@pytest.fixture(scope="module")
def service():
    with form_service() as service:
        yield service


def test_the_guide_names_its_commands_in_a_way_that_this_file_finds():
    assert {"make run", "make dev", "make export", "python -m scripts.build_pictures"} <= set(COMMANDS)
    assert len(OURS) > 15
    assert "python -m gym_site leads export --csv requests.csv --days 7" in OURS
    assert "python -m gym_site leads deliver --status rejected" in OURS


@pytest.mark.parametrize("command", OURS)
def test_a_command_of_ours_does_its_work(command, prepared, service, tmp_path, monkeypatch, capsys):
    database = tmp_path / "gym.db"
    database.write_bytes(prepared.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(environment, "FILE", ROOT / "no.env")
    monkeypatch.setenv("REFLEX_DB_URL", f"sqlite:///{database}")
    monkeypatch.setenv("GYM_FORM_ENDPOINT", service.endpoint)
    try:
        code = main(shlex.split(command)[3:])
    except SystemExit as leaving:  # --help
        code = leaving.code
    said = capsys.readouterr()
    assert code == 0, said.err
    assert said.out.strip()


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in OURS])
def test_another_command_exists(command):
    program, *rest = shlex.split(command)
    match program, rest:
        case "make", [target]:
            assert re.search(rf"^{target}:.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        case "python", ["-m", module]:
            assert importlib.util.find_spec(module)
        case "pip", ["install", "-r", file]:
            assert (ROOT / file).is_file()
        case "cp", [source, target]:
            assert (ROOT / source).is_file()
            assert (ROOT / target).parent.is_dir()
        case "source", [script]:
            assert script == ".venv/bin/activate"
            assert "VENV := .venv\n" in (ROOT / "Makefile").read_text(encoding="utf-8")
        case _:
            pytest.fail(f"nobody knows what {command!r} is")


def test_files_and_settings_that_the_guide_names_exist():
    named = set(re.findall(r"`((?:gym_site|pictures|deploy|docs)/[\w./-]+)`", GUIDE)) - {
        f"gym_site/content/posts/{POST}.md",  # to be written
        "deploy/headers.caddy",  # written by an export
    }
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []
    modules = set(re.findall(r"`(\w+\.py)`", GUIDE))
    assert [name for name in modules if not (ROOT / "gym_site" / "content" / name).is_file()] == []
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"(?:GYM|REFLEX)_[A-Z_]+", GUIDE) if f"# {name}=" not in example] == []


def line_of_the_guide(beginning: str) -> str:
    (line,) = (line.strip() for line in GUIDE.splitlines() if line.strip().startswith(beginning))
    return line


def put_blocks_in(tree: StaffTree) -> int:
    blocks = BLOCK.findall(GUIDE)
    for file, mark, code in blocks:
        path = tree.root / file
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        (place,) = (number for number, line in enumerate(lines) if mark in line)
        lines.insert(place + 1, code)
        path.write_text("".join(lines), encoding="utf-8")
    return len(blocks)


def change_price(tree: StaffTree) -> None:
    block = re.search(r"```python\n( {12}price=.*?)```", GUIDE, re.DOTALL)
    plans = tree.root / "gym_site/content/plans.py"
    text = plans.read_text(encoding="utf-8")
    head, plan = text.split('name="24 Hours"', 1)
    for line in block[1].splitlines():
        name = line.strip().split("=")[0]
        plan = re.sub(rf"^ {{12}}{name}=.*\n", f"{line}\n", plan, count=1, flags=re.MULTILINE)
    plans.write_text(f'{head}name="24 Hours"{plan}', encoding="utf-8")


@pytest.fixture(scope="module")
def followed(tmp_path_factory, prepared) -> StaffTree:
    """The project after every recipe of the guide."""
    tree = plant(tmp_path_factory.mktemp("staff") / "site", prepared, folders=("scripts",), own_pictures=True)
    change_price(tree)
    assert put_blocks_in(tree) == 3
    (tree.root / f"gym_site/content/posts/{POST}.md").write_text("Five minutes.\n\n## What for\n\n- **Heat:** yes.\n")
    last = f'    "{SELECTABLE_TRAINERS[-1]}",\n'
    tree.replace("gym_site/content/forms.py", last, f'{last}    "Robin Ashgrove",\n')
    (tree.root / ".env").write_text(line_of_the_guide("GYM_EXPANSION_OPENS_AT=") + "\n")

    before = {(one["file"], one["message"].split(":")[0]) for one in tree.check()[1]}
    assert before == {
        ("gym_site/content/trainers.py", f"There is no picture 'trainer-{TRAINER}'"),
        (
            "gym_site/content/posts.py",
            f"assets/images/card-post-{POST}.jpg is missing, which a shared link unfolds into",
        ),
    }

    _, source, target = shlex.split(line_of_the_guide("cp "))
    (tree.root / target).write_bytes((tree.root / source).read_bytes())
    Image.linear_gradient("L").resize((1600, 2000)).convert("RGB").save(
        tree.root / f"pictures/originals/trainer-{TRAINER}.jpg"
    )
    tree.replace("pictures/alt.toml", "[crop]", line_of_the_guide(f"trainer-{TRAINER} =") + "\n\n[crop]")
    built = tree.run("-m", "scripts.build_pictures")
    assert "1 pictures encoded" in built.stdout, built.stderr
    return tree


def test_after_every_recipe_nothing_is_wrong(followed):
    assert followed.check() == (0, [])


def test_the_content_shows_what_the_recipes_changed(followed):
    shown = followed.run(
        "-c",
        "import json\n"
        "from gym_site.content import expansion, faq, forms, opening, plans, posts, trainers\n"
        "from gym_site.settings import load_settings\n"
        "plan = next(one for one in plans.MONTHLY.plans if one.name == '24 Hours')\n"
        "print(json.dumps([plans.format_price(plan.price), plans.was_text(plan), trainers.TRAINERS[0].name,\n"
        "    trainers.TRAINERS[0].picture, forms.SELECTABLE_TRAINERS[-1], posts.POSTS[0].title,\n"
        "    posts.excerpt(posts.POSTS[0]), faq.FAQ[0].question, faq.FAQ[0].category,\n"
        "    opening.as_built(expansion.EXPANSION.intro, load_settings()).before.split('. ')[-1]]))\n",
    )
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout) == [
        "$19.25", "Was $23.50/week", "Robin Ashgrove", f"trainer-{TRAINER}", "Robin Ashgrove", "Why we warm up",
        "Five minutes. What for Heat: yes.…", "What if I am late for my session?", "Personal Training",
        "It opens in spring 2027.",
    ]  # fmt: skip


def test_a_new_photo_has_its_sizes_and_its_sentence(followed):
    manifest = json.loads((followed.root / "pictures/manifest.json").read_text(encoding="utf-8"))
    entry = manifest[f"trainer-{TRAINER}"]
    assert entry["alt"] == "Woman in a grey shirt at the rack."
    assert (entry["width"], entry["height"]) == (1600, 2000)
    assert all((followed.root / "assets" / url.lstrip("/")).is_file() for url in entry["avif"].values())


def test_somebody_who_leaves_takes_two_deletions(prepared, tmp_path):
    leaver = SELECTABLE_TRAINERS[0]
    tree = plant(tmp_path / "site", prepared)
    trainers = tree.root / "gym_site/content/trainers.py"
    text = trainers.read_text(encoding="utf-8")
    (block,) = (one for one in re.findall(r"    Trainer\(\n.*?\n    \),\n", text, re.DOTALL) if leaver in one)
    trainers.write_text(text.replace(block, ""), encoding="utf-8")
    assert [one["message"] for one in tree.check()[1]] == [
        f"The form offers {leaver}, who isn't in gym_site/content/trainers.py."
    ]
    tree.replace("gym_site/content/forms.py", f'    "{leaver}",\n', "")
    assert tree.check() == (0, [])
