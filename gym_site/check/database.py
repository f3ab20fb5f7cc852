"""The database: it answers, its tables are today's, and staff's records are as good as the content's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from gym_site.check.findings import Finding, Place
from gym_site.check.loading import Content
from gym_site.check.records import business_faults, stale_prices
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_engine
from gym_site.db.location import current_url
from gym_site.db.queries import business_record, page_record
from gym_site.routes import ROUTES
from gym_site.settings import ROOT

DATABASE = Place("the database (REFLEX_DB_URL)")


def check_database(content: Content, url: str) -> Iterator[Finding]:
    """Yield what is wrong with the database."""
    url = current_url(url)
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
        yield DATABASE.note(f"There is no file {parts.database} yet: the site makes it when it starts.")
        return
    engine = make_engine(url)
    try:
        yield from _contents(content, engine)
    except SQLAlchemyError as error:
        yield DATABASE.error(f"It can't be read ({type(error).__name__}): is REFLEX_DB_URL right, and does it run?")
    finally:
        engine.dispose()


def _contents(content: Content, engine: Engine) -> Iterator[Finding]:
    scripts = ScriptDirectory(str(ROOT / "alembic"))
    with engine.connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    if revision != scripts.get_current_head():
        known = revision is None or revision in {one.revision for one in scripts.walk_revisions()}
        mend = "start the site once" if known else "it was made by a newer version of the site"
        yield DATABASE.error(f"Its tables are not those of this version: {mend}.")
        return
    yield from _business(engine)
    yield from _pages(content, engine)


def _business(engine: Engine) -> Iterator[Finding]:
    record = business_record(engine)
    place = Place("the database, business record")
    if record is None:
        yield place.error("There is none: start the site once.")
        return
    faults = dict(business_faults(record))
    built_in = asdict(BUSINESS)
    for name, value in asdict(record).items():
        if fault := faults.get(name):
            option = "--" + name.replace("_", "-")
            yield place.error(f"{name} {fault} python -m gym_site business set {option} ...")
        elif value != built_in[name]:
            yield place.note(f"{name} differs from gym_site/content/business.py; the database's is shown: {value}")


def _pages(content: Content, engine: Engine) -> Iterator[Finding]:
    records = {route.key: page_record(engine, route.key) for route in ROUTES}
    for key, record in records.items():
        place = Place(f"the database, page {key}")
        if record is None:
            yield place.error("This page has no record: start the site once.")
            continue
        mine = PAGE_RECORDS.get(key)
        for name, said in record.faults():
            if mine is None or getattr(record, name) != getattr(mine, name):
                option = name.removeprefix("meta_")
                yield place.error(f"{said} python -m gym_site seo set {key} --{option} ...")
        yield from stale_prices(content, record, place)
    titles = Counter(record.title for record in records.values() if record)
    for title in (title for title, times in titles.items() if times > 1):
        keys = ", ".join(key for key, record in records.items() if record and record.title == title)
        yield DATABASE.error(f"The pages {keys} have the same title: {title}")
