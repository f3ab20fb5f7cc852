"""Checks the content's items for duplicates, markup, wrong discounts and outdated prices."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from decimal import Decimal
from typing import Any

from gym_site.check.content import Content
from gym_site.check.findings import Finding, Place, place_of, place_of_item
from gym_site.check.posts import MARKUP
from gym_site.content.content_type import texts
from gym_site.content.page_records import PageRecord
from gym_site.content.posts import BlogPost
from gym_site.content.privacy import PrivacyWords
from gym_site.content.questions import Question
from gym_site.content.trainers import LineUpWords, Trainer
from gym_site.gym import Gym

UNIQUE = ("id", "slug", "name", "question", "title")  # fields that must differ between the items of a list
UNIQUE_BY_TYPE = {
    "Option": ("value", "label"),
    "ServiceCard": ("key",),
    "PlanTab": ("key", "label"),
    "PageRecord": ("meta_description",),
}
AMOUNTS = re.compile(r"\$(\d[\d,]*(?:\.\d\d)?)(?:-(\d+))?")  # $41, or $41-83
PRICED = {"plans", "prices", "services", "online_coaching"}  # the modules with prices


def check_items(gym: Gym) -> Iterator[Finding]:
    """Yield repeated values, markup, hours that only people understand, wrong discounts, and prices of nothing."""
    content, prices = Content(gym), prices_of(gym)
    yield from _duplicates(gym, content)
    yield from _hours(gym)
    for plan in (plan for tab in gym.plans.tabs for plan in tab.plans if plan.savings_are_off):
        given = (
            f"The plan {plan.name} advertises {plan.savings}% off, but its two prices give {plan.true_savings:.0f}%."
        )
        yield place_of_item(plan, "savings").note(given)
    for item in content.items:
        for field, text in texts(item) if not isinstance(item, BlogPost | PrivacyWords) else ():
            if mark := re.search(rf"{MARKUP}|\*\*", text):
                said = f"Visitors would read {mark[0]} as it stands: type plain words."
                yield place_of_item(item, field).error(said)
        if isinstance(item, Trainer) and not item.picture:
            said = f"{item.name} has no picture: the page of the trainers shows {item.initials} in its place."
            yield place_of_item(item, "name").note(said)
        if isinstance(item, LineUpWords) and (missing := {*item.shows} - {trainer.picture for trainer in gym.trainers}):
            said = f"it shows somebody who isn't among the trainers any more ({min(missing)})."
            yield place_of_item(item, "shows").note(f"The home page's wide picture is left out: {said}")
        if isinstance(item, Question | PageRecord):
            yield from stale_prices(item, place_of_item(item), prices)


def _hours(gym: Gym) -> Iterator[Finding]:
    folder, brand = gym.folder, gym.brand
    written = folder.read("gym.toml")["hours"]
    if not brand.hours.week:
        advice = 'for search engines write a line [hours], below it daily = "5am-11pm", and this as sentence = "..."'
        yield place_of(folder.path / "gym.toml", folder.line_of("gym.toml", ("hours",))).note(
            f"Only people understand the hours {brand.hours.sentence!r}: {advice}."
        )
    for days in written.get("exceptions", ()) if isinstance(written, dict) else ():
        if days.rpartition(" ")[2] < brand.now().date().isoformat():
            line = folder.line_of("gym.toml", ("hours", "exceptions", days))
            yield place_of(folder.path / "gym.toml", line).note(f"{days} has passed: delete the line.")


def stale_prices(item: Any, place: Place, prices: frozenset[str]) -> Iterator[Finding]:
    """Yield a note for each dollar amount in an item that is not the price of any plan or service."""
    for amount in sorted(_amounts(item) - prices):
        yield place.note(f"${amount} is not the price of any plan or service: has a price changed?")


def prices_of(gym: Gym) -> frozenset[str]:
    """Return the amounts of all prices, with two digits after the point."""
    priced = (item for item in Content(gym).items if type(item).__module__.rpartition(".")[2] in PRICED)
    return frozenset(amount for item in priced for amount in _amounts(item))


def _amounts(item: Any) -> set[str]:
    values = [getattr(item, field.name) for field in fields(item)]
    amounts = [value for value in values if isinstance(value, Decimal)]
    for _, text in texts(item):
        amounts += [Decimal(amount.replace(",", "")) for pair in AMOUNTS.findall(text) for amount in pair if amount]
    return {f"{amount:.2f}" for amount in amounts}


def _duplicates(gym: Gym, content: Content) -> Iterator[Finding]:
    for items in content.lists:
        for name in (*UNIQUE, *UNIQUE_BY_TYPE.get(type(items[0]).__name__, ())):
            yield from _repeated([item for item in items if hasattr(item, name)], name)
    links = [link for tab in gym.plans.tabs for plan in tab.plans for link in (plan.link, plan.upgrade_link)]
    yield from _repeated([link for link in links if link and link.path], "path")  # each plan needs its own sign-up page


def _repeated(items: Iterable[Any], name: str) -> Iterator[Finding]:
    first: dict[Any, Any] = {}
    for item in items:
        value = getattr(item, name)
        if value in first:
            earlier = place_of_item(first[value], name)
            yield place_of_item(item, name).error(
                f"{name} {value!r} appears twice; first on line {earlier.line}: change one."
            )
        first.setdefault(value, item)
