"""The list of tasks before a launch."""

import json


def launch(tree):
    """Return the tasks by name, and the exit code."""
    done = tree.run("-m", "gym_site", "check", "--launch", "--json")
    return {task["name"]: task for task in json.loads(done.stdout)}, done.returncode


def test_invented_addresses_and_numbers_are_listed_until_they_are_replaced(tree):
    before, code = launch(tree)
    assert code == 1
    assert {"form-endpoint", "alerts", "dns", "privacy-officer"} <= before.keys()
    file = tree.root / "gym" / "gym.toml"
    file.write_text(file.read_text(encoding="utf-8").replace(".example", ".ca").replace("555-01", "666-21"))
    after, _ = launch(tree)
    assert before.keys() - after.keys() == {"addresses-gym", "telephones-gym"}


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
