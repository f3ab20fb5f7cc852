"""What a page is answered when it asks for its record: within five minutes what staff changed, and nobody's data."""

from __future__ import annotations

import asyncio
import logging

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, delete

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db import queries
from gym_site.db.edit import change_business, change_page
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import Records
from gym_site.db.tables import LocalSeoContent
from gym_site.seo.records import encoded, page_facts
from gym_site.server.records import CurrentBusiness, record_answers
from gym_site.settings import load_settings

SETTINGS = load_settings({})


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
    yield engine
    engine.dispose()


@pytest.fixture
def current(engine, clock):
    return CurrentBusiness(Records(engine, clock=clock), BUSINESS)


@pytest.fixture
def ask(engine, clock):
    """Return a function that asks the app for paths at the same time and returns the answers, or the only one."""
    with asyncio.Runner() as runner:
        records = Records(engine, clock=clock)
        app = record_answers(records, CurrentBusiness(records, BUSINESS), SETTINGS)
        client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://gym.example")

        async def get(paths, headers):
            return await asyncio.gather(*(client.get(path, headers=headers) for path in paths))

        def ask(*paths, **headers):
            answers = runner.run(get(paths, headers))
            return answers[0] if len(answers) == 1 else answers

        yield ask
        runner.run(client.aclose())


def test_an_unchanged_record_is_the_version_that_pages_are_built_with(ask):
    answer = ask("/records/pages/faq")
    built = encoded(page_facts(PAGE_RECORDS["faq"], BUSINESS, SETTINGS))[1]
    assert answer.headers["etag"] == f'"{built}"'
    assert ask("/records/business").headers["etag"] == f'"{encoded(BUSINESS.facts())[1]}"'


def test_a_cache_that_has_the_version_gets_an_empty_answer(ask):
    for path in ("/records/business", "/records/pages/faq", "/records/pages/post-1"):
        etag = ask(path).headers["etag"]
        for kept in (etag, f"W/{etag}", f'"other", {etag}'):
            answer = ask(path, **{"If-None-Match": kept})
            assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
        assert ask(path, **{"If-None-Match": '"other"'}).status_code == 200


def test_a_change_shows_after_five_minutes_in_whatever_cache(engine, ask, clock):
    paths = ("/records/pages/faq", "/records/business", "/records/pages/trainers")
    ask(*paths)
    change_page(engine, PAGE_RECORDS["faq"], {"title": "New title"})
    change_business(engine, {"name": "Harbour 24"})
    clock.now = 299
    for answer, old in zip(ask(*paths), (PAGE_RECORDS["faq"].title, BUSINESS.name, BUSINESS.name), strict=True):
        assert old in answer.text
        assert answer.headers["cache-control"] == "public, max-age=1"  # or a cache would keep it five minutes more
    clock.now = 300
    for answer, new in zip(ask(*paths), ("New title", "Harbour 24", "Harbour 24"), strict=True):
        assert new in answer.text
        assert answer.headers["cache-control"] == "public, max-age=300"


def test_a_record_that_isnt_there_is_logged_and_not_found(engine, ask, caplog):
    with Session(engine) as session:
        session.exec(delete(LocalSeoContent))
        session.commit()
    with caplog.at_level(logging.WARNING):
        assert ask("/records/pages/blog").status_code == 404
    assert [line.message for line in caplog.records] == ["SEO data not found for page blog"]
    assert ask("/records/pages/post-1").status_code == 200


def test_a_page_that_isnt_ours_is_not_looked_up(ask, monkeypatch):
    monkeypatch.setattr(queries, "page_record", None)
    assert ask("/records/pages/'; drop table lead").status_code == 404


def test_a_database_that_is_away_is_asked_again_by_the_next(ask, monkeypatch, caplog):
    def fails(_engine):
        raise OperationalError("select", {}, Exception("gone"))

    with monkeypatch.context() as patch:
        patch.setattr(queries, "business_record", fails)
        assert ask("/records/business").status_code == 503
    assert "The record of business can't be read (OperationalError)" in caplog.text
    assert ask("/records/business").json()["phone"] == BUSINESS.phone


def test_the_servers_own_pages_follow_the_business_and_keep_it_while_the_database_is_away(
    engine, clock, current, monkeypatch
):
    change_business(engine, {"email": "front@harbour.example"})

    def fails(_engine):
        raise OperationalError("select", {}, Exception("gone"))

    async def emails():
        fresh = (await current.get()).email
        monkeypatch.setattr(queries, "business_record", fails)
        clock.now = 301
        return fresh, (await current.get()).email

    assert asyncio.run(emails()) == ("front@harbour.example", "front@harbour.example")
