"""Lists what must be done before the site goes online, and what no check of the folder's files can know."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.drawn import check_drawn
from gym_site.check.findings import Place, place_of, place_of_item, place_of_text
from gym_site.content.posts import plain_text
from gym_site.db.engine import open_engine
from gym_site.db.staff_values import BUSINESS_NAME, staff_values
from gym_site.folder import Folder
from gym_site.gym import SMALLEST, Gym
from gym_site.settings import ROOT, Settings, site_command
from gym_site.text import filled

ACCEPTED = "launch.toml"
_INVENTED = {"addresses": r"\.example\b", "telephones": r"555\W?01\d\d\b"}
_ROUNDING = 1  # percentage points by which an advertised saving may differ from that of its two prices
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


def launch_list(gym: Gym, settings: Settings) -> list[Task]:
    """Return the open tasks: those not named in launch.toml, and the deletion of each outdated line of launch.toml.

    A line is outdated if no task has its name. Savings that promise too much come first.
    """
    tasks = [
        *_savings(gym),
        *_people(gym),
        *_invented(gym.folder),
        *_unfinished(gym),
        *_settings(settings),
        *_database(settings.db_url),
        *(Task("drawn", finding.place, finding.message) for finding in check_drawn(gym)),
        *(Task(name, place_of(ROOT / "docs" / "files.md"), message) for name, message in _PERSONAL.items()),
    ]
    accepted = gym.folder.read(ACCEPTED) if gym.folder.has(ACCEPTED) else {}
    unknown = sorted(accepted.keys() - {task.name for task in tasks})
    places = {name: place_of_text(gym.folder.path / ACCEPTED, rf"{name}\s*=") for name in unknown}
    outdated = [Task(name, place, "No task has this name any more: delete the line.") for name, place in places.items()]
    return [task for task in tasks if task.name not in accepted] + outdated


def _savings(gym: Gym) -> Iterator[Task]:
    """Yield a task for each saving that isn't that of its two prices, beginning with the most exaggerated."""
    plans = [plan for tab in gym.plans.tabs for plan in tab.plans if plan.savings is not None]
    for plan in sorted(plans, key=lambda plan: plan.true_savings - (plan.savings or 0)):
        if abs((plan.savings or 0) - plan.true_savings) > _ROUNDING:
            said = (
                f"The plan {plan.name} advertises {plan.savings}% off, but its two prices give "
                f"{plan.true_savings:.1f}%: correct the line, or delete it to show no percentage."
            )
            name = re.sub(r"[^a-z0-9]+", "-", plan.name.lower())
            yield Task(f"saving-{name}", place_of_item(plan, "savings"), said)


def _people(gym: Gym) -> Iterator[Task]:
    """Yield a task if there are trainers whose profile or telephone number is invented."""
    ways = {trainer.name: f"{trainer.instagram} {trainer.phone or ''}" for trainer in gym.trainers}
    if found := [name for name, way in ways.items() if any(re.search(one, way) for one in _INVENTED.values())]:
        said = (
            f"{len(found)} of {len(ways)} trainers are invented, {found[0]} first: show people who work here, or "
            "take the file out of the folder."
        )
        yield Task("people", place_of(gym.folder.path / "trainers.toml"), said)


def _invented(folder: Folder) -> Iterator[Task]:
    """Yield a task for each file of the folder with invented addresses or telephone numbers, at the first of them."""
    for file in [*folder.files("**/*.toml"), *folder.files("**/*.md")]:
        lines = list(enumerate(folder.text_of(str(file.relative_to(folder.path))).splitlines(), 1))
        for name, pattern in _INVENTED.items():
            if found := [number for number, line in lines if re.search(pattern, line)]:
                said = f"Invented {name}: {len(found)} in this file."
                yield Task(
                    f"{name}-{file.relative_to(folder.path).with_suffix('').as_posix()}", place_of(file, found[0]), said
                )


def _unfinished(gym: Gym) -> Iterator[Task]:
    """Yield a task for services without a picture, for a privacy text that nobody has changed, and for equal posts."""
    if bare := [card for card in gym.cards.values() if not card.picture]:
        titles = ", ".join(card.title for card in bare)
        yield Task("service-pictures", place_of_item(bare[0]), f"Services without a picture: {titles}.")
    if gym.privacy.text == filled((SMALLEST / "privacy.md").read_text(encoding="utf-8"), gym.facts):
        said = "The privacy text is as supplied: compare it with what you do (docs/privacy.md)."
        yield Task("privacy-text", place_of_item(gym.privacy, "text"), said)
    first: dict[str, int] = {}
    for post in gym.posts:
        if (other := first.setdefault(plain_text(post.content), post.id)) != post.id:
            said = f"This post has the text of posts/{other}.md."
            yield Task(f"post-{post.id}", place_of(gym.folder.path / "posts" / f"{post.id}.md"), said)


def _settings(settings: Settings) -> Iterator[Task]:
    if settings.form_endpoint is None:
        message = "GYM_FORM_ENDPOINT is not set: requests wait in the database."
        yield Task("form-endpoint", Place("settings"), message)
    if not settings.staff:
        yield Task("alerts", Place("settings"), "GYM_ALERTS is not set: nobody is told of a fault.")


def _database(url: str) -> Iterator[Task]:
    with suppress(SQLAlchemyError), open_engine(url) as engine, engine.connect() as connection:
        if name := staff_values(connection).get(BUSINESS_NAME, {}).get("name"):
            message = f"The name in the database is {name}: run {site_command()} business reset name"
            yield Task("database", Place("the database, business record"), message)
