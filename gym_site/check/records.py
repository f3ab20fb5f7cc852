"""The records of the content: texts, doubles, links, prices, people, questions, options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from decimal import Decimal
from functools import cache
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from gym_site.check.findings import Finding, Place
from gym_site.check.kinds import Content
from gym_site.content.business import Business
from gym_site.content.faq import FAQ
from gym_site.content.forms import FORMS as FORM_WORDS
from gym_site.content.forms import SELECTABLE_TRAINERS, Option
from gym_site.content.links import HOME_ANCHORS, Call, Destination, NavLink
from gym_site.content.opening import Dated
from gym_site.content.page_records import PAGE_RECORDS, PageRecord
from gym_site.content.plans import PLAN_TABS, Plan
from gym_site.content.posts import BlogPost
from gym_site.content.questions import Question
from gym_site.content.services import SERVICE_CARDS
from gym_site.content.trainers import TRAINERS, Trainer
from gym_site.leads.fields import FORMS
from gym_site.leads.validate import EMAIL, PHONE
from gym_site.routes import ROUTES, SERVICE_KEYS

DIFFERENT = ("id", "slug", "name", "question", "title")  # of the records of one list
DIFFERENT_TOO = {"Option": ("value", "label"), "ServiceCard": ("key",), "PlanTab": ("key", "label")}
BLANKS = frozenset("author caption content date email first_name label n name phone service title total".split())
OPENING_BLANKS = frozenset("Season season year date former".split())
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
AMOUNT = re.compile(r"\$(\d[\d,]*(?:\.\d\d)?)")
PRICED = {"plans", "services", "service_pages", "online_coaching"}  # what a price is written down in


def check_records(content: Content) -> Iterator[Finding]:
    """Yield what is wrong with records whose values are of the right kind."""
    yield from _texts(content)
    yield from _doubles(content)
    yield from _links(content)
    yield from _prices(content)
    yield from _people(content)
    yield from _questions(content)
    yield from _forms(content)
    yield from _pages(content)


def _texts(content: Content) -> Iterator[Finding]:
    for record, name, text in content.texts():
        for said in _text_faults(record, name, text):
            yield content.sources.of(record, name).error(said)


def _text_faults(record: Any, name: str, text: str) -> Iterator[str]:
    if isinstance(record, BlogPost) and name == "content":  # has a file of its own: posts.py
        return
    if not text.strip():
        field = next(one for one in fields(record) if one.name == name)
        if field.default is MISSING and not (isinstance(record, Option) and name == "value"):
            yield f"{name} is empty."
        return
    if (text != text.strip() and not text.endswith("\n")) or re.search(r"\S {2,}", text):
        yield f"{name} has a space too many: {_around(text)!r}."
    for blank in sorted(
        set(re.findall(r"\{(.*?)\}", text)) - (OPENING_BLANKS if isinstance(record, Dated) else BLANKS)
    ):
        yield f"{name} has a blank {{{blank}}}, which nothing fills in."
    if isinstance(record, Dated) and name == "after" and ("{former}" in text) != bool(record.former):
        yield "after needs {former} where former has a text, and nowhere else."
    if text.startswith("http") and (urlsplit(text).scheme != "https" or not urlsplit(text).hostname or " " in text):
        yield f"{name} is {text}: an address of another website begins with https:// and has no spaces."
    if isinstance(record, Business | Trainer):
        if name == "email" and not EMAIL.fullmatch(text):
            yield f"{text} is no e-mail address."
        if name == "phone" and not is_phone(text):
            yield f"{text} is no telephone number: write it as in 604-555-0124."


def is_phone(text: str) -> bool:
    """Whether a text is a North American number that can be dialled."""
    return bool(PHONE.fullmatch(text)) and len(re.sub(r"\D", "", text)) in (10, 11)


def _around(text: str) -> str:
    found = re.search(r"\S {2,}", text)
    return text[max(0, found.start() - 15) : found.end() + 15] if found else text[:15] + "..." + text[-15:]


def _doubles(content: Content) -> Iterator[Finding]:
    for records in content.lists:
        for name in (*DIFFERENT, *DIFFERENT_TOO.get(type(records[0]).__name__, ())):
            yield from _twice(content, [one for one in records if hasattr(one, name)], name)
    plans = [plan for tab in PLAN_TABS for plan in tab.plans]
    paths = Counter(one.path for plan in plans for one in (plan.link, plan.upgrade_link) if one and one.path)
    for path, times in paths.items():
        if times > 1:
            last = next(plan for plan in reversed(plans) if path in (_path(plan.link), _path(plan.upgrade_link)))
            yield content.sources.of(last, "link").error(f"{path} is the sign-up page of more than one plan.")


def _path(link: Destination | None) -> str:
    return link.path if link else ""


def _twice(content: Content, records: Iterable[Any], name: str) -> Iterator[Finding]:
    first: dict[Any, Any] = {}
    for record in records:
        value = getattr(record, name)
        if value in first:
            before = content.sources.of(first[value], name)
            yield content.sources.of(record, name).error(f"{name} {value!r} stands twice, first in line {before.line}.")
        first.setdefault(value, record)


def _links(content: Content) -> Iterator[Finding]:
    pages = {route.key for route in ROUTES}
    slugs = {"faq": {one.slug for one in FAQ}}
    for record in content.records:
        of = content.sources.of
        if isinstance(record, NavLink):
            if record.key not in pages:
                yield of(record, "key").error(f"There is no page {record.key!r}. Pages: {', '.join(sorted(pages))}.")
            elif record.anchor and record.anchor not in (
                HOME_ANCHORS if record.key == "home" else slugs.get(record.key, ())
            ):
                yield of(record, "anchor").error(f"The page {record.key!r} has no section {record.anchor!r}.")
        elif isinstance(record, Call) and record.anchor not in HOME_ANCHORS:
            yield of(record, "anchor").error(f"The page 'home' has no section {record.anchor!r}.")
        elif isinstance(record, Destination) and record.path and not record.path.startswith("/"):
            yield of(record, "path").error(f"{record.path} must begin with a slash.")
        for name in ("services", "service"):
            keys = getattr(record, name, ())
            if isinstance(record, Trainer | BlogPost):
                for key in (keys,) if isinstance(keys, str) else keys:
                    if key not in SERVICE_KEYS:
                        known = ", ".join(SERVICE_KEYS)
                        yield of(record, name).error(f"There is no service {key!r}. Services: {known}.")
    for card in SERVICE_CARDS:
        if card.key not in SERVICE_KEYS:
            yield content.sources.of(card, "key").error(f"There is no service {card.key!r}.")


def _prices(content: Content) -> Iterator[Finding]:
    of = content.sources.of
    for plan in (one for one in content.records if isinstance(one, Plan)):
        for name in ("price", "original_price"):
            amount = getattr(plan, name)
            if isinstance(amount, Decimal) and amount.is_finite() and (amount < 0 or amount != round(amount, 2)):
                yield of(plan, name).error(f"{name} {amount} is no price: dollars and at most two digits of cents.")
        if isinstance(plan.original_price, Decimal) and isinstance(plan.price, Decimal):
            if plan.original_price <= plan.price:
                yield of(plan, "original_price").error(
                    f"The former price {plan.original_price} isn't above the price {plan.price}."
                )
        elif plan.savings is not None:
            yield of(plan, "savings").error("A saving needs an original_price.")
        if isinstance(plan.savings, int) and not 1 <= plan.savings <= 99:
            yield of(plan, "savings").error(f"Savings of {plan.savings}: write a whole percentage from 1 to 99.")
    for record in content.records:
        if isinstance(record, Question | PageRecord):
            yield from stale_prices(content, record, content.sources.of(record))


def stale_prices(content: Content, record: Any, place: Place) -> Iterator[Finding]:
    """Yield a note for each amount in a record's words that no plan and no service asks."""
    for amount in sorted(_amounts(record) - _asked(content)):
        yield place.note(f"Says ${amount}, which is the price of no plan and no service: has a price changed?")


