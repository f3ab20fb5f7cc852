"""Follows docs/for-staff.md: every command that it names, and every change that it describes."""

import json
import re
import shlex
import shutil

import pytest
from PIL import Image

from gym_site.brand import PART_FILES
from gym_site.check import environment
from gym_site.cli import main
from gym_site.content.business import BUSINESS
from gym_site.content.posts import POSTS
from gym_site.content.trainers import SELECTABLE_TRAINERS, TRAINERS
from gym_site.settings import ROOT
from tests.leads import put
from tests.staff_tree import StaffTree, plant

CARDS = (ROOT / "assets/images").glob("card-post-*.jpg")
TRAINER = max((trainer.id for trainer in TRAINERS), default=0) + 1
POST = max([*(post.id for post in POSTS), *(int(card.stem.rpartition("-")[2]) for card in CARDS)], default=0) + 1
GUIDE = re.sub(  # with the next free ids, as those in the guide may be taken
    r"((?<=trainer-)15|(?<=\nid = )15)|((?<=posts/)8|(?<=card-post-)8)\b",
    lambda number: str(TRAINER if number[1] else POST),
    (ROOT / "docs" / "for-staff.md").read_text(encoding="utf-8"),
)
BLOCK = re.compile(r"```toml\n# (\S+)\n(\[\[\w+\]\]\n)(.*?)```", re.DOTALL)
OURS = "python -m gym_site "
# Tests that read the content without a browser or a build. The last test changes the content once more.
READERS = [
    "tests/render/test_home_page.py::test_phone_and_email_replace_forms_if_nothing_can_receive_them",
    *(f"tests/unit/test_{name}.py" for name in ("server_rules", "content_functions", "seo", "leads_words")),
    "tests/unit/test_check.py::test_check_reports_each_mistake_once_with_file_and_line[reported together]",
]
WITHOUT_CHANCE = "not (stranger or sanitising or far_too_long or every_text)"  # hypothesis tests don't read the content


def commands() -> list[str]:
    """Return the guide's commands, in blocks and in running text, with the options that follow them."""
    named: dict[str, None] = {}
    for line in re.sub(r"```.*?```", "", GUIDE, flags=re.DOTALL).splitlines():
        command = ""
        for text in [line.strip()] if re.match(r" {4,}\S", line) else re.findall(r"`([^`]+)`", line):
            if text.startswith("leads "):
                text = OURS + text
            if text.startswith("--") and command:
                named[f"{command} {text}"] = None
            elif text.startswith(OURS):
                command = command or text
                named[text] = None
    return list(named)


@pytest.mark.parametrize("command", commands())
def test_every_command_in_the_staff_guide_works(command, engine, database, service, tmp_path, monkeypatch, capsys):
    put(engine, "pending", reference="K7Q2-9M")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(environment, "FILE", ROOT / "no.env")
    monkeypatch.setenv("GYM_FORM_ENDPOINT", service.endpoint)
    try:
        code = main(shlex.split(command)[3:])
    except SystemExit as leaving:  # --help
        code = leaving.code
    written = capsys.readouterr()
    assert code == 0, written.err
    assert written.out.strip()


def line_of_the_guide(beginning: str) -> str:
    (line,) = (line.strip() for line in GUIDE.splitlines() if line.strip().startswith(beginning))
    return line


POST_FILE = re.search(r"```markdown\n(.*?)```", GUIDE, re.DOTALL)[1]
HAVING_ALL = pytest.mark.part("trainers", "blog", "expansion", "personal-training")  # the parts that the recipes change


