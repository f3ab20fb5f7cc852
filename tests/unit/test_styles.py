"""The style sheets in ``assets/css``: one file for each class, steady boxes, and fallback fonts of the right height."""

import re
from collections import defaultdict

import pytest
from PIL import ImageFont

from gym_site.settings import ROOT

CSS = ROOT / "assets" / "css"
SHEETS = sorted(set(CSS.rglob("*.css")) - {CSS / "fonts.css"})


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


def test_nothing_moves_its_neighbours_when_it_is_pointed_at_or_focused():
    moving = re.compile(
        r"(?<![\w-])(padding|margin|border-width|(min-|max-)?(width|height)|font|letter-spacing|gap)\b[^;]*"
    )
    found = []
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, declarations in re.findall(r"([^{};@]+)\{([^{}]*)\}", text):
            if re.search(r":(hover|focus)\b|:focus-within", re.sub(r":not\([^)]*\)", "", selectors)):
                found += [f"{sheet.name}: {selectors.strip()}: {one[0]}" for one in moving.finditer(declarations)]
    assert found == []


FACE = re.compile(  # a font, and in the next line the one that stands in for it
    r'url\("/(?P<file>fonts/[^"]+)"\).*\n.*;size-adjust:(?P<size>.+)%;ascent-override:(?P<ascent>.+)%;'
    r"descent-override:(?P<descent>.+)%"
)


def test_a_fallback_face_has_the_line_height_of_the_font_for_which_it_stands_in():
    faces = list(FACE.finditer((CSS / "fonts.css").read_text(encoding="utf-8")))
    assert len(faces) == len(list((ROOT / "assets" / "fonts").glob("*.woff2")))
    for face in faces:
        own = ImageFont.truetype(str(ROOT / "assets" / face["file"]), 1000).getmetrics()
        scaled = [float(face[side]) * float(face["size"]) / 10 for side in ("ascent", "descent")]
        assert scaled == pytest.approx(own, abs=2), face["file"]