@cache
def _asked(content: Content) -> frozenset[str]:
    priced = (one for one in content.records if type(one).__module__.rpartition(".")[2] in PRICED)
    return frozenset(amount for record in priced for amount in _amounts(record))


def _amounts(record: Any) -> set[str]:
    found = set()
    for field in fields(record):
        value = getattr(record, field.name)
        if isinstance(value, Decimal):
            found.add(f"{value:.2f}")
        for text in value if isinstance(value, tuple) else (value,):
            if isinstance(text, str):
                found |= {f"{Decimal(amount.replace(',', '')):.2f}" for amount in AMOUNT.findall(text)}
                found |= {f"{Decimal(amount):.2f}" for amount in re.findall(r"\$\d+-(\d+)", text)}
    return found


def _people(content: Content) -> Iterator[Finding]:
    names = [trainer.name for trainer in TRAINERS]
    offered = content.sources.of_name("SELECTABLE_TRAINERS")
    for name in SELECTABLE_TRAINERS:
        if name not in names:
            yield offered.error(f"The form offers {name}, who isn't in gym_site/content/trainers.py.")
    for name, times in Counter(SELECTABLE_TRAINERS).items():
        if times > 1:
            yield offered.error(f"The form offers {name} {times} times.")
    for trainer in (one for one in content.records if isinstance(one, Trainer)):
        if not trainer.services:
            yield content.sources.of(trainer, "services").error(f"{trainer.name} works in no service.")
        if isinstance(trainer.years_experience, int) and not 0 <= trainer.years_experience <= 70:
            yield content.sources.of(trainer, "years_experience").error(
                f"{trainer.years_experience} years: is that so?"
            )


