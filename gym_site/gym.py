"""The gym, as its folder describes it: one value, read by `Gym.read` and passed to whatever shows a part of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from gym_site.brand import FORMAT, PART_FILES, Brand
from gym_site.content.booking import Booking
from gym_site.content.business import FIELDS, Business, values_of
from gym_site.content.consultation_page import ConsultationPageWords
from gym_site.content.content_type import Known, Written, unchecked
from gym_site.content.expansion import Expansion
from gym_site.content.facility import Facility
from gym_site.content.faq import Questions
from gym_site.content.forms import Forms
from gym_site.content.home import Home
from gym_site.content.hours import Group
from gym_site.content.navigation import SiteWords
from gym_site.content.online_coaching import OnlineCoaching
from gym_site.content.page_records import PageRecord, Search, page_records
from gym_site.content.pictures import Picture
from gym_site.content.plans import Plans, PlanTab
from gym_site.content.posts import POST_FILE, Blog, BlogPost
from gym_site.content.privacy import PrivacyWords
from gym_site.content.services import (
    ONLINE,
    ONLINE_FILE,
    ServiceCard,
    ServiceFacts,
    ServicePage,
    Services,
    card_of,
    page_of,
)
from gym_site.content.social import Social
from gym_site.content.trainers import Trainer, Trainers
from gym_site.content.transformations import Transformations
from gym_site.folder import ROOT, Folder, Mistake, MistakesError
from gym_site.hours import read_hours
from gym_site.reading.facts import gym_facts, opening_facts, price_facts, tables
from gym_site.reading.format_1 import FormerFolder
from gym_site.reading.load import Reader
from gym_site.refusal import Steps, reasons
from gym_site.routes import Route, Routes
from gym_site.text import filled, number

SMALLEST = ROOT / "gym_site" / "smallest"
"""The folder of the smallest gym, which `new-gym` copies."""
_Thing = TypeVar("_Thing")


def in_file(name: str, without: Callable[[], Any] | None = None) -> Any:
    """Return a field of `Gym`: the contents of this file. The field's type says what the file has.

    A gym may lack the file if the type allows None, or if ``without`` returns what it has then.
    """
    return field(metadata={"file": name, "without": without})


def needed(part: _Thing | None) -> _Thing:
    """Return an optional part of a gym, for code that runs only if the gym has it."""
    if part is None:
        raise LookupError("This gym lacks the part")
    return part


@dataclass(frozen=True, kw_only=True, eq=False)
class Gym:
    """A gym. Optional parts are None, or empty, if the gym lacks them."""

    folder: Folder
    brand: Brand
    days: dict[str, str]
    """The hours that staff set at the desk, by day; they are among those of ``brand``."""
    facts: dict[str, str]
    opens_at: datetime | None
    """The opening time of the expansion, by the gym's clock; None without an expansion."""
    has_opened: bool
    """Whether texts are those from the opening on. They are without an expansion, too."""
    routes: Routes
    services_known: dict[str, ServiceFacts]
    """Every service by its key, also those that the gym doesn't offer."""
    business: Business
    records: dict[str, PageRecord]
    """The texts of each page but posts for search engines, by the page's key."""
    search: Search = in_file("search.toml")
    site: SiteWords = in_file("site.toml")
    home: Home = in_file("home.toml")
    plans: Plans = in_file("plans.toml")
    services: Services = in_file("services.toml")
    cards: dict[str, ServiceCard]
    """The card of each service that the gym offers, by the service's key."""
    service_pages: dict[str, ServicePage]
    """The page of each service by its key, except for a page that has a file of its own."""
    faq: Questions = in_file("questions.toml")
    forms: Forms = in_file("forms.toml")
    consultation: ConsultationPageWords = in_file("consultation.toml")
    privacy: PrivacyWords = in_file("privacy.toml")
    facility: Facility = in_file("facility.toml", without=Facility)
    expansion: Expansion | None = in_file("expansion.toml")
    transformations: Transformations | None = in_file("transformations.toml")
    booking: Booking | None = in_file("booking.toml")
    social: Social | None = in_file("social.toml")
    online: OnlineCoaching | None = in_file(ONLINE_FILE)
    """The page of online coaching, if the gym offers it."""
    blog: Blog | None = in_file("blog.toml")
    posts: tuple[BlogPost, ...]
    waiting_posts: tuple[BlogPost, ...]
    """Those whose day is to come, which no page shows yet."""
    trainers_page: Trainers | None = in_file("trainers.toml")
    trainers: tuple[Trainer, ...]
    """The trainers with at least one service that the gym offers."""
    pictures: dict[str, Picture]
    """The generated pictures by name."""
    clips: dict[str, dict[str, str]]
    """The files of each clip, by the name of its picture and their format."""

    @classmethod
    def read(
        cls,
        folder: Path,
        *,
        opens_at: datetime | None = None,
        days: Mapping[str, str] | None = None,
        changed: Mapping[str, str] | None = None,
    ) -> Gym:
        """Read a gym's folder. ``opens_at`` replaces the opening time that the folder has for the expansion.

        ``days``: as `OpeningHours.with_days` takes them; ``changed``: texts by the names of their files, in place of
        those on the disk. Raises `MistakesError` with every mistake of every file.
        """
        return _read(Folder(folder, changed), opens_at, days or {})

    def has(self, name: str) -> bool:
        """Return whether the gym has the part or offers the service ``name``."""
        return name in self.routes.present

    @property
    def trial(self) -> PlanTab | None:
        """The tab with the plans to try the gym, if there is one."""
        return next((tab for tab in self.plans.tabs if tab.key == "trial"), None)

    @property
    def door(self) -> tuple[Group, ...]:
        """The plans that open the door, by tab, with their hours."""
        door, groups = self.brand.hours.door, []
        for tab in self.plans.tabs:
            if opening := {plan.name: hours.within(door) for plan in tab.plans if (hours := read_hours(plan.hours))}:
                groups.append(Group(tab.label, opening))
        return tuple(groups)

    @property
    def is_lined_up(self) -> bool:
        """Whether all people in the picture of the line-up are trainers of the gym. Otherwise it isn't shown."""
        line_up = self.trainers_page and self.trainers_page.line_up
        return bool(line_up) and {*line_up.shows} <= {trainer.picture for trainer in self.trainers}


