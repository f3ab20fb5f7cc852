"""What a first view costs a visitor, in bytes of the built files (docs/performance.md)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from scripts.weights import BUDGETS, Weight, exceeded, report, weights
from tests.markup import read


@pytest.fixture(scope="session")
def measured(pages):
    return weights(pages)


def test_no_page_is_heavier_than_its_budget(measured):
    assert len(measured) > 40
    assert exceeded(measured) == [], "python -m scripts.weights .cache/web/build/client shows what grew"


def test_what_is_weighed_is_what_a_browser_loads(measured, open_page):
    page = open_page("/faq")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(
        """performance.getEntriesByType("resource")
            .filter((one) => one.name.endsWith(".js"))
            .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
    )
    assert loaded == pytest.approx(measured["/faq"].scripts, rel=0.2)  # the browser takes gzip over plain http
    names = page.evaluate("""performance.getEntriesByType("resource").map((one) => one.name)""")
    assert [name for name in names if name.endswith(".css")] == []  # it is in the page


@pytest.mark.parametrize(("kind", "page"), [(kind, page) for kind, pages in BUDGETS.items() for page in pages])
def test_a_byte_too_much_is_named(measured, kind, page):
    path = page or "/faq"
    heavy = replace(measured[path], **{kind: BUDGETS[kind][page] + 1})
    assert exceeded({path: heavy}) == [(path, kind, BUDGETS[kind][page] + 1, BUDGETS[kind][page])]


def test_the_table_shows_what_grew(measured, capsys):
    table = report({"/faq": Weight(scripts=200_000, styles=1, fonts=1, html=1)})
    (cell,) = table.columns[1].cells
    assert cell.startswith("200.0 (+")
    assert cell.endswith("TOO MUCH")


def test_every_picture_has_its_place_before_it_loads(pages):
    for file in pages.rglob("index.html"):
        for picture in read(file).all("img"):
            assert picture.attrs.get("width", "").isdecimal(), (file, picture.attrs)
            assert picture.attrs.get("height", "").isdecimal(), (file, picture.attrs)


def test_a_page_asks_nobody_else_for_anything(pages):
    for file in pages.rglob("index.html"):
        html = file.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|source|iframe|video)[^>]* (?:src|srcSet)="([^"]+)"', html)
        loaded += re.findall(r'<link[^>]*href="([^"]+)"[^>]*rel="(?:stylesheet|preload|icon|manifest)"', html)
        assert [address for address in loaded if "//" in address.removeprefix("data:")] == [], file


def test_the_first_screen_waits_for_nothing(pages):
    for file in pages.rglob("index.html"):
        head = file.read_text(encoding="utf-8").partition("</head>")[0]
        assert "modulepreload" not in head
        assert re.findall(r"<script(?![^>]*(?:type=\"application|async|type=\"module))[^>]*src=", head) == []
        sheets = re.findall(r"<link[^>]*rel=\"stylesheet\"[^>]*>", head)
        assert all("disabled" in sheet for sheet in sheets), file
        assert head.count("<style>") == 1


def test_the_top_picture_is_asked_for_at_once(pages):
    home = (pages / "index.html").read_text(encoding="utf-8")
    upright, wide = re.findall(r'<link rel="preload" as="image"[^>]*>', home)
    for preload in upright, wide:
        (wanted,) = re.findall(r'imagesrcset="([^"]+)"', preload)
        assert f'srcSet="{wanted}"' in home
        assert 'fetchpriority="high"' in preload
        assert home.index(preload) < home.index("<style>")
    (condition,), (opposite,) = (re.findall(r'media="([^"]+)"', preload) for preload in (upright, wide))
    assert opposite == f"not all and {condition}"
