"""The commands that change records."""

import json
import shutil
from dataclasses import replace

import pytest
from sqlalchemy import delete

from gym_site.cli import main, records
from gym_site.db.prepare import change_record, prepare_database
from gym_site.db.queries import business_record, page_record
from gym_site.db.staff_values import BUSINESS_NAME
from gym_site.db.tables import BusinessInfo, LocalSeoContent
from gym_site.errors import CommandError
from gym_site.folder import shown
from tests.gym import GYM, RECORDS

pytestmark = pytest.mark.usefixtures("database", "builds")


@pytest.fixture
def builds(monkeypatch, tmp_path):
    """Collects the builds that a command starts. There is a build already."""
    built = []
    monkeypatch.setattr(records, "built_folder", lambda: tmp_path)
    monkeypatch.setattr(records, "web_folder", lambda: tmp_path)
    monkeypatch.setattr(records, "built_pages", lambda: built.append(1))
    return built


def test_seo_set_changes_only_the_fields_that_it_is_given(engine, capsys):
    assert main(["seo", "set", "faq", "--title", " Ask\naway", "--keywords", "gym, questions ,"]) == 0
    assert "five minutes" in capsys.readouterr().out
    record = page_record(engine, "faq")
    assert (record.title, record.keywords) == ("Ask away", ("gym", "questions"))
    assert record.meta_description == GYM.records["faq"].meta_description


def test_seo_set_reads_structured_data_from_a_file(engine, tmp_path, capsys):
    file = tmp_path / "schema.json"
    file.write_text(json.dumps({"@type": "ExerciseGym"}), encoding="utf-8-sig")  # with a BOM, as from Windows' Notepad
    assert main(["seo", "set", "home", "--schema", str(file)]) == 0
    assert page_record(engine, "home").schema_markup == {"@type": "ExerciseGym"}
    for text in ("{", "[]", '{"a": NaN}', r'{"a": "\ud800"}', "[" * 200_000):
        file.write_text(text, encoding="utf-8")
        assert main(["seo", "set", "home", "--schema", str(file)]) == 1
        assert ("one JSON object" if text == "[]" else "can't be read as JSON") in capsys.readouterr().err
    assert page_record(engine, "home").schema_markup == {"@type": "ExerciseGym"}


def test_changing_a_missing_record_stores_defaults_for_its_other_fields(engine):
    with engine.begin() as connection:
        connection.execute(delete(LocalSeoContent))
        connection.execute(delete(BusinessInfo))
    assert main(["business", "set", "--city", "Delta"]) == 0
    assert business_record(engine) == replace(GYM.business, city="Delta")
    assert main(["seo", "set", "faq", "--keywords", "gym"]) == 0
    record, default = page_record(engine, "faq"), GYM.records["faq"]
    assert (record.title, record.keywords) == (default.title, ("gym",))
    assert record.meta_description == default.meta_description


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        pytest.param(["business", "reset"], {}, marks=pytest.mark.long),
        (["business", "reset", "postal-code", "services"], {"phone": "604-555-0199"}),
        pytest.param(["seo", "reset", "faq"], {}, marks=pytest.mark.long),
        (["seo", "reset", "faq", "description", "schema"], {"title": "Ask away"}),
    ],
)
def test_reset_returns_to_the_folders_values_says_so_and_builds(engine, builds, capsys, arguments, left):
    of_business = arguments[0] == "business"
    change_record(
        engine, RECORDS, BUSINESS_NAME, {"phone": "604-555-0199", "postal_code": "V0V 0V0", "services": ["Boxing"]}
    )
    change_record(engine, RECORDS, "faq", {"title": "Ask away", "schema_markup": {"@type": "FAQPage"}})
    assert main(arguments) == 0
    record = business_record(engine) if of_business else page_record(engine, "faq")
    assert record == replace(GYM.business if of_business else GYM.records["faq"], **left)
    printed = capsys.readouterr().out
    assert all(f"{value} -> " not in printed for value in left.values())
    assert ("postal-code: V0V 0V0 -> " if of_business else 'schema: {"@type": "FAQPage"} -> nothing\n') in printed
    assert builds == [1]
    assert main([*arguments, "--no-build"]) == 0
    assert "Nothing to reset" in capsys.readouterr().out


def test_a_value_set_as_the_folder_had_it_until_now_stays(engine, monkeypatch):
    changed = replace(GYM.business, phone="604-555-0199", city="Delta")
    gym = replace(GYM, business=changed)
    monkeypatch.setattr(records, "_gym", lambda: gym)
    assert main(["business", "set", "--phone", GYM.business.phone]) == 0
    assert prepare_database(engine, gym)
    assert business_record(engine) == replace(changed, phone=GYM.business.phone)


