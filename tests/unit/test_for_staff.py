"""Follows docs/files.md: every change that it describes."""

import re
import shlex
import shutil

import pytest
from PIL import Image

from gym_site.brand import PART_FILES
from gym_site.content.plans import was_text
from gym_site.content.posts import excerpt
from gym_site.content.prices import format_price
from gym_site.gym import Gym
from gym_site.settings import ROOT
from tests.gym import GYM, IN_FORM
from tests.staff_tree import plant

CARDS = GYM.folder.public("/images").glob("card-post-*.jpg")
TRAINER = max((trainer.id for trainer in GYM.trainers), default=0) + 1
POST = max([*(post.id for post in GYM.posts), *(int(card.stem.rpartition("-")[2]) for card in CARDS)], default=0) + 1
GUIDE = re.sub(  # with the next free ids, as those in the guide may be taken
    r"((?<=trainer-)15|(?<=\nid = )15)|((?<=posts/)8|(?<=card-post-)8)\b",
    lambda number: str(TRAINER if number[1] else POST),
    (ROOT / "docs" / "files.md").read_text(encoding="utf-8"),
)
BLOCK = re.compile(r"```toml\n# (\S+)\n(\[\[\w+\]\]\n)(.*?)```", re.DOTALL)
POST_FILE = re.search(r"```markdown\n(.*?)```", GUIDE, re.DOTALL)[1]


def line_of_the_guide(beginning: str) -> str:
    (line,) = (line.strip() for line in GUIDE.splitlines() if line.strip().startswith(beginning))
    return line


@pytest.mark.long
@pytest.mark.part("trainers", "blog", "expansion", "personal-training")  # the parts that the recipes change
def test_every_recipe_of_the_staff_guide_works_and_passes_the_check(tmp_path, prepared):
    tree = plant(tmp_path / "site", prepared, folders=("scripts",))
    leaver = IN_FORM[0]
    numbers = re.search(r"```toml\n(price = .*?)```", GUIDE, re.DOTALL)[1]
    plan = re.compile(r'(name = "24 Hours"\n(?:(?!price).*\n)*)(?:(?:price|original_price|savings) = .*\n){3}')
    tree.replace("gym/plans.toml", plan, rf"\1{numbers}")
    for file, beginning in (("gym", '"annual fee" = '), ("expansion", "opens_at = ")):
        line = re.compile(f"^{beginning}.*", re.MULTILINE)
        tree.replace(f"gym/{file}.toml", line, line_of_the_guide(beginning))
    hours = (
        re.search(rf"```toml\n(\[{table}\]\n.*?)```", GUIDE, re.DOTALL)[1] for table in ("hours", r"hours\.exceptions")
    )
    tree.replace("gym/gym.toml", '[hours]\ndaily = "24 hours"\n', "\n".join(hours))
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
    tree.replace("gym/gym.toml", f'phone = "{GYM.business.phone}"', 'phone = "604-555-0177"')
    tree.replace("gym/pictures/alt.toml", 'hero = "', 'hero = "New: ')
    picture = Image.linear_gradient("L").resize((800, 1000)).convert("RGB")
    picture.save(tree.root / f"gym/pictures/originals/trainer-{TRAINER}.jpg")
    tree.replace("gym/pictures/alt.toml", "[crop]", line_of_the_guide(f"trainer-{TRAINER} =") + "\n\n[crop]")
    built = tree.run("-m", "scripts.build_pictures")
    assert "1 pictures encoded" in built.stdout, built.stderr
    assert [finding for finding in tree.check() if finding["level"] == "error"] == []
    gym = Gym.read(tree.root / "gym")
    plan = next(plan for plan in gym.plans.tabs[0].plans if plan.name == "24 Hours")
    fee = gym.brand.terms["annual fee"]
    assert fee in plan.additional_info
    assert [
        format_price(plan.price), was_text(plan), gym.trainers[0].name, gym.trainers[0].picture,
        next(trainer.name for trainer in gym.trainers if trainer.in_form), gym.posts[-1].title,
        excerpt(gym.posts[-1]), gym.faq.questions[0].question, gym.faq.questions[0].category,
        gym.expansion.words.intro.split(". ")[-1], fee,
    ] == [
        "$19.25", "Was $23.50/week", "Robin Ashgrove", f"trainer-{TRAINER}", "Robin Ashgrove", "Why we warm up",
        "Five minutes are enough. What for Heat: warm muscles stretch further. Practice: the first sets are for the movement, not for the weight.…", "What if I am late for my session?", "Personal Training",
        "It opens in spring 2027.", "$69",
    ]  # fmt: skip


def test_the_staff_guide_lists_every_part_that_can_be_taken_off():
    assert {f"gym/{file}" for file in PART_FILES.values()} <= {*re.findall(r"(?m)^\| `(gym/[\w.]+)` \|", GUIDE)}
