"""Notes the texts that speak of a part or service that the gym doesn't have: nothing else finds such a sentence."""

import re
from collections.abc import Iterator

from gym_site.check.content import Content
from gym_site.check.findings import Finding, place_of_item
from gym_site.content.content_type import texts
from gym_site.content.forms import ServiceOption
from gym_site.gym import Gym
from gym_site.text import series

PART_WORDS = {
    "expansion": ("expansion", "new space"),
    "trainers": ("trainers' page", "choose a trainer"),
    "transformations": ("transformation gallery",),
    "blog": ("blog",),
    "booking": ("book an appointment", "online calendar"),
}
"""The words by which texts speak of a part that has a page. Of a service, these are its label and its ``words``."""


def check_mentions(gym: Gym) -> Iterator[Finding]:
    """Yield a note for each text on the site that contains a word of what the gym doesn't have."""
    words = [word for part, words in PART_WORDS.items() if not gym.has(part) for word in words]
    for key, service in gym.services_known.items():
        words += () if gym.has(key) else (service.label, *service.words)
    if words:
        longest_first = sorted(words, key=len, reverse=True)
        pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)
        yield from dict.fromkeys(_mentions(gym, pattern))


def _mentions(gym: Gym, pattern: re.Pattern[str]) -> Iterator[Finding]:
    unused = [words for page, words in gym.search.pages.items() if page not in gym.routes]
    for item in Content(gym).items:
        if item in unused or (isinstance(item, ServiceOption) and not gym.has(item.service)):
            continue  # no page or form has it
        for field, text in texts(item):
            found = {} if text in gym.services_known else {word.lower(): word for word in pattern.findall(text)}
            if found:
                said = f"This speaks of {series(*found.values())}, which the site doesn't have: is it still right?"
                yield place_of_item(item, field.removeprefix("meta_")).note(said)
