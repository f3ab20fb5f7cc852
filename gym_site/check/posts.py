"""The blog: every post has its text and every text its post; nothing stands in it that the page can't show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from math import ceil

from gym_site.check.findings import Finding, Place, place_of
from gym_site.check.kinds import Content
from gym_site.check.loading import CONTENT
from gym_site.content.page_records import DESCRIPTION
from gym_site.content.posts import POSTS, WORDS_A_MINUTE, plain_text

FOLDER = CONTENT / "posts"
NOT_SHOWN = {
    r"\[[^\]]*\]\(": "a link",
    r"!\[": "a picture",
    r"^\s*\|": "a table",
    r"^```|`": "code marks",
    r"^>": "a quotation mark >",
    r"<[a-zA-Z/]": "an HTML tag",
    r"https?://": "an address",
}


def check_posts(content: Content) -> Iterator[Finding]:
    """Yield what is wrong with the posts."""
    of = content.sources.of
    for file in sorted(FOLDER.iterdir()):
        if file.name not in {f"{post.id}.md" for post in POSTS}:
            yield place_of(file).error("This text has no entry in gym_site/content/posts.py, so nobody sees it.")
    for post in POSTS:
        if isinstance(post.published, date) and post.published > date.today():
            yield of(post, "published").error(f"{post.published} is still to come.")
        if len(post.description) not in DESCRIPTION:
            yield of(post, "description").error(
                f"The description has {len(post.description)} characters; "
                f"{DESCRIPTION[0]} to {DESCRIPTION[-1]} are wanted."
            )
        minutes = ceil(len(plain_text(post.content).split()) / WORDS_A_MINUTE)
        if post.content and post.read_time != f"{minutes} min read":
            yield of(post, "read_time").error(f"{post.read_time!r} should be '{minutes} min read'.")
        yield from _text(post.id)


def _text(number: int) -> Iterator[Finding]:
    file = FOLDER / f"{number}.md"
    if not file.is_file():  # its record took the text of another one
        return
    place = place_of(file)
    text = file.read_text(encoding="utf-8")
    if not text.strip():
        yield place.error("The post has no text.")
    deepest = 1
    for line_number, line in enumerate(text.splitlines(), 1):
        here = Place(place.file, line_number)
        if heading := re.match(r"(#+)(.*)", line):
            level = len(heading[1])
            if not 2 <= level <= 4:
                yield here.error(
                    "A heading begins with ##, ### or ####: the title stands in gym_site/content/posts.py."
                )
            elif level > deepest + 1:
                yield here.error(f"{heading[1]} comes before a heading with {'#' * (deepest + 1)}.")
            if not heading[2].startswith(" "):
                yield here.error("A heading has a space behind its #.")
            deepest = max(2, level)
        for pattern, what in NOT_SHOWN.items():
            if re.search(pattern, line):
                yield here.error(f"Here is {what}: a post shows headings, lists and bold words only.")
