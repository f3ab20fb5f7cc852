"""docs/for-developers.md names every command of the Makefile as it is, for machines without make."""

from __future__ import annotations

import re

import pytest

from gym_site.settings import ROOT

GUIDE = (ROOT / "docs" / "for-developers.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[1].split()


def commands(target: str) -> list[str]:
    recipe = re.search(rf"^{target}:.*\n((?:\t.*\n)*)", MAKEFILE, re.MULTILINE)[1]
    return [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_stands_in_the_table_with_its_commands(target):
    (row,) = [line for line in GUIDE.splitlines() if line.startswith(f"| `make {target}` |")]
    for command in commands(target):
        wanted = re.findall(r"\S+", command)[2:] if command.startswith("rm ") else [f"`{command}`"]
        named = [one.replace("$(VENV)", ".venv") for one in wanted]
        assert [one for one in named if one not in row] == []


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:gym_site|tests|docs|scripts|alembic|reflex\.lock)/[\w./-]+)`", GUIDE)))
)
def test_what_the_guide_points_to_is_there(path):
    assert (ROOT / path).exists() or path == "gym_site/content/parking.py"


def test_the_messages_that_it_explains_are_the_ones_printed():
    for where, message in {
        "Makefile": "Python 3.11 or newer is needed; this is ",
        "scripts/serve.py": "Can't listen on ",
    }.items():
        assert message in GUIDE
        assert message in (ROOT / where).read_text(encoding="utf-8")
    printed = re.search(r'NOT_INSTALLED = .*echo "(.+?)"', MAKEFILE)[1]
    said = re.search(r"`(The packages could not be installed.*?), \.\.\.`", GUIDE)[1]
    assert printed.startswith(said)
