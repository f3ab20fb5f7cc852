"""Checks the texts: none speaks of a part or a service that the gym doesn't have."""

import re
from collections.abc import Iterator

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of_record
from gym_site.check.loading import read_content
from gym_site.content.record import texts

# By what a text is recognised; that of another service is its label.
WORDS = {
    "expansion": r"expansion|new space",
    "trainers": r"meet the trainers|trainers' page",
    "transformations": r"transformation gallery",
    "blog": r"\bblog\b",
    "booking": r"booking calendar|book an appointment",
    "map": r"drawn map",
    "group-fitness": r"group fitness(?! room)",
    "physiotherapy-kinesiology": r"physio|kinesio|\bICBC\b|\bEMS\b",
    "athletic-performance": r"athletic performance",
    "kickboxing-boxing": r"boxing|ringside|boxer",
    "prenatal-postnatal": r"natal\b",
    "online-coaching": r"online (fitness )?coaching",
}


def words_of(name: str) -> str:
    """Return the pattern of what speaks of a part or a service."""
    return WORDS.get(name) or re.escape(BRAND.services[name].label)


def check_gone() -> Iterator[Finding]:
    """Yield a note for each text that speaks of a part or a service that is switched off."""
    names = [*BRAND.parts.model_dump(), *BRAND.services]
    patterns = {name: re.compile(words_of(name), re.IGNORECASE) for name in names if not BRAND.has(name)}
    for record in read_content().records:
        for field, text in texts(record):
            for name, pattern in patterns.items():
                if found := pattern.search(text):
                    spoken = f"{field} speaks of {found[0]!r}, but {name} is off in gym_site/content/gym.toml."
                    yield place_of_record(record).note(spoken)
