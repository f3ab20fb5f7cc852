"""Finds texts that say that the gym never closes, if it closes for some hours."""

import re
from collections.abc import Iterator

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of_item
from gym_site.check.loading import read_content
from gym_site.reading.content_type import texts

_NEVER_CLOSES = re.compile(
    r"\b24/7\b|(?<!within )\b24[ -]hours?\b|\bany hour\b|closing time|around the clock|day and night|\ball night\b|"
    r"after midnight|late nights?\b|\b[1-4] ?a\.?m\b|never sleeps|(kept the lights|lights stay) on|hours: all of them",
    re.IGNORECASE,
)
_UNREAD = re.compile(r"key|slug|page|services?|path|\w*picture")  # fields that visitors don't read


def check_hours() -> Iterator[Finding]:
    """Yield a note for each text that contradicts the hours in gym.toml."""
    if BRAND.is_open_all_hours:
        return
    for item in read_content().items:
        for field, text in texts(item):
            if not _UNREAD.fullmatch(field) and (found := _NEVER_CLOSES.search(text)):
                said = f"{field} says {found[0]!r}, but the hours in gym.toml are {BRAND.hours!r}."
                yield place_of_item(item, field).note(said)
