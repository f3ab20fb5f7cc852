"""What staff change in the records at the command line."""

from __future__ import annotations

import json

import pytest

from gym_site.cli import main
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.db.queries import business_record, page_record


@pytest.fixture
def engine(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'gym.db'}"
    monkeypatch.setenv("REFLEX_DB_URL", url)
    engine = make_engine(url)
    prepare_database(engine, BUSINESS, PAGE_RECORDS)
    return engine


def test_a_changed_title_is_stored_and_the_rest_stays(engine, capsys):
    assert main(["seo", "set", "faq", "--title", "Ask away", "--keywords", "gym, questions ,"]) == 0
    assert "five minutes" in capsys.readouterr().out
    record = page_record(engine, "faq")
    assert (record.title, record.keywords) == ("Ask away", ("gym", "questions"))
    assert record.meta_description == PAGE_RECORDS["faq"].meta_description


def test_structured_data_comes_from_a_file(engine, tmp_path, capsys):
    file = tmp_path / "schema.json"
    file.write_text(json.dumps({"@type": "ExerciseGym"}), encoding="utf-8")
    assert main(["seo", "set", "home", "--schema", str(file)]) == 0
    assert page_record(engine, "home").schema_markup == {"@type": "ExerciseGym"}
    file.write_text("{", encoding="utf-8")
    assert main(["seo", "set", "home", "--schema", str(file)]) == 1
    assert "can't be read as JSON" in capsys.readouterr().err
    assert page_record(engine, "home").schema_markup == {"@type": "ExerciseGym"}


def test_nothing_to_change_is_said(engine, capsys):
    assert main(["seo", "set", "home"]) == 1
    assert "Nothing to change" in capsys.readouterr().err
    assert main(["business", "set"]) == 1


def test_an_unknown_page_is_refused(engine):
    with pytest.raises(SystemExit) as stop:
        main(["seo", "set", "nowhere", "--title", "x"])
    assert stop.value.code == 2


def test_the_business_record_is_shown_and_changed(engine, capsys):
    assert main(["business", "set", "--phone", "604-555-0199", "--services", "Boxing, Sauna"]) == 0
    record = business_record(engine)
    assert (record.phone, record.services, record.email) == ("604-555-0199", ("Boxing", "Sauna"), BUSINESS.email)
    capsys.readouterr()
    assert main(["business", "show"]) == 0
    assert "604-555-0199" in capsys.readouterr().out
