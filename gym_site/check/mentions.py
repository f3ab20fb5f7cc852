"""Notes the texts that speak of a part or service that the gym doesn't have: nothing else finds such a sentence."""

import re
from collections.abc import Iterator

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of_item
from gym_site.check.loading import read_content
from gym_site.content.forms import ServiceOption
from gym_site.reading.content_type import texts
from gym_site.text import series

PART_WORDS = {
    "expansion": ("expansion", "new space"),
    "trainers": ("trainers' page", "choose a trainer"),
    "transformations": ("transformation gallery",),
    "blog": ("blog",),
    "booking": ("book an appointment", "online calendar"),
}
"""The words by which texts speak of a part that has a page. Of a service, these are its label and its ``words``."""


def check_mentions() -> Iterator[Finding]:
    """Yield a note for each text on the site that contains a word of what the gym doesn't have."""
    words = [word for part, words in PART_WORDS.items() if not BRAND.has(part) for word in words]
    for key, service in BRAND.services.items():
        words += () if BRAND.has(key) else (service.label, *service.words)
    if words:
        longest_first = sorted(words, key=len, reverse=True)
        pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)
        yield from dict.fromkeys(_mentions(pattern))


def _mentions(pattern: re.Pattern[str]) -> Iterator[Finding]:
    for item in read_content().items:
        if isinstance(item, ServiceOption) and not BRAND.has(item.service):
            continue  # no form has it
        for field, text in texts(item):
            found = {} if text in BRAND.services else {word.lower(): word for word in pattern.findall(text)}
            if found:
                said = f"This speaks of {series(*found.values())}, which the site doesn't have: is it still right?"
                yield place_of_item(item, field.removeprefix("meta_")).note(said)
