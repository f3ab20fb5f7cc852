"""Compares what the visitor's browser keeps for the site with the privacy page."""

import re
from collections.abc import Iterable, Iterator

from gym_site.check.findings import Finding, place_of_text
from gym_site.gym import Gym

_NO_COOKIES = "No cookies"


def check_storage(gym: Gym, stored: Iterable[tuple[str, str, str]]) -> Iterator[Finding]:
    """Yield the cookies and entries that the privacy page doesn't name.

    ``stored``: of each var that the browser stores, its place in the code, its kind, and the entry's name.
    """
    page, text = gym.folder.path / "privacy.md", gym.privacy.text
    for place, kind, name in stored:
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            what = "a cookie" if kind == "Cookie" else "an entry in the browser's storage"
            yield place_of_text(page, "## What your browser keeps").error(
                f"{place} keeps {what} named {name} with the visitor: name it on the privacy page, with what it is for."
            )
        if kind == "Cookie" and _NO_COOKIES in text:
            yield place_of_text(page, _NO_COOKIES).error(f'{place} sets a cookie, and this text says "{_NO_COOKIES}".')
