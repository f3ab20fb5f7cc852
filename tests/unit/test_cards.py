"""The pictures that a link to a page unfolds into: one for every page and post, as large and light as services want."""

from __future__ import annotations

import pytest
from PIL import Image

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES
from gym_site.settings import ROOT
from scripts import draw_cards

KEYS = [*(route.key for route in ROUTES), *(f"post-{post.id}" for post in POSTS)]


@pytest.mark.parametrize("key", KEYS)
def test_a_page_has_its_card(key: str) -> None:
    file = ROOT / "assets" / "images" / f"card-{key}.jpg"
    with Image.open(file) as card:
        assert (card.format, card.size) == ("JPEG", (1200, 630))
    assert 20_000 < file.stat().st_size <= 100_000


def test_the_script_draws_these_and_no_other() -> None:
    assert sorted(draw_cards.CARDS) == sorted(draw_cards.titles()) == sorted(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_the_picture_reaches_the_right_edge(key: str) -> None:
    name, left = draw_cards.CARDS[key]
    with Image.open(ROOT / "pictures" / "originals" / f"{name}.jpg") as original:
        assert left + original.width * 630 / original.height >= 1200


def test_titles_are_the_pages_own_without_the_gyms_name() -> None:
    titles = draw_cards.titles()
    assert titles["faq"] == "Gym FAQ for Surrey and Delta"
    assert titles["home"].startswith("24-Hour Gym")
    assert titles["post-1"] == POSTS[0].title
    assert not [title for title in titles.values() if "|" in title]
