"""The records of the pages: what they hold, how patiently they are read and how long they are kept."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy import text

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db import queries
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records, business_record, page_record


@pytest.fixture
def engine(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path / 'gym.db'}")
    assert prepare_database(engine, BUSINESS, PAGE_RECORDS)
    yield engine
    engine.dispose()


def test_the_business_record_is_the_first_row(engine):
    record = business_record(engine)
    assert (record.name, record.phone, record.services) == (BUSINESS.name, BUSINESS.phone, BUSINESS.services)


def test_no_row_is_no_record(engine):
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM business_info"))
    assert business_record(engine) is None
    assert page_record(engine, "no-such-page") is None


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ('["Boxing", 7, {"name": "Physio"}, null]', ("Boxing", "7", '{"name": "Physio"}', "null")),
        ('"Boxing"', ("Boxing",)),
        ("null", ()),
        ("[]", ()),
    ],
)
def test_services_are_texts_whatever_staff_stored(engine, stored, read):
    with engine.begin() as connection:
        connection.execute(text("UPDATE business_info SET services = :stored"), {"stored": stored})
    assert business_record(engine).services == read


def test_a_page_record_holds_its_words_and_structured_data(engine):
    record = page_record(engine, "home")
    seed = PAGE_RECORDS["home"]
    assert (record.title, record.meta_description) == (seed.title, seed.meta_description)
    assert (record.keywords, record.local_keywords) == (seed.keywords, seed.local_keywords)
    assert record.schema_markup is None
    with engine.begin() as connection:
        connection.execute(text("""UPDATE local_seo_content SET schema_markup = '{"@type": "ExerciseGym"}'"""))
    assert page_record(engine, "home").schema_markup == {"@type": "ExerciseGym"}


def test_visitors_at_the_same_time_share_one_read_and_the_event_loop_goes_on(engine, monkeypatch):
    gate, count = threading.Event(), []

    def slow(engine, slug):
        count.append(slug)
        gate.wait(5)
        return page_record(engine, slug)

    monkeypatch.setattr(queries, "page_record", slow)
    records = Records(engine)

    async def visitors():
        asking = asyncio.gather(*(records.page("home") for _ in range(50)), records.business())
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(gate.set)  # runs only on a loop that is free
        return await asyncio.wait_for(asking, 4)

    *pages, business = asyncio.run(visitors())
    assert len(pages) == 50
    assert set(pages[0][0].keywords) == set(PAGE_RECORDS["home"].keywords)
    assert business[0].name == BUSINESS.name
    assert count == ["home"]
