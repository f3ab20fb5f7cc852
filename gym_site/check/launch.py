"""Lists what must be done before the site goes online.

The code comes with the content of a fictional gym, which this module calls the supplied gym. For example, its name,
texts, prices and pictures must be replaced.
"""

import hashlib
import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from gym_site.brand import BRAND, FILE, read_brand
from gym_site.check.drawn import LINE_UP, MAP, check_drawn, drawn
from gym_site.check.findings import Place, place_of, place_of_record, place_of_text
from gym_site.check.loading import CONTENT, read_content
from gym_site.check.pictures import PICTURES, used_pictures
from gym_site.content.plans import PLAN_TABS
from gym_site.content.record import texts
from gym_site.db.engine import open_engine
from gym_site.db.queries import business_record
from gym_site.settings import ROOT, Settings

SUPPLIED = read_brand((ROOT / "gym_site" / "check" / "supplied.toml").read_text(encoding="utf-8"))
ACCEPTED = ROOT / "launch.toml"
_SUPPLIED_PICTURES = PICTURES / "supplied.json"  # digests of the pictures that came with the code
_OWN = "name short_name towns address postal_code phone email instagram hours mark".split()
# Figures in the texts that came with the code, such as the number of members.
_CLAIMS = re.compile(
    r"\b7,000\+|\b1[03],[05]00\b|\b6,500\b|\b(15|500|1000s|100s)\+|\b4\.8\b|\beight years\b", re.IGNORECASE
)
# The membership prices that came with the code, except $0, and the paths of the pages on which they are bought.
_PRICES = "14.99 18.75 12.50 659.99 1199.99 99 159.99 199.99 15 152 288 408 354".split()
_PATHS = re.compile(
    r"/join/(regular-hours|24-hours|first-responders|([12]-year-prepay|[123]0-visits)(-24-hours)?|1-day-drop-in)|"
    r"/training/([123]-sessions?-per-week|couples-wedding-transformation)|"
    r"/coaching/(monthly-(limited|full)-access|3-months-transformation)"
)
_PERSONAL = {
    "dns": "Point the domain's DNS records at this host, with and without www (docs/operations.md).",
    "https": "Check that every address redirects to https, and that nothing will need http again (HSTS).",
    "test-form": "Send each form from a phone, and check that it arrives.",
    "test-alert": "Run `alert test`, and check that the person who looks after the site gets the message.",
    "first-restore": "Make a first backup, and test that it can be restored (docs/operations.md).",
    "search-console": "Submit the sitemap to the search engines.",
    "privacy-officer": "Name a person who is responsible for visitors' data (docs/privacy.md).",
}


class Task(NamedTuple):
    """A task before the launch. A line for its ``name`` in launch.toml takes it off the list."""

    name: str
    place: Place
    message: str


def launch_list(settings: Settings) -> list[Task]:
    """Return the open tasks: those not named in launch.toml, and the deletion of each outdated line of launch.toml.

    A line is outdated if no task has its name. Raises `ValueError` if launch.toml is not valid TOML.
    """
    tasks = [
        *_values(),
        *_addresses(settings),
        *_settings(settings),
        *_words(),
        *_pictures(),
        *_database(settings.db_url),
        *(Task("drawn", finding.place, finding.message) for finding in check_drawn()),
        *(Task(name, place_of(ROOT / "docs" / "launch.md"), message) for name, message in _PERSONAL.items()),
    ]
    accepted = tomllib.loads(ACCEPTED.read_text(encoding="utf-8")) if ACCEPTED.is_file() else {}
    unknown = sorted(accepted.keys() - {task.name for task in tasks})
    places = {name: place_of_text(ACCEPTED, rf"{name}\s*=") for name in unknown}
    outdated = [Task(name, place, "No task has this name any more: delete the line.") for name, place in places.items()]
    return [task for task in tasks if task.name not in accepted] + outdated


def _values() -> Iterator[Task]:
    for name in _OWN:
        if getattr(BRAND, name) == getattr(SUPPLIED, name):
            place = place_of_text(FILE, r"\[mark\]" if name == "mark" else rf"{name} =")
            yield Task(f"gym-{name}", place, "This value is still the supplied gym's: run python -m gym_site new-gym.")


