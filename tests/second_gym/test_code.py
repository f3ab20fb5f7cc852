"""The code knows no gym: it contains nothing of the one in the folder ``gym/``."""

import re
from decimal import Decimal

from gym_site.settings import ROOT
from tests.supplied import SUPPLIED, amounts_of, searched, words_of

CODE = [
    *(ROOT / "gym_site").rglob("*.py"),
    *(ROOT / "assets" / "css").rglob("*.css"),
    *(ROOT / "assets" / "scripts").glob("*.js"),
]
AMOUNT = re.compile(r"\$(?P<shown>\d[\d,]*(?:\.\d+)?)|Decimal\(\"(?P<exact>[\d.]+)\"\)")


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
