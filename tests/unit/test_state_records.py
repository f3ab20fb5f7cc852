"""What a page is told about its record after loading: only what differs from what was built in."""

from __future__ import annotations

import asyncio
import logging

import pytest
from sqlmodel import Session, delete

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.edit import change_business, change_page
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records
from gym_site.db.tables import BusinessInfo, LocalSeoContent
from gym_site.state.records import BusinessRecord, PageRecord


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def engine(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path / 'gym.db'}")
    prepare_database(engine, BUSINESS, PAGE_RECORDS)
    return engine


@pytest.fixture(autouse=True)
def records(engine, clock, monkeypatch):
    built = Records(engine)
    monkeypatch.setattr(PageRecord, "built", {slug: built.page(slug) for slug in PAGE_RECORDS})
    monkeypatch.setattr(BusinessRecord, "built", built.business())
    monkeypatch.setattr(PageRecord, "missed", set())
    reader = Records(engine, sleep=lambda _: None, clock=clock)
    monkeypatch.setattr(PageRecord, "records", reader, raising=False)
    monkeypatch.setattr(BusinessRecord, "records", reader, raising=False)
    return reader


def load(state, *arguments):
    asyncio.run(type(state).load.fn(state, *arguments))
    return state


def test_an_unchanged_record_sends_nothing():
    state = load(PageRecord(), "faq")
    assert (state.slug, state.title) == ("", "")
    assert not load(BusinessRecord()).changed


def test_a_change_shows_within_five_minutes_and_not_before(engine, clock):
    load(PageRecord(), "faq")
    change_page(engine, "faq", {"title": "New title", "keywords": ["one"], "local_keywords": ["two"]})
    clock.now = 299
    assert load(PageRecord(), "faq").slug == ""
    clock.now = 301
    state = load(PageRecord(), "faq")
    assert (state.slug, state.title, state.keywords) == ("faq", "New title", "one, two")


def test_local_keywords_alone_are_not_told(engine):
    change_page(engine, "faq", {"keywords": [], "local_keywords": ["two"]})
    assert load(PageRecord(), "faq").keywords == ""


def test_a_miss_is_logged_once_and_defaults_remain(engine, caplog):
    with Session(engine) as session:
        session.exec(delete(LocalSeoContent))
        session.commit()
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert load(PageRecord(), "blog").slug == ""
    assert [one.message for one in caplog.records] == ["SEO data not found for page blog"]


def test_a_page_that_isnt_ours_is_not_looked_up():
    assert load(PageRecord(), "'; drop table lead").slug == ""


def test_the_business_section_follows_its_record(engine, clock):
    change_business(engine, {"phone": "604-555-0199", "services": ["Boxing"]})
    state = load(BusinessRecord())
    assert (state.changed, state.phone_href, state.services) == (True, "tel:+16045550199", ["Boxing"])
    with Session(engine) as session:
        session.exec(delete(BusinessInfo))
        session.commit()
    clock.now = 301
    state = load(state)
    assert (state.gone, state.changed) == (True, False)
