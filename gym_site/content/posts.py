"""The blog (spec sections 2 and 3), an optional part: its words are in ``blog.toml``, its posts in ``posts/{id}.md``.

A post's file begins with its facts in TOML, between two lines ``+++``. Its text uses a subset of Markdown: paragraphs,
headings from ``##`` to ``####``, bold words, lists with ``- `` or ``1. ``, and lists without marks, whose lines all
begin with bold words. Links, pictures and tables aren't supported.
"""

import re
from datetime import date
from math import ceil
from typing import Annotated

from gym_site.content.content_type import Blanks, Known, ServiceKey, content_type, fits
from gym_site.content.page_records import PageDescription, PageTitle

EXCERPT_LENGTH = 200
WORDS_A_MINUTE = 200
POST_FILE = re.compile(r"[1-9]\d*\.md")
"""Matches the names of the files with posts."""

_BLOCK_MARK = re.compile(r"^(#{2,4}|-|\d+\.) ", re.MULTILINE)


def _is_to_come(day: date, known: Known) -> str:
    return "The date must be today or earlier" if day > known.today else ""


@content_type
class BlogPost:
    """A post (spec section 3). ``id`` is the number in its file's name. ``author`` is a role, such as Head Coach.

    ``description`` is for search engines and the feed; a card shows the `excerpt`. The post links to ``service``.
    """

    id: int
    title: PageTitle
    description: PageDescription
    picture: str
    author: str
    published: Annotated[date, fits(_is_to_come)]
    service: ServiceKey
    content: str

    @property
    def read_time(self) -> str:
        """The reading time at 200 words a minute, rounded up to whole minutes."""
        return f"{ceil(len(plain_text(self.content).split()) / WORDS_A_MINUTE)} min read"


@content_type
class BlogWords:
    """The texts of the page that lists the posts, and of a post's own page. ``{name}`` is the gym's name."""

    title: str
    intro: str
    list_label: str = "Posts"
    by: Annotated[str, Blanks("author")] = "By the {author}"
    published: Annotated[str, Blanks("date")] = "Published {date}"
    back: str = "Back to the blog"
    advice_note: str
    next_title: str
    next_call: Annotated[str, Blanks("service")] = "See {service}"
    others_title: str = "More to read"
    feed_title: Annotated[str, Blanks("name")] = "{name}: the blog"


@content_type
class Blog:
    """The file ``blog.toml``."""

    words: BlogWords


def plain_text(content: str) -> str:
    """Return a post's text without its markdown marks, in one line."""
    return " ".join(_BLOCK_MARK.sub("", content).replace("**", "").split())


def excerpt(post: BlogPost) -> str:
    """Return the text of a card: the post's first 200 characters and an ellipsis."""
    return plain_text(post.content)[:EXCERPT_LENGTH] + "…"


def published_text(post: BlogPost) -> str:
    """Return the day of publication as Canadians write it in English: ``March 4, 2025``."""
    return f"{post.published:%B} {post.published.day}, {post.published.year}"