def _addresses(settings: Settings) -> Iterator[Task]:
    """Yield a task for each invented link, and for each content file with invented addresses or phone numbers."""
    for name in BRAND.links.model_dump():
        if ".example" in getattr(settings, f"{name}_url"):
            yield Task(f"links-{name}", place_of_text(FILE, rf"{name} = \"http"), "This address is invented.")
    yield from _found("addresses", re.compile(r"\.example\b"), "Invented addresses")
    yield from _found("telephones", re.compile(r"\b555-01\d\d\b"), "Invented telephone numbers")


def _settings(settings: Settings) -> Iterator[Task]:
    if settings.form_endpoint is None:
        message = "GYM_FORM_ENDPOINT is not set: requests wait in the database."
        yield Task("form-endpoint", Place("settings"), message)
    if settings.alert_webhook is None:
        yield Task("alerts", Place("settings"), "GYM_ALERT_WEBHOOK is not set: nobody is told of a fault.")


def _words() -> Iterator[Task]:
    if BRAND.name != SUPPLIED.name:
        others = {SUPPLIED.name, SUPPLIED.name.split()[0], *SUPPLIED.towns} - {BRAND.name, *BRAND.towns}
        pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(others)))})\b", re.IGNORECASE)
        yield from _found("names", pattern, "Mentions of the supplied gym or its towns")
        for number, line in enumerate((PICTURES / "alt.toml").read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                yield Task(
                    "names-alt",
                    place_of(PICTURES / "alt.toml", number),
                    "This text mentions the supplied gym or its towns.",
                )
    yield from _found("claims", _CLAIMS, "Figures of the supplied gym, such as members, square feet and ratings")
    plans = [plan for tab in PLAN_TABS for plan in tab.plans]
    if left := (Counter(str(plan.price) for plan in plans) & Counter[str](_PRICES)).total():
        message = f"{left} of {len(plans)} membership prices are still the supplied gym's."
        yield Task("prices", place_of(CONTENT / "plans.py"), message)
    yield from _found("paths", _PATHS, "Paths of the supplied gym's sign-up pages", whole=True)
    yield from _found("illustrations", re.compile("visualization|illustration|sample posts", re.IGNORECASE),
                      "Texts that describe your pictures as illustrations, or your posts as samples")  # fmt: skip


def _found(name: str, pattern: re.Pattern[str], what: str, *, whole: bool = False) -> Iterator[Task]:
    """Yield a task for each content file with matching texts. The task's place is the first record with such a text.

    ``whole``: whether the pattern must match a text as a whole.
    """
    places, find = defaultdict(list), pattern.fullmatch if whole else pattern.search
    for record in read_content().records:
        if any(find(text) for _, text in texts(record)):
            place = place_of_record(record)
            places[place.file].append(place)
    for file, found in sorted(places.items()):
        yield Task(f"{name}-{Path(file).stem}", min(found), f"{what}: {len(found)} in this file.")


def digest_of(picture: Path) -> str:
    """Return the digest by which pictures/supplied.json identifies a picture."""
    return hashlib.sha256(picture.read_bytes()).hexdigest()[:16]


def _pictures() -> Iterator[Task]:
    digests = set(json.loads(_SUPPLIED_PICTURES.read_text(encoding="utf-8")))
    used = {name for _, name in used_pictures()}
    supplied = [file for file in sorted((PICTURES / "originals").glob("*.jpg")) if digest_of(file) in digests]
    line_up = ROOT / LINE_UP
    if LINE_UP in drawn() and line_up not in supplied and any(file.stem.startswith("trainer-") for file in supplied):
        supplied.append(line_up)  # because it is drawn from the trainers' pictures
    kinds = defaultdict(list)
    for file in supplied:
        if file.stem in used:
            kinds[re.split(r"-\d|-(?=[a-z])", file.stem)[0]].append(file)
    if BRAND.has("map") and digest_of(MAP) in digests:
        yield Task("map", place_of(MAP), "The map shows the streets around the supplied gym.")
    for kind, files in kinds.items():
        yield Task(f"pictures-{kind}", place_of(files[0]), f"Supplied pictures to replace: {len(files)}.")


def _database(url: str) -> Iterator[Task]:
    stored = None
    with suppress(SQLAlchemyError), open_engine(url) as engine:
        stored = business_record(engine)
    if stored and stored.name != BRAND.name:
        message = f"The name in the database is {stored.name}: run python -m gym_site business set --name ..."
        yield Task("database", Place("the database, business record"), message)
