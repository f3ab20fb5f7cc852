"""Checks the database: it is reachable, its schema is current, and the records in it are valid."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.findings import Finding, Place
from gym_site.check.records import stale_prices
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.refusal import refusal
from gym_site.db.engine import folder_fault, open_engine, why_unreadable
from gym_site.db.prepare import schema_fault
from gym_site.db.queries import business_record, page_record

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
    yield from _business(engine)
    yield from _pages(engine)


def _business(engine: Engine) -> Iterator[Finding]:
    record = business_record(engine)
    place = Place("the database, business record")
    if record is None:
        yield place.error("The database has no business record: start the site once.")
        return
    built_in = asdict(BUSINESS)
    for name, value in asdict(record).items():
        if fault := refusal(BUSINESS, **{name: value}):
            yield place.error(f"{fault} Run: python -m gym_site business set --{name.replace('_', '-')} ...")
        elif value != built_in[name]:
            yield place.note(
                f"{name} differs from gym_site/content/business.py: pages show the value in the database, {value}"
            )


def _pages(engine: Engine) -> Iterator[Finding]:
    records = {key: page_record(engine, key) for key in PAGE_RECORDS}
    for key, record in records.items():
        place = Place(f"the database, page {key}")
        if record is None:
            yield place.error("The database has no record of this page: start the site once.")
            continue
        for name, value in asdict(record).items():
            if fault := refusal(PAGE_RECORDS[key], **{name: value}):
                option = name.removeprefix("meta_").replace("_", "-")
                yield place.error(f"{fault} Run: python -m gym_site seo set {key} --{option} ...")
        yield from stale_prices(record, place)
    titles = Counter(record.title for record in records.values() if record)
    for title in (title for title, count in titles.items() if count > 1):
        keys = ", ".join(key for key, record in records.items() if record and record.title == title)
        yield DATABASE.error(f"The pages {keys} have the same title: {title}")