def _read(folder: Folder, opens_at: datetime | None, days: Mapping[str, str]) -> Gym:
    unreadable = folder.unreadable()
    if not unreadable and FormerFolder(folder).is_needed():
        advice = "This folder is of an earlier version: python -m gym_site new-format brings it up to date."
        raise MistakesError([Mistake(folder.path, 0, advice)])
    mistakes: list[Mistake] = []
    brand = _brand(folder, mistakes)
    brand = brand.model_copy(update={"hours": brand.hours.with_days(days)})
    services_data = _data(folder, "services.toml")
    tables_of_services = enumerate(tables(services_data, "services"))
    services = {one.key: one for one in (_service(folder, *table, mistakes) for table in tables_of_services)}
    has_expansion = folder.has("expansion.toml")
    written = _data(folder, "expansion.toml").get("opens_at") if has_expansion else None
    opens_at = (opens_at or (written if isinstance(written, datetime) else None)) if has_expansion else None
    is_whole = not (unreadable or mistakes)
    routes = Routes(
        brand,
        (Route(one.key, one.path, f"/{one.key}", one.label) for one in services.values()),
        [
            *(part for part, file in PART_FILES.items() if folder.has(file)),
            *(key for key, service in services.items() if service.offered),
        ],
    )
    facts = gym_facts(brand, routes.services) | dict(price_facts(_data(folder, "plans.toml"), services_data))
    known = Known(
        folder=folder,
        brand=brand,
        routes=routes,
        services=tuple(services),
        facts=facts | (opening_facts(opens_at) if has_expansion else {}),
        today=brand.now().date(),
        has_opened=not opens_at or opens_at < brand.now().replace(tzinfo=None),
        is_whole=is_whole,
        file={},
    )
    reader = Reader(folder, known)
    made: dict[str, Any] = {
        name: reader.load(kind, file) if folder.has(file) or not without else without()
        for name, (file, kind, without) in contents().items()
    }
    posts = _posts(folder, known, mistakes) if made["blog"] else ()
    business = _business(folder, known, mistakes) if is_whole else None
    records: dict[str, PageRecord] = {}
    if made["search"] and is_whole:
        pairs = made["transformations"]
        records, wrong = page_records(made["search"], number(pairs.pairs if pairs else ()), known)
        mistakes += wrong
    pictures, clips = (_generated(folder, name, mistakes) for name in ("manifest.json", "clips.json"))
    mistakes = [*dict.fromkeys([*unreadable, *mistakes, *reader.mistakes])]
    if mistakes or not business:
        raise MistakesError(mistakes)
    if ONLINE not in routes.services:
        made["online"] = None
    offered = [service for service in made["services"].services if service.offered]
    return Gym(
        folder=folder,
        brand=brand,
        days=dict(days),
        facts=dict(known.facts),
        opens_at=opens_at,
        has_opened=known.has_opened,
        routes=routes,
        services_known=services,
        business=business,
        records=records,
        cards={service.key: card_of(service) for service in offered},
        service_pages={service.key: page_of(service.key, service.page) for service in offered if service.page},
        posts=tuple(post for post in posts if post.published <= known.today),
        waiting_posts=tuple(post for post in posts if post.published > known.today),
        trainers=tuple(
            trainer
            for trainer in (made["trainers_page"].trainers if made["trainers_page"] else ())
            if any(key in routes.services for key in trainer.services)
        ),
        pictures={name: Picture(**entry) for name, entry in pictures.items()},
        clips=clips,
        **made,
    )


