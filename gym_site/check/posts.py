"""Checks blog and privacy page: every file is a post, and texts have ordered headings and no unsupported Markdown."""

import re
from collections.abc import Iterable, Iterator

from gym_site.check.findings import Finding, place_of, place_of_item
from gym_site.content.posts import POST_FILE, published_text
from gym_site.folder import Folder
from gym_site.gym import Gym

MARKUP = r"!?\[[^\[\]]*\]\([^)]*\)?|</?[a-zA-Z][^>]*>?|&#?\w+;"
"""Markup that a page would show to visitors as typed, such as ``<b>``."""
_UNSUPPORTED = re.compile(rf"{MARKUP}|!\[|^\s*\||`+|^>|https?://\S*")


def check_posts(gym: Gym) -> Iterator[Finding]:
    """Yield the problems of the posts, if the gym has a blog, and of the privacy page; and which posts wait."""
    folder = gym.folder
    for post in gym.waiting_posts:
        yield place_of_item(post, "published").note(f"This post waits for its day: {published_text(post)}.")
    if folder.has("privacy.md"):
        yield from _text(folder, "privacy.md", folder.text_of("privacy.md").splitlines(), 1)
    for file in folder.files("posts/*") if gym.has("blog") else ():
        if POST_FILE.fullmatch(file.name):
            front, text = folder.front_and_text(name := f"posts/{file.name}")
            yield from _text(folder, name, text, len(front) + 1)
        else:
            yield place_of(file).error("No page shows this file: the name of a post's file is a number, such as 8.md.")


def _text(folder: Folder, name: str, text: Iterable[str], first: int) -> Iterator[Finding]:
    """Yield the problems of the lines of a text, which begins with the line ``first`` of a file."""
    previous = 1
    for number, line in enumerate(text, first):
        here = place_of(folder.path / name, number)
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
        if mark := _UNSUPPORTED.search(line):
            said = (
                f"Visitors would read {mark[0].strip()} as it stands: a text has headings, lists and bold words alone."
            )
            yield here.error(said)
