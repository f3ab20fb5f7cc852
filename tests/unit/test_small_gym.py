"""Neither the code nor the tests know a gym: tests pass on ``tests/small_gym`` too, which has few parts and no pictures."""

import os
import re
import subprocess
import sys
from decimal import Decimal

import pytest

from gym_site.settings import ROOT
from tests.build import SMALL_GYM
from tests.supplied import SUPPLIED, amounts_of, searched, words_of

CODE = [
    *(ROOT / "gym_site").rglob("*.py"),
    *(ROOT / "assets" / "css").rglob("*.css"),
    *(ROOT / "assets" / "scripts").glob("*.js"),
]
AMOUNT = re.compile(r"\$(?P<shown>\d[\d,]*(?:\.\d+)?)|Decimal\(\"(?P<exact>[\d.]+)\"\)")
OF_THE_DOCUMENTS = ("for_staff", "documents")
"""The unit tests that follow the guides, which are about the supplied gym."""


@pytest.mark.long
def test_all_unit_tests_and_the_tests_of_built_pages_pass_on_another_gym():
    others = ("GYM_", "REFLEX_", "PYTEST_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    ignored = (f"--ignore=tests/unit/test_{name}.py" for name in OF_THE_DOCUMENTS)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/unit", "tests/render", *ignored],
        cwd=ROOT, env=environment | {"GYM_FOLDER": SMALL_GYM.relative_to(ROOT).as_posix()},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_code_contains_no_words_and_no_prices_of_the_gym():
    words, amounts = searched(words_of(SUPPLIED)), amounts_of(SUPPLIED)
    assert len(amounts) > 1
    found = set()
    for file in CODE:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            prices = (Decimal((price["shown"] or price["exact"]).replace(",", "")) for price in AMOUNT.finditer(line))
            if words.search(line) or amounts.intersection(prices):
                found.add(f"{file.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == set()