@pytest.fixture(scope="module")
def followed(tmp_path_factory, prepared) -> StaffTree:
    """A copy of the project in which all recipes of the guide have been followed."""
    tree = plant(tmp_path_factory.mktemp("staff") / "site", prepared, folders=("scripts", "tests", "docs"))
    for file in ("pyproject.toml", "Makefile", "rxconfig.py", ".env.example"):
        shutil.copy(ROOT / file, tree.root / file)
    leaver = SELECTABLE_TRAINERS[0]
    numbers = re.search(r"```toml\n(price = .*?)```", GUIDE, re.DOTALL)[1]
    plan = re.compile(r'(name = "24 Hours"\n(?:(?!price).*\n)*)(?:(?:price|original_price|savings) = .*\n){3}')
    tree.replace("gym/plans.toml", plan, rf"\1{numbers}")
    for file, beginning in (("gym", '"annual fee" = '), ("expansion", "opens_at = ")):
        line = re.compile(f"^{beginning}.*", re.MULTILINE)
        tree.replace(f"gym/{file}.toml", line, line_of_the_guide(beginning))
    blocks = BLOCK.findall(GUIDE)
    assert len(blocks) == 2
    for file, first_line, others in blocks:
        before, after = (tree.root / file).read_text(encoding="utf-8").split(first_line, 1)
        (tree.root / file).write_text(f"{before}{first_line}{others}\n{first_line}{after}", encoding="utf-8")
    (tree.root / f"gym/posts/{POST}.md").write_text(POST_FILE, encoding="utf-8")
    tree.replace("gym/trainers.toml", 'name = "Robin Ashgrove"\n', 'name = "Robin Ashgrove"\nin_form = true\n')
    leaving = re.compile(rf'\[\[trainers\]\]\n(?:(?!\[).*\n)*name = "{leaver}"\n(?:(?!\[).*\n)*')
    tree.replace("gym/trainers.toml", leaving, "")
    _, source, target = shlex.split(line_of_the_guide("cp "))
    shutil.copy(tree.root / source, tree.root / target)
    tree.replace("gym/gym.toml", f'phone = "{BUSINESS.phone}"', 'phone = "604-555-0177"')
    tree.replace("gym/pictures/alt.toml", 'hero = "', 'hero = "New: ')
    picture = Image.linear_gradient("L").resize((800, 1000)).convert("RGB")
    picture.save(tree.root / f"gym/pictures/originals/trainer-{TRAINER}.jpg")
    tree.replace("gym/pictures/alt.toml", "[crop]", line_of_the_guide(f"trainer-{TRAINER} =") + "\n\n[crop]")
    built = tree.run("-m", "scripts.build_pictures")
    assert "1 pictures encoded" in built.stdout, built.stderr
    return tree


@HAVING_ALL
def test_every_recipe_of_the_staff_guide_works_and_passes_the_check(followed):
    assert [finding for finding in followed.check() if finding["level"] == "error"] == []
    shown = followed.run(
        "-c",
        "import json\n"
        "from gym_site.brand import BRAND\n"
        "from gym_site.content import expansion, faq, plans, posts, prices, trainers\n"
        "plan = next(plan for plan in plans.PLAN_TABS[0].plans if plan.name == '24 Hours')\n"
        "print(json.dumps([prices.format_price(plan.price), plans.was_text(plan), trainers.TRAINERS[0].name,\n"
        "    trainers.TRAINERS[0].picture, trainers.SELECTABLE_TRAINERS[0], posts.POSTS[-1].title,\n"
        "    posts.excerpt(posts.POSTS[-1]), faq.FAQ[0].question, faq.FAQ[0].category,\n"
        "    expansion.EXPANSION.intro.split('. ')[-1],\n"
        "    BRAND.terms['annual fee'] in plan.additional_info and BRAND.terms['annual fee']]))\n",
    )
    assert shown.returncode == 0, shown.stderr
    assert json.loads(shown.stdout) == [
        "$19.25", "Was $23.50/week", "Robin Ashgrove", f"trainer-{TRAINER}", "Robin Ashgrove", "Why we warm up",
        "Five minutes are enough. What for Heat: warm muscles stretch further. Practice: the first sets are for the movement, not for the weight.…", "What if I am late for my session?", "Personal Training",
        "It opens in spring 2027.", "$69",
    ]  # fmt: skip


@HAVING_ALL
def test_the_tests_pass_after_every_recipe_of_the_staff_guide(followed):
    done = followed.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", WITHOUT_CHANCE, *READERS)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr


def test_a_service_and_each_part_that_the_staff_guide_lists_can_be_taken_off(tree):
    services = tree.root / "gym/services.toml"
    line = line_of_the_guide("offered = ")
    services.write_text(re.sub(r"(?m)^key = .*", rf"\g<0>\n{line}", services.read_text(), count=1), encoding="utf-8")
    files = re.findall(r"^\| `(gym/[\w.]+)` \|", GUIDE, re.MULTILINE)
    assert {f"gym/{file}" for file in PART_FILES.values()} <= set(files)
    for file in files:
        (tree.root / file).unlink(missing_ok=True)
    assert [finding for finding in tree.check() if finding["level"] == "error"] == []
