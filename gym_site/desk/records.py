"""The pages on which staff change the facts that are live: the business's, and each page's title and description."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gym_site.check.posts import MARKUP
from gym_site.cli.records import one_line, stored_record, words
from gym_site.content.business import Business
from gym_site.content.page_records import DESCRIPTION, LONGEST_TITLE, PageRecord
from gym_site.db.prepare import change_record
from gym_site.db.staff_values import BUSINESS_NAME, FolderRecords, stored_days, values
from gym_site.desk.app import Desk, page, to
from gym_site.desk.app import fields as posted
from gym_site.desk.people import Visit
from gym_site.desk.wanted import on_all_pages, progress
from gym_site.folder import MistakesError
from gym_site.gym import Gym
from gym_site.refusal import refusal
from gym_site.site import edited

NOT_HERE = {"page_slug", "schema_markup"}  # the key of the page, and data for `gym-site seo set`
LABELS = {
    "address": "Street and number",
    "city": "Town",
    "phone": "Telephone",
    "email": "E-mail address",
    "business_hours": "Opening hours, in words",
    "meta_description": "Description",
    "local_keywords": "Keywords with the name of a town",
}
MEANWHILE = "Somebody changed this meanwhile to “"
LONG = {"description", "meta_description"}
KEYBOARDS = {"phone": "tel", "email": "email"}
SHOWN = {
    "title": (f"search engines show {LONGEST_TITLE}", LONGEST_TITLE),
    "meta_description": (f"search engines show {DESCRIPTION[0]} to {DESCRIPTION[-1]}", DESCRIPTION[-1]),
}


@dataclass(frozen=True)
class Field:
    """A field of the form. ``was``: the text as it was when the form was first shown; ``original``: the folder's."""

    name: str
    text: str
    was: str
    original: str | None = None
    fault: str = ""
    is_list: bool = False

    @property
    def label(self) -> str:
        """The field's label on the page."""
        return LABELS.get(self.name, self.name.replace("_", " ").capitalize())

    @property
    def rows(self) -> int:
        """The number of lines to type in."""
        return self.was.count("\n") + 2 if self.is_list else 3 if self.name in LONG else 1

    @property
    def keyboard(self) -> str:
        """The keyboard that telephones show."""
        return KEYBOARDS.get(self.name, "text")

    @property
    def limits(self) -> str:
        """The number of characters that search engines show; empty for a field without such a limit."""
        return SHOWN[self.name][0] if self.name in SHOWN else ""


