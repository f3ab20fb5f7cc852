"""Mistakes in the file of a blog post are reported with their line, and a post with a day to come waits for it."""

import shutil
from dataclasses import replace
from datetime import date, datetime
from unittest.mock import Mock

import pytest

from gym_site.brand import Brand
from gym_site.check.parts import check_parts
from gym_site.check.posts import check_posts
from gym_site.cli.build import sources_hash
from gym_site.folder import MistakesError
from gym_site.gym import Gym
from gym_site.layout.head import common_head
from gym_site.pages.blog import blog
from gym_site.pages.register import register
from gym_site.routes import FEED_PATH
from gym_site.seo import structured_data
from gym_site.site import Site
from tests.gym import GYM, SETTINGS

BLOG = """\
[words]
title = "Blog"
intro = "To read."
advice_note = "General advice."
next_title = "Next"
next_call = "See {service}"
"""
SEARCH = """
[pages.blog]
title = "Blog"
description = "What our coaches have written about training, recovery and staying with it."
"""
FRONT = """\
+++
title = "Ten quiet minutes"
description = "How ten quiet minutes after a session help you to sleep, to eat and to come back the day after."
picture = "blog-1"
author = "Head Coach"
published = 2025-01-14
service = "{service}"
+++

Sit down in {{town}}.
"""


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a gym with one post, after a change in its file."""
    folder = shutil.copytree(GYM.folder.path, tmp_path / "gym", ignore=shutil.ignore_patterns("pictures", "posts"))
    (folder / "blog.toml").write_text(BLOG)
    if not GYM.has("blog"):
        with (folder / "search.toml").open("a") as search:
            search.write(SEARCH)
    (folder / "posts").mkdir()

    def read(old: str = "", new: str = ""):
        text = FRONT.format(service=next(iter(GYM.services_known)))
        (folder / "posts" / "901.md").write_text(text.replace(old, new, 1) if old else text)
        return Gym.read(folder)

    return read


def test_a_post_has_the_facts_above_its_text(read):
    (post,) = read().posts
    assert (post.title, post.published) == ("Ten quiet minutes", date(2025, 1, 14))
    assert post.content == f"Sit down in {GYM.brand.town}."


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("+++\n", "", 1, "are between two lines +++"),
        ('minutes"', "minutes", 2, "The quotation mark at the end is missing"),
        ("author", "autor", 5, "did you mean author?"),
        ('author = "Head Coach"\n', "", 7, "author"),
        ("picture", "id = 3\npicture", 4, "Remove id"),
        ("Ten quiet", "Ten  quiet", 2, "extra space"),
        ("Sit down", "Sit  down", 8, "extra space"),
    ],
)
def test_a_mistake_in_a_post_is_reported_with_its_line(read, old, new, line, message):
    with pytest.raises(MistakesError) as error:
        read(old, new)
    assert any(one.line == line and message in one.message for one in error.value.mistakes), error.value


def test_a_post_with_a_day_to_come_is_nowhere_until_the_first_build_on_that_day(read, monkeypatch):
    found, hashes = {}, []
    for day in (13, 14, 15):
        monkeypatch.setattr(Brand, "now", lambda _, day=day: datetime(2025, 1, day))
        gym, app = read(), Mock()
        settings = replace(SETTINGS, folder=str(gym.folder.path))
        site = Site(gym=gym, settings=settings, business=gym.business, page_records=gym.records)
        register(app, site)
        added = [call.kwargs for call in app.add_page.call_args_list]
        found[day] = (
            sum("/901" in page["route"] for page in added),
            [post["headline"] for post in structured_data.blog(site)["blogPost"]],
            any("feed.xml" in page["context"].get("files", ()) for page in added),
            FEED_PATH in str(common_head(site)),
            [one.message for one in check_posts(gym) if one.level == "note"],
        )
        (gym.folder.path / "public").mkdir(exist_ok=True)
        assert any("card-post-901.jpg is missing" in one.message for one in check_parts(gym))  # before its day too
        hashes.append(sources_hash(site))
        if day == 13:
            assert "post-card" not in str(blog(site)[-1].render())
    there = (2, ["Ten quiet minutes"], True, True, [])
    assert found == {
        13: (0, [], False, False, ["This post waits for its day: January 14, 2025."]), 14: there, 15: there,
    }  # fmt: skip
    assert hashes[0] != hashes[1] == hashes[2]
