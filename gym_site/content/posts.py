"""The blog (spec sections 2 and 3), an optional part: its words are in ``blog.toml``, its posts in ``posts/{id}.md``.

A post's file begins with its facts in TOML, between two lines ``+++``. Its text uses a subset of Markdown: paragraphs,
headings from ``##`` to ``####``, bold words, lists with ``- `` or ``1. ``, and lists without marks, whose lines all
begin with bold words. Links, pictures and tables aren't supported.
"""

import re
from datetime import date
from math import ceil
from typing import Annotated

from gym_site.content.content_type import Blanks, PictureName, ServiceKey, content_type
from gym_site.content.page_records import PageDescription, PageTitle

EXCERPT_LENGTH = 200
WORDS_A_MINUTE = 200
POST_FILE = re.compile(r"[1-9]\d*\.md")
"""Matches the names of the files with posts."""

_BLOCK_MARK = re.compile(r"^(#{2,4}|-|\d+\.) ", re.MULTILINE)


@content_type
class BlogPost:
    """A post of the blog."""

    id: int
    """Number: the number in the name of the post's file."""
    title: PageTitle
    description: PageDescription
    """For search engines, in one or two sentences."""
    picture: PictureName
    author: str
    """A role, such as Head Coach."""
    published: date
    """The day, such as 2025-10-02. With a day to come, the post appears on that day."""
    service: ServiceKey
    """The service to which the post leads."""
    content: str
    """Text: paragraphs, headings, lists and bold words."""

    @property
    def read_time(self) -> str:
        """The reading time at 200 words a minute, rounded up to whole minutes."""
        return f"{ceil(len(plain_text(self.content).split()) / WORDS_A_MINUTE)} min read"


@content_type
class BlogWords:
    """The texts of the blog."""

    title: str
    intro: str
    list_label: str = "Posts"
    """Name of the list"""
    by: Annotated[str, Blanks("author", "area")] = "By the {author}, {area}"
    """Line about the author"""
    published: Annotated[str, Blanks("date")] = "Published {date}"
    """Line about the day"""
    back: str = "Back to the blog"
    """Link to the blog"""
    advice_note: str
    """Below each post, such as Ask your doctor first."""
    next_title: str
    """Title below a post"""
    next_call: Annotated[str, Blanks("service")] = "See {service}"
    """Link to the service"""
    others_title: str = "More to read"
    """Title of other posts"""
    feed_title: Annotated[str, Blanks("name")] = "{name}: the blog"
    """Title of the feed"""


@content_type
class Blog:
    """The texts of the blog. Its posts are in the folder posts."""

    words: BlogWords
    """Texts"""


def plain_text(content: str) -> str:
    """Return a post's text without its markdown marks, in one line."""
    return " ".join(_BLOCK_MARK.sub("", content).replace("**", "").split())


def excerpt(post: BlogPost) -> str:
    """Return the text of a card: the post's first 200 characters and an ellipsis."""
    return plain_text(post.content)[:EXCERPT_LENGTH] + "…"


def published_text(post: BlogPost) -> str:
    """Return the day of publication as Canadians write it in English: ``March 4, 2025``."""
    return f"{post.published:%B} {post.published.day}, {post.published.year}"
