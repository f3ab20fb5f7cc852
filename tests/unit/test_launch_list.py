"""The list of tasks before a launch."""

import json
import re
import shutil

import pytest

from gym_site.gym import SMALLEST
from tests.gym import GYM

DISCOUNTED = [plan for tab in GYM.plans.tabs for plan in tab.plans if plan.savings is not None]
SUPPLIED = SMALLEST / "privacy.md"
# Tasks that are listed until a file is corrected.
WRONG = {
    "gym.toml": ["addresses-gym", "telephones-gym"],
    "trainers.toml": ["people", "addresses-trainers", "telephones-trainers"] if GYM.trainers else [],
    "services.toml": ["service-pictures"] if any(card.picture for card in GYM.cards.values()) else [],
    "privacy.md": ["privacy-text"] if (GYM.folder.path / "privacy.md").read_bytes() != SUPPLIED.read_bytes() else [],
    "posts/99.md": ["post-99"] if GYM.has("blog") else [],
    "launch.toml": ["sauna"],
}


def launch(tree):
    """Return the tasks by name, and the exit code."""
    done = tree.run("-m", "gym_site", "check", "--launch", "--json")
    return {task["name"]: task for task in json.loads(done.stdout)}, done.returncode


@pytest.mark.long
def test_the_launch_list_names_what_is_invented_supplied_or_exaggerated_until_it_is_corrected_or_accepted(tree):
    gym = tree.root / "gym"
    right = {name: (gym / name).read_text(encoding="utf-8") for name in WRONG if (gym / name).exists()}
    plans = (gym / "plans.toml").read_text(encoding="utf-8")
    for plan, above in zip(DISCOUNTED, (30, 40), strict=False):
        told = f"savings = {round(plan.true_savings) + above}\nsavings_as_given = true\n"
        plans = re.sub(
            rf'(name = "{plan.name}"\n(?:.+\n)*?)savings = .*\n(?:savings_as_given.*\n)?', rf"\1{told}", plans
        )
    (gym / "plans.toml").write_text(plans, encoding="utf-8")
    services = (gym / "services.toml").read_text(encoding="utf-8")
    (gym / "services.toml").write_text(re.sub(r"(?m)^picture = .*\n", "", services, count=1), encoding="utf-8")
    (gym / "gym.toml").write_text(right["gym.toml"].replace("-555-01", " 555 01"), encoding="utf-8")
    shutil.copy(SUPPLIED, gym)
    for post in sorted((gym / "posts").glob("*.md"))[:1]:
        shutil.copy(post, post.with_name("99.md"))
    (gym / "launch.toml").write_text('sauna = "done"\n', encoding="utf-8")
    before, code = launch(tree)
    gone = {task for tasks in WRONG.values() for task in tasks}
    assert {"form-endpoint", "alerts", "dns", "privacy-officer", *gone} <= before.keys()
    assert (code, before["service-pictures"]["file"], before["sauna"]["file"]) == (
        1, "gym/services.toml", "gym/launch.toml",
    )  # fmt: skip
    if len(DISCOUNTED) > 1:
        (first, second, *_), (less, more) = before.values(), DISCOUNTED[:2]
        assert (more.name in first["message"], less.name in second["message"]) == (True, True)
        assert f"{more.true_savings:.1f}%" in first["message"]
        assert plans.splitlines()[first["line"] - 1] == f"savings = {round(more.true_savings) + 40}"

    (gym / "posts" / "99.md").unlink(missing_ok=True)
    for name, text in right.items():
        corrected = (
            text.replace(".example", ".ca").replace("555-01", "666-21")
            if name in ("gym.toml", "trainers.toml")
            else text
        )
        (gym / name).write_text(corrected, encoding="utf-8")
    (gym / "plans.toml").write_text(re.sub(r"savings(_as_given)? = .*\n", "", plans), encoding="utf-8")
    left = [name for name in before if name not in gone and not name.startswith("saving-")]
    (gym / "launch.toml").write_text("".join(f'{name} = "as it is"\n' for name in left), encoding="utf-8")
    assert launch(tree) == ({}, 0)
