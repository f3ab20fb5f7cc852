"""Checks the database: it is reachable, its schema is current. Lists what staff changed in its records."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import shorten
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.findings import Finding, Place
from gym_site.check.items import prices_of, stale_prices
from gym_site.content.page_records import PageRecord
from gym_site.db.engine import folder_fault, open_engine, why_unreadable
from gym_site.db.prepare import schema_fault
from gym_site.db.staff_values import BUSINESS_NAME, FolderRecords, complete, staff_values
from gym_site.folder import shown
from gym_site.gym import Gym
from gym_site.settings import site_command

DATABASE = Place("the database (REFLEX_DB_URL)")


def check_database(url: str, gym: Gym) -> Iterator[Finding]:
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
            yield from _contents(engine, gym)
    except SQLAlchemyError as error:
        yield DATABASE.error(why_unreadable(url, error))


def _contents(engine: Engine, gym: Gym) -> Iterator[Finding]:
    if fault := schema_fault(engine):
        yield DATABASE.error(fault)
        return
    with engine.connect() as connection:
        staff, records = staff_values(connection), complete(connection, FolderRecords(gym))
    for name, folder in FolderRecords(gym).items():
        place = Place("the database, " + ("business record" if name == BUSINESS_NAME else f"page {name}"))
        for field, value in staff.get(name, {}).items():
            yield place.note(_difference(gym, name, field, value, getattr(folder, field)))
        if name in staff:
            yield from stale_prices(records[name], place, prices_of(gym))
    titles = {name: record.title for name, record in records.items() if isinstance(record, PageRecord)}
    for title, count in Counter(titles.values()).items():
        if count > 1:
            keys = ", ".join(name for name in titles if titles[name] == title)
            yield DATABASE.error(f"The pages {keys} have the same title: {title}")


def _difference(gym: Gym, record: str, field: str, value: Any, written: Any) -> str:
    of_business = record == BUSINESS_NAME
    page, command = ("", "business reset") if of_business else (f" of the page {record}", f"seo reset {record}")
    return (
        f"{option(field)}{page} is {brief(value)}, as somebody changed it; {file_of(gym, record, field)} says "
        f"{brief(written)}. To return to that: {site_command()} {command} {option(field)}"
    )


def option(name: str) -> str:
    """Return what commands call a field of a record, such as ``description`` for ``meta_description``."""
    return name.removeprefix("meta_").removesuffix("_markup").replace("_", "-")


def file_of(gym: Gym, record: str, name: str) -> str:
    """Return the path of the folder's file that contains this field of a record."""
    file = "search.toml" if record != BUSINESS_NAME else "services.toml" if name == "services" else "gym.toml"
    return shown(gym.folder.path / file)


def brief(value: Any) -> str:
    """Return a value for a message, shortened."""
    if isinstance(value, list | tuple):
        value = ", ".join(value)
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value or "nothing"
    return shorten(text, 60, placeholder=" ...")