def test_business_set_changes_the_record_and_show_marks_values_that_differ_from_the_folder(engine, capsys):
    assert main(["business", "set", "--phone", "604-555-0199", "--services", "Boxing, Sauna"]) == 0
    record = business_record(engine)
    assert (record.phone, record.services, record.email) == ("604-555-0199", ("Boxing", "Sauna"), GYM.business.email)
    capsys.readouterr()
    assert main(["business", "show"]) == 0
    said = capsys.readouterr().out
    assert f"phone: 604-555-0199  ({shown(GYM.folder.path)}/gym.toml says: {GYM.business.phone})\n" in said
    assert f"services: Boxing, Sauna  ({shown(GYM.folder.path)}/services.toml says: {GYM.business.services[0]}" in said
    assert f"name: {GYM.business.name}\n" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("lead", 'Unknown command "lead". Did you mean "leads"?'),
        ("leads sho K7Q2", 'Unknown command "sho". Did you mean "show"?'),
        ("leads list --status keept", 'Invalid value "keept" for --status. Choose from: "pending",'),
        ("leads list --status keept", 'Did you mean "kept"? For help: {} leads list --help'),
        ("leads done", 'Command "leads done" parameter REFERENCE requires an argument. For help: {} leads done'),
        ("business set --fone 1", "Unknown option: --fone. Did you mean --phone? For help: {} business set --help"),
        *((line, f'Invalid value "{line.split()[-1]}" for {line.split()[-2]}. Must be {limit}. For help: ')
          for limit, lines in {
              ">= 1": ["backup copies --keep 0", "backup copies --keep -1", "leads export --csv - --days 0",
                       "visits --days 0", "serve --port 0", "serve --port -1"],
              "<= 9999": ["backup copies --keep 99999999999", "leads export --csv - --days 99999999999",
                          "visits --days 10000"],
              "<= 65535": ["serve --port 70000"],
          }.items()
          for line in lines),
        ("leads export --csv - --days two", 'Invalid value for --days: unable to convert "two" into int.'),
        ("leads export --csv - --form quiz", 'Invalid value "quiz" for --form.'),
        ("leads export --csv --status", "for --csv. Must be a file, or - for a pipe."),
        ("backup --keeep", "for FILE. Must be a file, or - for a pipe."),
        ("leads deliver --status sent", 'Invalid value "sent" for --status.'),
        ("seo show faqs", 'Did you mean "faq"? For help: {} seo show --help'),
        ("business reset phon", 'Did you mean "phone"? For help: {} business reset --help'),
        ("alert failed /", "for UNIT. Must be a systemd unit, such as gym-site-backup.service."),
        (f"alert over {'x' * 96}", "for UNIT. Must be a systemd unit, such as gym-site-backup.service."),
    ],
)  # fmt: skip
def test_wrong_arguments_are_explained_in_one_line(engine, monkeypatch, capsys, arguments, message):
    for command in "python -m gym_site", "gym-site":
        monkeypatch.setattr(shutil, "which", lambda _, command=command: command if command == "gym-site" else None)
        assert main(arguments.split()) == 2
        printed = capsys.readouterr()
        assert message.format(command, command) in printed.err
        assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert business_record(engine) == GYM.business


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["seo", "set", "faq", "--title", "x" * 61], "at most 60 characters, not 61."),
        (["seo", "set", "faq"], "Nothing to change"),
        (["business", "set"], "Nothing to change"),
        (["business", "set", "--email", "front desk"], 'email is "front desk". An email address is written like'),
        (["business", "set", "--name", " \n"], "name is empty."),
    ],
)
def test_seo_set_and_business_set_refuse_invalid_or_missing_values(engine, capsys, arguments, message):
    assert main(arguments) == 1
    assert message in capsys.readouterr().err
    assert (page_record(engine, "faq"), business_record(engine)) == (GYM.records["faq"], GYM.business)


@pytest.mark.parametrize("text", ["\x1b[31mred", "\udce9t\udce9", "\u202eder"])
@pytest.mark.parametrize("arguments", [["seo", "set", "faq", "--title"], ["business", "set", "--services"]])
def test_records_refuse_text_that_cannot_be_displayed(engine, capsys, arguments, text):
    assert main([*arguments, text]) == 2
    assert "can't be shown" in capsys.readouterr().err


SET = ["business", "set", "--phone", "604-555-0199"]


@pytest.mark.parametrize("command", [SET, ["seo", "set", "faq", "--title", "Ask away"]])
def test_a_changed_record_is_in_the_built_pages_when_the_command_returns(builds, command):
    assert main([*command, "--no-build"]) == 0
    assert builds == []
    assert main(command) == 0
    assert builds == [1]


def test_a_failed_build_says_that_the_record_was_changed(engine, monkeypatch, capsys):
    def fail():
        raise CommandError("The build failed.")

    monkeypatch.setattr(records, "built_pages", fail)
    assert main(SET) == 1
    assert "The record was changed, but not yet the pages." in capsys.readouterr().err
    assert business_record(engine).phone == "604-555-0199"
