"""Mistakes in the file of a blog post are reported with their line."""

from datetime import date
from itertools import count

import pytest

from gym_site import folder
from gym_site.brand import BRAND
from gym_site.content import posts
from gym_site.folder import MistakesError

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
NUMBERS = count(901)  # a file's text is read once, so each post has a number of its own


@pytest.fixture
def read(tmp_path, monkeypatch):
    (tmp_path / "posts").mkdir()
    for module in (folder, posts):
        monkeypatch.setattr(module, "FOLDER", tmp_path)

    def read(old: str = "", new: str = ""):
        number = next(NUMBERS)
        text = FRONT.format(service=next(iter(BRAND.services)))
        (tmp_path / "posts" / f"{number}.md").write_text(text.replace(old, new, 1) if old else text)
        return posts._read_all([number])[0]

    return read


def test_a_post_has_the_facts_above_its_text(read):
    post = read()
    assert (post.title, post.published) == ("Ten quiet minutes", date(2025, 1, 14))
    assert post.content == f"Sit down in {BRAND.town}."


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("+++\n", "", 1, "stand between two lines +++"),
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
