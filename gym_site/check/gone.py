"""Finds texts about a service or an optional part, such as the blog, that this gym doesn't have.

If the gym closes for some hours, also finds texts that say that it never closes.
"""

import re
from collections.abc import Iterator
from itertools import product

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of_record
from gym_site.check.loading import CONTENT, read_content
from gym_site.content.record import texts

# The pattern that finds mentions of a part or a service. A service without a pattern is found by its label.
WORDS = {
    "expansion": r"expansion|new space|countdown",
    "trainers": r"meet the trainers|trainers' page",
    "transformations": r"transformation gallery",
    "blog": r"\bblog\b",
    "booking": r"booking calendar|book an appointment",
    "map": r"drawn map",
    "personal-training": r"(?<!online )personal training",
    "group-fitness": r"group fitness(?! (room|studio))|group class",
    "physiotherapy-kinesiology": r"physio|kinesio|\bICBC\b|\bEMS\b|treatment (room|table)",
    "kickboxing-boxing": r"boxing|ringside|boxer|\b(the|a) ring\b",
    "prenatal-postnatal": r"natal\b",
    "online-coaching": r"online (fitness )?coaching",
}
# The content modules of some parts and services. If a part or service is off, the texts of its modules are not shown.
_MODULES = {
    "expansion": {"expansion"},
    "trainers": {"trainers", "line_up"},
    "transformations": {"transformations"},
    "blog": {"posts"},
    "booking": {"booking"},
    "online-coaching": {"online_coaching"},
}
_ALL_HOURS = (
    r"\b24/7\b|(?<!within )\b24[ -]hours?\b|\bany hour\b|closing time|around the clock|day and night|\ball night\b|"
    r"after midnight|late nights?\b|\b[1-4] ?a\.?m\b|never sleeps|(kept the lights|lights stay) on"
)
_UNREAD = re.compile(r"key|slug|page|services?|\w*picture")  # fields that visitors don't read


def words_of(name: str) -> str:
    """Return the pattern that finds mentions of a part or a service."""
    return WORDS.get(name) or re.escape(BRAND.services[name].label)


def check_gone() -> Iterator[Finding]:
    """Yield a note for each text about a part or service that is off.

    If the gym closes for some hours, also yield a note for each text that says that it never closes.
    """
    absent = [name for name in (*BRAND.parts.model_dump(), *BRAND.services) if not BRAND.has(name)]
    reasons = {words_of(name): f"{name} is off" for name in absent}
    if not BRAND.is_open_all_hours:
        reasons[_ALL_HOURS] = f"the hours are {BRAND.hours!r}"
    unseen = {CONTENT / f"{module}.py" for name in absent for module in _MODULES.get(name, ())}
    for record in read_content().records:
        if record.written_at[0] in unseen or getattr(record, "key", "") in absent:
            continue
        for (field, text), (words, reason) in product(texts(record), reasons.items()):
            if not _UNREAD.fullmatch(field) and (found := re.search(words, text, re.IGNORECASE)):
                spoken = f"{field} mentions {found[0]!r}, but {reason} in gym_site/content/gym.toml."
                yield place_of_record(record).note(spoken)
