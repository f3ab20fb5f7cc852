"""Checks the blog: every file is a post, whose text has well-ordered headings and no unsupported Markdown."""

import re
from collections.abc import Iterator
from pathlib import Path

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of
from gym_site.content.posts import POST_FILE, front_and_text
from gym_site.folder import FOLDER

UNSUPPORTED = {
    r"\[[^\]]*\]\(": "a link",
    r"!\[": "a picture",
    r"^\s*\|": "a table",
    r"^```|`": "code marks",
    r"^>": "a quotation mark >",
    r"<[a-zA-Z/]": "an HTML tag",
    r"https?://": "an address",
}


def check_posts() -> Iterator[Finding]:
    """Yield the problems of the posts, if the gym has a blog."""
    if not BRAND.has("blog"):
        return
    for file in sorted((FOLDER / "posts").glob("*")):
        if POST_FILE.fullmatch(file.name):
            yield from _text(file)
        else:
            yield place_of(file).error("No page shows this file: the name of a post's file is a number, such as 8.md.")


def _text(file: Path) -> Iterator[Finding]:
    front, text = front_and_text(f"posts/{file.name}")
    previous = 1
    for number, line in enumerate(text, len(front) + 1):
        here = place_of(file, number)
        if heading := re.match(r"(#+)(.*)", line):
            level = len(heading[1])
            if not 2 <= level <= 4:
                yield here.error(
                    "A heading must begin with ##, ### or ####. The title (#) belongs between the lines +++."
                )
            elif level > previous + 1:
                yield here.error(f"{heading[1]} skips a level: a heading with {'#' * (previous + 1)} must come first.")
            if not heading[2].startswith(" "):
                yield here.error("Put a space after the #.")
            previous = max(2, level)
        for pattern, name in UNSUPPORTED.items():
            if re.search(pattern, line):
                yield here.error(f"A post can't contain {name}: it can have headings, lists and bold words.")
