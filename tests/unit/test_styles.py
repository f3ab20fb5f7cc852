"""The style sheets in ``assets/css``: a file for each module, and for each class one file."""

import re
from collections import defaultdict

from gym_site.settings import ROOT

CSS = ROOT / "assets" / "css"
SHEETS = sorted(set(CSS.rglob("*.css")) - {CSS / "picture-grounds.css", CSS / "fonts.css"})


def test_each_style_sheet_in_a_folder_is_named_like_a_python_module():
    names = [sheet.relative_to(CSS).with_suffix("") for sheet in SHEETS if sheet.parent != CSS]
    assert [str(name) for name in names if not (ROOT / "gym_site" / name).with_suffix(".py").exists()] == []


def test_a_class_is_styled_in_one_file():
    # Another file may style the class only inside an element of its own, as in ".contact .button".
    homes = defaultdict(set)
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors in re.findall(r"([^{};@]+)\{", text):
            for selector in re.split(r",(?![^(]*\))", selectors):
                classes = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r":not\([^)]*\)", "", selector)))
                if len(classes) == 1:
                    homes[classes.pop()].add(str(sheet.relative_to(CSS)))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