def contents() -> dict[str, tuple[str, type, Callable[[], Any] | None]]:
    """Return, by the fields of `Gym` with a file's contents, the file, their type, and what replaces a missing file."""
    types, found = get_type_hints(Gym), {}
    for one in fields(Gym):
        if file := one.metadata.get("file"):
            kind, *others = get_args(types[one.name]) or (types[one.name],)
            found[one.name] = file, kind, one.metadata["without"] or ((lambda: None) if others else None)
    return found


def _generated(folder: Folder, name: str, mistakes: list[Mistake]) -> dict[str, Any]:
    """Return what a program has written into a file of the folder ``pictures``; nothing if it never did."""
    file = folder.pictures / name
    try:
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except ValueError:
        mistakes.append(Mistake(file, 0, "This file can't be read: run python -m scripts.build_pictures."))
        return {}


def _data(folder: Folder, file: str) -> dict[str, Any]:
    """Return a file's data; nothing if it can't be read, which `_read` has noted."""
    try:
        return folder.read(file)
    except MistakesError:
        return {}


def _brand(folder: Folder, mistakes: list[Mistake]) -> Brand:
    """Return the facts of gym.toml. A value with a mistake, which is noted, is replaced by that of the smallest gym."""
    substitute = Folder(SMALLEST).read("gym.toml")
    try:
        data = folder.read("gym.toml")
    except MistakesError as error:
        mistakes += [one for one in error.mistakes if one not in mistakes]
        return Brand.model_validate(substitute)
    try:
        return Brand.model_validate(data)
    except ValidationError as error:
        mistakes += _noted(folder, "gym.toml", error, Brand)
        wrong = {str(fault["loc"][0]) for fault in error.errors()}
        kept = {key: value for key, value in data.items() if key not in wrong}
        return Brand.model_validate(substitute | kept | {"format": FORMAT})


def _service(folder: Folder, position: int, table: dict[str, Any], mistakes: list[Mistake]) -> ServiceFacts:
    """Return what paths and menus need of a service. Whatever is missing is noted when all of the file is read."""
    own = {key: value for key, value in table.items() if key in ServiceFacts.__annotations__}
    try:
        return TypeAdapter(ServiceFacts).validate_python(own)
    except ValidationError as error:
        before = ("services", position)
        mistakes += (one for one in _noted(folder, "services.toml", error, ServiceFacts, before) if one.line)
        key = str(table.get("key"))
        return unchecked(ServiceFacts, key=key, label=key, path=f"/{key}", offered=True, words=())


def _business(folder: Folder, known: Known, mistakes: list[Mistake]) -> Business | None:
    values = values_of(known.brand, filled(known.brand.description, known.facts), known.routes, known.today)
    try:
        business = Business(**values)
    except ValidationError as error:  # what only the whole text shows, such as a blank that nothing fills
        mistakes += _noted(folder, "gym.toml", error, Business, renamed=FIELDS)
        return None
    object.__setattr__(business, "written_at", Written(folder, "gym.toml"))
    return business


def _posts(folder: Folder, known: Known, mistakes: list[Mistake]) -> tuple[BlogPost, ...]:
    numbers = sorted(int(file.stem) for file in folder.files("posts/*.md") if POST_FILE.fullmatch(file.name))
    posts = (_post(folder, number, known, mistakes) for number in numbers)
    return tuple(post for post in posts if post)


def _post(folder: Folder, number: int, known: Known, mistakes: list[Mistake]) -> BlogPost | None:
    name = f"posts/{number}.md"
    try:
        front, text = folder.front_and_text(name)
        facts = folder.read(name)
    except MistakesError as error:
        mistakes += error.mistakes
        return None
    found: list[tuple[Steps, str]] = [
        ((key,), f"Remove {key}: a post's number is its file's name, and its text is below.")
        for key in ("id", "content")
        if key in facts
    ]
    written = facts | {"id": number, "content": "\n".join(text).strip()}
    data = {key: filled(value, known.facts) if isinstance(value, str) else value for key, value in written.items()}
    post = None
    try:
        post = TypeAdapter(BlogPost).validate_python(data, context=known)
        object.__setattr__(post, "written_at", Written(folder, name))
    except ValidationError as error:
        found += reasons(error, BlogPost)
    lines = ((folder.line_of(name, steps) if steps else 0, said) for steps, said in found)
    mistakes += sorted({Mistake(folder.path / name, line or len(front), said) for line, said in lines})
    return post


def _noted(
    folder: Folder,
    file: str,
    error: ValidationError,
    kind: type,
    before: Steps = (),
    renamed: dict[str, str] | None = None,
) -> list[Mistake]:
    """Return a mistake for each fault of a file.

    ``before``: the steps to the table that was checked; ``renamed``: the names of fields in the file, if they differ.
    """
    mistakes = []
    for steps, said in reasons(error, kind):
        own = ((renamed or {}).get(str(steps[0]), steps[0]), *steps[1:]) if steps else steps
        at = (*before, *own)
        line = folder.line_of(file, at) or folder.line_of(file, at[:-1])
        mistakes.append(Mistake(folder.path / file, line, said))
    return mistakes