def _questions(content: Content) -> Iterator[Finding]:
    for question in (one for one in content.records if isinstance(one, Question)):
        asked = question.question
        readings = (asked,) if isinstance(asked, str) else (asked.before, asked.after)
        if not SLUG.fullmatch(question.slug):
            yield content.sources.of(question, "slug").error(
                f"slug {question.slug!r} is part of an address: small letters, digits and hyphens."
            )
        for text in readings:
            if not text.rstrip().endswith("?"):
                yield content.sources.of(question, "question").error(f"{text!r} doesn't end with a question mark.")
    begun = set()
    for category, items in groupby(FAQ, key=lambda one: one.category):
        if category in begun:
            yield content.sources.of(next(items), "category").error(
                f"The category {category!r} begins a second time here: move the question to the others of its category."
            )
        begun.add(category)


def _forms(content: Content) -> Iterator[Finding]:
    for form in FORMS.values():
        for field in form.fields:
            for option in field.options:
                if len(option.value) > field.limit:
                    said = f"{option.value!r} has {len(option.value)} characters, {field.label!r} takes {field.limit}."
                    yield content.sources.of(option, "value").error(said)
            default = next((one for one in FORM_WORDS[form.key].fields if one.name == field.name), None)
            if default and default.options and not default.placeholder and default.options[0].value:
                yield content.sources.of(default).error(
                    f"{default.label!r} needs a placeholder or an empty first option."
                )


def _pages(content: Content) -> Iterator[Finding]:
    of = content.sources.of
    keys = {route.key for route in ROUTES}
    for key in sorted(keys - PAGE_RECORDS.keys()):
        yield content.sources.of_name("_RECORDS").error(f"The page {key!r} has no record.")
    for key in sorted(PAGE_RECORDS.keys() - keys):
        yield of(PAGE_RECORDS[key], "page_slug").error(f"There is no page {key!r}.")
    for record in PAGE_RECORDS.values():
        for name, said in record.faults():
            yield of(record, name).error(said)
    yield from _twice(content, PAGE_RECORDS.values(), "meta_description")
