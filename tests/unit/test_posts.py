"""Mistakes in the file of a blog post are reported with their line."""

import shutil
from datetime import date

import pytest

from gym_site.folder import MistakesError
from gym_site.gym import Gym
from tests.gym import GYM

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
        return Gym.read(folder).posts[0]

    return read


def test_a_post_has_the_facts_above_its_text(read):
    post = read()
    assert (post.title, post.published) == ("Ten quiet minutes", date(2025, 1, 14))
    assert post.content == f"Sit down in {GYM.brand.town}."


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("+++\n", "", 1, "are between two lines +++"),
        ('minutes"', "minutes", 2, "The quotation mark at the end is missing"),
        ("author", "autor", 5, "did you mean author?"),
        ("2025-01-14", "2999-01-14", 6, "today or earlier"),
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
