"""Checks the database: it is reachable, its schema is current, and the records in it are valid."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import shorten
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.findings import Finding, Place
from gym_site.check.items import stale_prices
from gym_site.content.page_records import PageRecord
from gym_site.db.engine import folder_fault, open_engine, why_unreadable
from gym_site.db.following import BUSINESS_NAME, Followed, followed
from gym_site.db.prepare import schema_fault
from gym_site.folder import FOLDER, shown
from gym_site.reading.refusal import refusal
from gym_site.settings import site_command

DATABASE = Place("the database (REFLEX_DB_URL)")


def check_database(url: str) -> Iterator[Finding]:
    """Yield the problems of the database."""
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
        if fault := folder_fault(parts):
            yield DATABASE.error(fault)
        else:
            yield DATABASE.note(f"There is no file {parts.database} yet: the site creates it when it starts.")
        return
    try:
        with open_engine(url) as engine:
            yield from _contents(engine)
    except SQLAlchemyError as error:
        yield DATABASE.error(why_unreadable(url, error))


def _contents(engine: Engine) -> Iterator[Finding]:
    if fault := schema_fault(engine):
        yield DATABASE.error(fault)
        return
    with engine.connect() as connection:
        records = followed(connection)
    for record in records:
        yield from _values(record)
    titles = Counter(record.current.title for record in records if isinstance(record.current, PageRecord))
    for title in (title for title, count in titles.items() if count > 1):
        keys = ", ".join(one.name for one in records if getattr(one.current, "title", None) == title)
        yield DATABASE.error(f"The pages {keys} have the same title: {title}")


def _values(record: Followed) -> Iterator[Finding]:
    """Yield the mistakes in a record as the next start of the site leaves it, and its differences from the folder."""
    place = Place("the database, " + ("business record" if record.name == BUSINESS_NAME else f"page {record.name}"))
    for name, value in asdict(record.current).items():
        if fault := refusal(record.folder, **{name: value}):
            yield place.error(f"{fault} Run: {site_command()} {_command(record, 'set')} --{option(name)} ...")
        elif name in record.changed:
            yield place.note(_difference(record, name))
    if record.changed:
        yield from stale_prices(record.current, place)


def differences(record: Followed) -> list[str]:
    """Return a sentence for each value that a command has changed: how it differs, and which command resets it."""
    return [_difference(record, name) for name in record.changed]


def _difference(record: Followed, name: str) -> str:
    stored, written = record.changed[name], getattr(record.folder, name)
    page = "" if record.name == BUSINESS_NAME else f" of the page {record.name}"
    return (
        f"{option(name)}{page} is {brief(stored)}, as somebody changed it; {file_of(record.name, name)} says "
        f"{brief(written)}. To return to that: {site_command()} {_command(record, 'reset')} {option(name)}"
    )


def _command(record: Followed, verb: str) -> str:
    return f"business {verb}" if record.name == BUSINESS_NAME else f"seo {verb} {record.name}"


def option(name: str) -> str:
    """Return what commands call a field of a record, such as ``description`` for ``meta_description``."""
    return name.removeprefix("meta_").removesuffix("_markup").replace("_", "-")


def file_of(record: str, name: str) -> str:
    """Return the path of the folder's file that contains this field of a record."""
    file = "search.toml" if record != BUSINESS_NAME else "services.toml" if name == "services" else "gym.toml"
    return shown(FOLDER / file)


def brief(value: Any) -> str:
    """Return a value for a message, shortened."""
    if isinstance(value, list | tuple):
        value = ", ".join(value)
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value or "nothing"
    return shorten(text, 60, placeholder=" ...")
