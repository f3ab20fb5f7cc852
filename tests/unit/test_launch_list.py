"""The list of tasks before a launch."""

import json

import pytest

from gym_site.check.launch import SUPPLIED
from tests.staff_tree import be_supplied

ANSWERS = """
name = "Harbourline Fitness"
towns = ["Victoria"]
phone = "250-666-2170"

[links]
portal = "https://members.harbourline.ca"
"""


@pytest.fixture
def tree(tree):
    be_supplied(tree)
    return tree


def launch(tree):
    """Return the tasks by name, and the exit code."""
    done = tree.run("-m", "gym_site", "check", "--launch", "--json")
    return {task["name"]: task for task in json.loads(done.stdout)}, done.returncode


def test_sample_content_is_on_the_launch_list_until_it_is_replaced(tree):
    before, code = launch(tree)
    assert code == 1
    replaced = {"gym-name", "gym-phone", "gym-towns", "pictures-hero"}
    assert replaced | {"form-endpoint", "alerts", "dns", "privacy-officer"} <= before.keys()
    (tree.root / "answers.toml").write_text(ANSWERS, encoding="utf-8")
    tree.replace("gym_site/content/home.py", 'title="Find us awake"', f'title="Find us in {SUPPLIED.town}"')
    tree.replace("gym_site/content/plans.py", 'price=Decimal("12.50")', 'price=Decimal("12.60")')
    hero = tree.root / "pictures/originals/hero.jpg"
    hero.unlink()  # a link
    hero.write_bytes(b"a photograph of one's own")
    assert tree.run("-m", "gym_site", "new-gym", "--answers", "answers.toml").returncode == 0
    after, code = launch(tree)
    assert code == 1
    assert {"claims-home", "prices", "paths-plans", "gym-hours"} <= after.keys()
    assert "12 of 14" in after["prices"]["message"]  # one was changed, one was $0
    assert not (replaced | {"links-portal"}) & after.keys()
    assert after["names-home"]["line"] in range(1, 400)
    assert "card-home.jpg" in after["drawn"]["file"] or after["drawn"]["file"].startswith(("assets", "pictures"))
    assert "database" not in after


def test_the_launch_list_omits_accepted_tasks_and_reports_unknown_ones(tree):
    tasks, _ = launch(tree)
    accepted = tree.root / "launch.toml"
    accepted.write_text("".join(f'{name} = "as it is"\n' for name in tasks), encoding="utf-8")
    assert launch(tree) == ({}, 0)
    accepted.write_text(accepted.read_text() + 'sauna = "done"\n', encoding="utf-8")
    tasks, code = launch(tree)
    assert (list(tasks), tasks["sauna"]["file"], code) == (["sauna"], "launch.toml", 1)
    accepted.write_text("dns", encoding="utf-8")
    done = tree.run("-m", "gym_site", "check", "--launch")
    assert (done.returncode, done.stderr[:27]) == (1, "launch.toml can't be read: ")
