"""The records of the seven blog posts (spec sections 2 and 3). Their texts are in ``posts/{id}.md``.

A text uses a subset of Markdown: paragraphs, headings from ``##`` to ``####``, bold words, lists with ``- `` or
``1. ``, and lists without marks, whose lines all begin with bold words. Links, pictures and tables aren't supported.
"""

import re
from datetime import date
from math import ceil
from pathlib import Path
from textwrap import shorten
from typing import Annotated

from gym_site.content.page_records import PageDescription, PageTitle
from gym_site.content.parts import either, only
from gym_site.content.record import Blanks, ServiceKey, must, record

EXCERPT_LENGTH = 200
WORDS_A_MINUTE = 200

_FOLDER = Path(__file__).parent / "posts"
_BLOCK_MARK = re.compile(r"^(#{2,4}|-|\d+\.) ", re.MULTILINE)


@record
class BlogPost:
    """A post (spec section 3). ``author`` is a role, such as Head Coach.

    ``description`` is for search engines and the feed; a card shows the `excerpt`. The post links to ``service``.
    """

    id: int
    title: PageTitle
    description: PageDescription
    picture: str
    author: str
    published: Annotated[date, must(lambda day: day <= date.today(), "The date must be today or earlier")]
    service: ServiceKey
    content: str

    @property
    def read_time(self) -> str:
        """The reading time at 200 words a minute, rounded up to whole minutes."""
        return f"{ceil(len(plain_text(self.content).split()) / WORDS_A_MINUTE)} min read"


@record
class BlogWords:
    """The texts of the page that lists the posts, and of a post's own page. ``{name}`` is the gym's name."""

    title: str = "Read between sets"
    intro: str = "Plain words on training, recovery and staying with it. Short enough for a rest day."
    list_label: str = "Posts"
    by: Annotated[str, Blanks("author")] = "By the {author}"
    published: Annotated[str, Blanks("date")] = "Published {date}"
    back: str = "Back to the blog"
    advice_note: str = (
        "General advice for healthy adults, written without knowing you. If you have pain or an illness, or are "
        f"pregnant, ask your {either('physiotherapy-kinesiology', 'doctor or physiotherapist', 'doctor')} first."
    )
    next_title: str = "Rather have a coach?"
    next_call: Annotated[str, Blanks("service")] = "See {service}"
    others_title: str = "More to read"
    feed_title: Annotated[str, Blanks("name")] = "{name}: the blog"


BLOG_WORDS = BlogWords()


def plain_text(content: str) -> str:
    """Return a post's text without its markdown marks, in one line."""
    return " ".join(_BLOCK_MARK.sub("", content).replace("**", "").split())


def excerpt(post: BlogPost) -> str:
    """Return the text of a card: the post's first 200 characters, cut between two words, and an ellipsis."""
    return shorten(plain_text(post.content), EXCERPT_LENGTH, placeholder="") + "…"


def published_text(post: BlogPost) -> str:
    """Return the day of publication as Canadians write it in English: ``March 4, 2025``."""
    return f"{post.published:%B} {post.published.day}, {post.published.year}"


def _content(number: int) -> str:
    return (_FOLDER / f"{number}.md").read_text(encoding="utf-8").strip()


_POSTS = (
    BlogPost(
        id=1,
        title="Your first month in the gym",
        description=(
            "Four weeks, two or three short sessions each, five movements and a notebook. A first month in the gym "
            "that ends with a habit, not a sore back."
        ),
        picture="blog-1",
        author="Head Coach",
        published=date(2025, 1, 14),
        service="personal-training",
        content=_content(1),
    ),
    BlogPost(
        id=2,
        title="Grip first: the deadlift begins in your hands",
        description=(
            "When your fingers open before your legs give up, train the hands: where the bar belongs, three grips and "
            "what they cost, eight minutes twice a week."
        ),
        picture="blog-2",
        author="Strength Coach",
        published=date(2025, 2, 20),
        service="athletic-performance",
        content=_content(2),
    ),
    BlogPost(
        id=3,
        title="Rope rounds: wind for boxers",
        description=(
            "A speed rope, a timer and six weeks: four steps, rounds that grow from 30 seconds to three minutes, and a "
            "half-hour session for boxers and beginners."
        ),
        picture="blog-3",
        author="Boxing Coach",
        published=date(2025, 4, 3),
        service="kickboxing-boxing",
        content=_content(3),
    ),
    BlogPost(
        id=4,
        title="Sleep, water and the night shift",
        description=(
            "Training advice for people who work while the city sleeps: when to lift, how to sleep by day, how much to "
            "drink, and a week that works on four nights."
        ),
        picture="blog-4",
        author="Online Coach",
        published=date(2025, 5, 22),
        service="online-coaching",
        content=_content(4),
    ),
    BlogPost(
        id=5,
        title="How long to rest between sets",
        description=(
            "Three minutes for strength, two for muscle, less for endurance: why rest is part of the work, how to tell "
            "you are ready, and how to save time anyway."
        ),
        picture="blog-5",
        author="Performance Coach",
        published=date(2025, 6, 26),
        service="athletic-performance",
        content=_content(5),
    ),
    BlogPost(
        id=6,
        title="Four kettlebell moves before any other",
        description=(
            "Deadlift, goblet squat, carry, swing: learn them in this order, with the faults to look for and a "
            "twenty-minute session to do alone or in a small group."
        ),
        picture="blog-6",
        author="Group Fitness Coach",
        published=date(2025, 8, 7),
        service="group-fitness",
        content=_content(6),
    ),
    BlogPost(
        id=7,
        title="Training around pain, and when to see a physio",
        description=(
            "Sore or hurt? A traffic light for training with discomfort, six ways to change an exercise, and the signs "
            "that belong to a doctor or a physiotherapist."
        ),
        picture="blog-7",
        author="Physiotherapist",
        published=date(2025, 9, 18),
        service="physiotherapy-kinesiology",
        content=_content(7),
    ),
)

POSTS: tuple[BlogPost, ...] = only("blog", *_POSTS)
