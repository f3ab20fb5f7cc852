"""The pictures that a link to a page unfolds into: one for every page and post, as large and light as services want."""

from __future__ import annotations

from PIL import Image

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES
from gym_site.settings import ROOT
from scripts import draw_cards

KEYS = [*(route.key for route in ROUTES), *(f"post-{post.id}" for post in POSTS)]


def test_every_page_and_post_has_its_card() -> None:
    for key in KEYS:
        file = ROOT / "assets" / "images" / f"card-{key}.jpg"
        with Image.open(file) as card:
            assert (card.format, card.size) == ("JPEG", (1200, 630)), key
        assert 20_000 < file.stat().st_size <= 100_000, key
        if key not in draw_cards.CARDS:  # a copy of another, as docs/for-staff.md says
            continue
        name, left = draw_cards.CARDS[key]
        with Image.open(ROOT / "pictures" / "originals" / f"{name}.jpg") as original:
            assert left + original.width * 630 / original.height >= 1200, f"{key}: the picture ends before the edge"
    assert {route.key for route in ROUTES} <= draw_cards.CARDS.keys()
    assert sorted(draw_cards.titles()) == sorted(KEYS)


def test_titles_are_the_pages_own_without_the_gyms_name() -> None:
    titles = draw_cards.titles()
    assert titles[f"post-{POSTS[0].id}"] == POSTS[0].title
    assert not [title for title in titles.values() if "|" in title]
