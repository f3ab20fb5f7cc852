"""The list of tasks before a launch."""

import json
import re
import shutil

import pytest

from gym_site.brand import BRAND
from gym_site.check.marks import SMALLEST
from gym_site.content.plans import PLAN_TABS

DISCOUNTED = [plan for tab in PLAN_TABS for plan in tab.plans if plan.savings is not None]


def launch(tree):
    """Return the tasks by name, and the exit code."""
    done = tree.run("-m", "gym_site", "check", "--launch", "--json")
    return {task["name"]: task for task in json.loads(done.stdout)}, done.returncode


def test_invented_addresses_and_numbers_are_listed_until_they_are_replaced(tree):
    file = tree.root / "gym" / "gym.toml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace("-555-01", " 555 01"), encoding="utf-8")
    before, code = launch(tree)
    assert code == 1
    assert {"form-endpoint", "alerts", "dns", "privacy-officer"} <= before.keys()
    file.write_text(words.replace(".example", ".ca").replace("555-01", "666-21"), encoding="utf-8")
    after, _ = launch(tree)
    assert before.keys() - after.keys() == {"addresses-gym", "telephones-gym"}


@pytest.mark.skipif(len(DISCOUNTED) < 2, reason="the gym has fewer than two discounts")
def test_the_launch_list_begins_with_the_most_exaggerated_saving(tree):
    file = tree.root / "gym" / "plans.toml"
    words = file.read_text(encoding="utf-8")
    for plan, above in zip(DISCOUNTED, (30, 40), strict=False):
        told = f"savings = {round(plan.true_savings) + above}\nsavings_as_given = true\n"
        words = re.sub(
            rf'(name = "{plan.name}"\n(?:.+\n)*?)savings = .*\n(?:savings_as_given.*\n)?', rf"\1{told}", words
        )
    file.write_text(words, encoding="utf-8")
    first, second = list(launch(tree)[0].values())[:2]
    less, more = DISCOUNTED[:2]
    assert (more.name in first["message"], less.name in second["message"]) == (True, True)
    assert f"{more.true_savings:.1f}%" in first["message"]
    assert words.splitlines()[first["line"] - 1] == f"savings = {round(more.true_savings) + 40}"
    file.write_text(
        re.sub(r"savings(_as_given)? = .*\n", "", words), encoding="utf-8"
    )  # each card without a percentage
    assert not [name for name in launch(tree)[0] if name.startswith("saving-")]


@pytest.mark.part("trainers")
def test_the_launch_list_names_invented_trainers(tree):
    assert launch(tree)[0]["people"]["file"] == "gym/trainers.toml"
    file = tree.root / "gym" / "trainers.toml"
    words = file.read_text(encoding="utf-8")
    file.write_text(words.replace(".example", ".ca").replace("555-01", "666-21"), encoding="utf-8")
    assert "people" not in launch(tree)[0]


def test_the_launch_list_names_what_was_left_as_it_was_supplied(tree):
    named = {"service-pictures", "privacy-text", "post-99"}
    assert not named & launch(tree)[0].keys()
    tree.replace("gym/services.toml", re.compile(r"(?m)^picture = .*\n"), "")
    shutil.copy(SMALLEST / "privacy.md", tree.root / "gym")
    for post in sorted((tree.root / "gym/posts").glob("*.md"))[:1]:
        shutil.copy(post, post.with_name("99.md"))
    tasks = launch(tree)[0]
    assert named & tasks.keys() == named - (set() if BRAND.has("blog") else {"post-99"})
    assert tasks["service-pictures"]["file"] == "gym/services.toml"


def test_the_launch_list_omits_accepted_tasks_and_reports_unknown_ones(tree):
    tasks, _ = launch(tree)
    accepted = tree.root / "gym" / "launch.toml"
    accepted.write_text("".join(f'{name} = "as it is"\n' for name in tasks), encoding="utf-8")
    assert launch(tree) == ({}, 0)
    accepted.write_text(accepted.read_text() + 'sauna = "done"\n', encoding="utf-8")
    tasks, code = launch(tree)
    assert (list(tasks), tasks["sauna"]["file"], code) == (["sauna"], "gym/launch.toml", 1)
    accepted.write_text("dns", encoding="utf-8")
    done = tree.run("-m", "gym_site", "check", "--launch")
    assert (done.returncode, done.stderr[:16]) == (1, "gym/launch.toml:")
