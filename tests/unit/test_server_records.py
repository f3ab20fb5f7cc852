"""The records: reading, caching, and responses that show staff changes within five minutes."""

import asyncio
import logging
from unittest.mock import Mock

import pytest
from sqlalchemy import delete, insert
from sqlalchemy.exc import OperationalError

from gym_site.db import queries
from gym_site.db.prepare import change_record, prepared_site
from gym_site.db.queries import Records
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.db.tables import BusinessInfo, LocalSeoContent, StaffValue
from gym_site.routes import post_key
from gym_site.server.records import record_answers
from tests import site
from tests.forms import SERVICE_KEY
from tests.gym import CURRENT, GYM, RECORDS, SETTINGS

POST = [f"/records/pages/{post_key(post.id)}" for post in GYM.posts[:1]]


@pytest.fixture
def clock():
    """The clock of the record cache."""
    return Mock(return_value=0.0)


@pytest.fixture
def ask(engine, clock):
    app = record_answers(Records(engine, GYM.business, clock=clock), CURRENT)
    return lambda path, **headers: site.ask(app, path, headers=headers)


def test_a_request_with_a_matching_etag_gets_an_empty_response(ask):
    for path in ("/records/business", "/records/pages/faq", *POST):
        etag = ask(path).headers["etag"]
        for kept in (etag, f"W/{etag}", f'"other", {etag}'):
            answer = ask(path, **{"If-None-Match": kept})
            assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
        assert ask(path, **{"If-None-Match": '"other"'}).status_code == 200


def test_a_changed_record_appears_within_five_minutes_in_any_cache(engine, ask, clock):
    paths = ("/records/pages/faq", "/records/business", f"/records/pages/{SERVICE_KEY}")
    for path in paths:
        ask(path)
    change_record(engine, RECORDS, "faq", {"title": "New title"})
    change_record(engine, RECORDS, BUSINESS_NAME, {"name": "Harbour 24"})
    clock.return_value = 149
    for answer, old in zip(
        map(ask, paths), (GYM.records["faq"].title, GYM.business.name, GYM.business.name), strict=True
    ):
        assert old in answer.text
        assert answer.headers["cache-control"] == "public, max-age=150"  # plus the server's 150 s: five minutes
    clock.return_value = 150
    for answer, new in zip(map(ask, paths), ("New title", "Harbour 24", "Harbour 24"), strict=True):
        assert new in answer.text


def test_a_missing_record_is_logged_and_answered_with_404(engine, ask, caplog):
    with engine.begin() as connection:
        connection.execute(delete(LocalSeoContent))
        connection.execute(delete(BusinessInfo))
    with caplog.at_level(logging.WARNING):
        assert ask("/records/pages/faq").status_code == ask("/records/business").status_code == 404
    assert caplog.messages == ["SEO data not found for page faq", "The business record was not found"]
    assert [ask(post).status_code for post in POST] == [200] * len(POST)  # their records come from the content


@pytest.fixture
def away(monkeypatch):
    """Make every database read fail from now on."""
    gone = Mock(side_effect=OperationalError("select", {}, Exception("gone")))
    return lambda: monkeypatch.setattr(queries, "business_record", gone)


def test_after_a_failed_read_the_next_request_reads_the_record_again(ask, away, monkeypatch, caplog):
    away()
    assert ask("/records/business").status_code == 503
    assert "The record of business can't be read (OperationalError)" in caplog.text
    monkeypatch.undo()
    assert ask("/records/business").json()["phone"] == GYM.business.phone


def test_the_last_known_business_record_is_used_if_the_database_fails(engine, clock, away):
    change_record(engine, RECORDS, BUSINESS_NAME, {"email": "front@harbour.example"})
    records = Records(engine, GYM.business, clock=clock)
    assert asyncio.run(records.known_business()).email == "front@harbour.example"
    away()
    clock.return_value = 301
    assert asyncio.run(records.known_business()).email == "front@harbour.example"


def test_an_invalid_record_in_the_database_is_shown_unchanged(engine, ask):
    with engine.begin() as connection:
        invalid = {(BUSINESS_NAME, "phone"): "see below", (BUSINESS_NAME, "name"): "Gym  {24}"}
        for key in GYM.records:
            invalid |= {(key, "title"): "x" * 90, (key, "meta_description"): ""}
        rows = [{"record": record, "field": field, "value": value} for (record, field), value in invalid.items()]
        connection.execute(insert(StaffValue), rows)
    site = prepared_site(engine, SETTINGS, GYM)
    assert {page.title for page in site.page_records.values()} == {"x" * 90}
    assert ask("/records/pages/faq").json()["title"] == "x" * 90
    assert ask("/records/business").json()["phone"] == site.business.phone == "see below"
    assert site.business.name == "Gym  {24}"
