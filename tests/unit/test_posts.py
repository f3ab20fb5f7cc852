"""A post of the blog with a day to come waits for it."""

import shutil
from dataclasses import replace
from datetime import datetime
from unittest.mock import Mock

import pytest

from gym_site.brand import Brand
from gym_site.check.parts import check_parts
from gym_site.check.posts import check_posts
from gym_site.cli.build import sources_hash
from gym_site.gym import Gym
from gym_site.layout.head import common_head
from gym_site.pages.blog import blog
from gym_site.pages.register import register
from gym_site.routes import FEED_PATH
from gym_site.seo import structured_data
from gym_site.site import Site
from tests.gym import GYM, SETTINGS

POST = """\
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


@pytest.mark.part("blog")
def test_a_post_with_a_day_to_come_is_nowhere_until_the_first_build_on_that_day(tmp_path, monkeypatch):
    left_out = shutil.ignore_patterns("pictures", "posts", "public")
    folder = shutil.copytree(GYM.folder.path, tmp_path / "gym", ignore=left_out)
    (folder / "public").mkdir()
    (folder / "posts").mkdir()
    (folder / "posts" / "901.md").write_text(POST.format(service=next(iter(GYM.services_known))))
    found, hashes = {}, []
    for day in (13, 14, 15):
        monkeypatch.setattr(Brand, "now", lambda _, day=day: datetime(2025, 1, day))
        gym, app = Gym.read(folder), Mock()
        settings = replace(SETTINGS, folder=str(folder))
        (post,) = (*gym.posts, *gym.waiting_posts)
        assert post.content == f"Sit down in {GYM.brand.town}."
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
        assert any("card-post-901.jpg is missing" in one.message for one in check_parts(gym))  # before its day too
        hashes.append(sources_hash(site))
        if day == 13:
            assert "post-card" not in str(blog(site)[-1].render())
    there = (2, ["Ten quiet minutes"], True, True, [])
    assert found == {
        13: (0, [], False, False, ["This post waits for its day: January 14, 2025."]), 14: there, 15: there,
    }  # fmt: skip
    assert hashes[0] != hashes[1] == hashes[2]