@dataclass(frozen=True)
class Fact:
    """A record with its name, as it is stored and as the folder has it."""

    name: str
    label: str
    stored: Business | PageRecord
    folder: Business | PageRecord

    @property
    def changed(self) -> list[str]:
        """The fields in which staff's values stand."""
        return [name for name in self.names if getattr(self.stored, name) != getattr(self.folder, name)]

    @property
    def names(self) -> list[str]:
        """The fields that can be changed here."""
        return [field.name for field in fields(self.folder) if field.name not in NOT_HERE]

    def field(self, name: str, given: Mapping[str, str], fault: str = "") -> Field:
        """Return a field of the form, with what was typed if it is shown again."""
        value, own = getattr(self.stored, name), getattr(self.folder, name)
        text = given.get(name, _text(value))
        original = _text(own) if value != own else None
        was = _text(value) if fault.startswith(MEANWHILE) else given.get(f"was.{name}", _text(value))
        return Field(name, text, was, original, fault, isinstance(own, tuple))

    def changes(self, given: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
        """Return the new value of each field in which a person typed another, and a sentence about each mistake.

        A value that the folder has too is None: a later change of the folder then counts.
        """
        found: dict[str, Any] = {}
        faults: dict[str, str] = {}
        own = values(self.folder)
        for name in self.names:
            parse = _entries if isinstance(own[name], list) else one_line
            try:
                value = parse(given.get(name, ""))
            except ValueError as error:
                faults[name] = f"{str(error).capitalize()}."
                continue
            was, stored = given.get(f"was.{name}", ""), _text(getattr(self.stored, name))
            if name not in given or value in (parse(was), parse(stored)):
                continue
            found[name] = None if value == own[name] else value
            if parse(was) != parse(stored):
                faults[name] = f"{MEANWHILE}{', '.join(stored.splitlines())}”. If you save again, yours replaces it."
            elif said := refusal(self.folder, **{name: value}):
                faults[name] = _in_words(name, said)
            elif mark := re.search(MARKUP, str(value)):
                faults[name] = f"Visitors would read {mark[0]} as it stands: type plain words."
        return found, faults


def _text(value: Any) -> str:
    return "\n".join(value) if isinstance(value, tuple) else str(value)


def _entries(text: str) -> list[str]:
    return words(text.replace("\n", ","))


def _in_words(name: str, said: str) -> str:
    """Return a refusal without the field's name and value, which stand above it."""
    return f"This {said.removeprefix(f'{name} ')}" if f'{name} is "' not in said else said.rpartition('". ')[2]


def read_gym(desk: Desk) -> Gym:
    """Return the gym as its folder and the desk have it now. Raises `HTTPException` if the folder can't be read."""
    try:
        return edited(desk.settings, stored_days(desk.engine))[0]
    except MistakesError as error:
        text = "The website's texts have a mistake just now, so that nothing can be changed here. "
        raise HTTPException(503, text + "Tell whoever looks after the website.") from error


def record_routes(desk: Desk, signed_in: Callable[..., Route]) -> Sequence[Route]:
    """Return the routes."""

    def read() -> tuple[FolderRecords, dict[str, Fact]]:
        """Read the facts by name. Raises `HTTPException` if the folder can't be read."""
        gym = read_gym(desk)
        records = FolderRecords(gym)
        labels = {BUSINESS_NAME: "The gym"} | {key: route.label for key, route in gym.routes.items()}
        facts = {
            name: Fact(name, labels[name], stored_record(desk.engine, name) or own, own)
            for name, own in records.items()
        }
        return records, facts

    async def named(request: Request) -> tuple[FolderRecords, Fact]:
        records, facts = await asyncio.to_thread(read)
        if not (fact := facts.get(request.path_params["name"])):
            raise HTTPException(404)
        return records, fact

    async def every(request: Request, _visit: Visit) -> Response:
        _, facts = await asyncio.to_thread(read)
        return page(request, "facts", facts=[*facts.values()], progress=progress(desk))

    async def how_far(_request: Request, _visit: Visit) -> Response:
        return JSONResponse(progress(desk)._asdict())

    async def one(request: Request, _visit: Visit) -> Response:
        _, fact = await named(request)
        return page(request, "fact", fact=fact, fields=[fact.field(name, {}) for name in fact.names])

    async def change(request: Request, visit: Visit) -> Response:
        records, fact = await named(request)
        given = dict(posted(request))
        changes, faults = fact.changes(given)
        if faults:
            again = [fact.field(name, given, faults.get(name, "")) for name in fact.names]
            return page(request, "fact", fact=fact, fields=again, status=422)
        if not changes:
            return to(request, f"/facts/{fact.name}", "Nothing was changed.")
        return await write(request, visit, records, fact, changes, "Changed.")

    async def put_back(request: Request, visit: Visit) -> Response:
        records, fact = await named(request)
        if (name := dict(posted(request)).get("field")) not in fact.names:
            raise HTTPException(404)
        return await write(request, visit, records, fact, {name: None}, "Put back.")

    async def write(
        request: Request, visit: Visit, records: FolderRecords, fact: Fact, changes: Mapping[str, Any], said: str
    ) -> Response:
        await desk.note(visit, "Facts", [f"{fact.name} {name}" for name in changes])
        await asyncio.to_thread(partial(change_record, desk.engine, records, fact.name, changes))
        return to(request, "/facts", said + on_all_pages(desk))

    return [
        signed_in("/facts", every, everything=True),
        signed_in("/facts/{name}", one, everything=True),
        signed_in("/facts/{name}", change, methods=["POST"], everything=True),
        signed_in("/facts/{name}/back", put_back, methods=["POST"], everything=True),
        signed_in("/making", how_far),
    ]
