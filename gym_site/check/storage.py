"""Compares what the visitor's browser keeps for the site with the privacy page."""

import re
from collections.abc import Iterable, Iterator

from gym_site.check.findings import Finding, place_of_text
from gym_site.content.privacy import PRIVACY
from gym_site.folder import FOLDER

_PAGE = FOLDER / "privacy.md"
_NO_COOKIES = "No cookies"


def check_storage(stored: Iterable[tuple[str, str, str]]) -> Iterator[Finding]:
    """Yield the cookies and entries that the privacy page doesn't name.

    ``stored``: of each var that the browser stores, its place in the code, its kind, and the entry's name.
    """
    for place, kind, name in stored:
        if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", PRIVACY.text):
            what = "a cookie" if kind == "Cookie" else "an entry in the browser's storage"
            yield place_of_text(_PAGE, "## What your browser keeps").error(
                f"{place} keeps {what} named {name} with the visitor: name it on the privacy page, with what it is for."
            )
        if kind == "Cookie" and _NO_COOKIES in PRIVACY.text:
            yield place_of_text(_PAGE, _NO_COOKIES).error(f'{place} sets a cookie, and this text says "{_NO_COOKIES}".')
