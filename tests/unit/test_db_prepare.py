"""A database is created, migrated and filled once, even by concurrent processes."""

import re
import shutil
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import asdict, replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import delete, insert, inspect, update
from sqlmodel import Session, select

from gym_site.cli import build
from gym_site.content.content_type import unchecked
from gym_site.content.page_records import PageRecord
from gym_site.db import prepare as prepare_module
from gym_site.db.engine import open_engine
from gym_site.db.prepare import MIGRATIONS, change_record, prepare_database, schema_fault
from gym_site.db.queries import business_record, page_record
from gym_site.db.staff_values import BUSINESS_NAME, staff_values, values
from gym_site.db.tables import BusinessInfo, FolderRecord, Lead, LocalSeoContent
from gym_site.errors import CommandError
from gym_site.folder import shown
from gym_site.settings import ROOT
from tests.build import copy_project
from tests.gym import GYM, RECORDS
from tests.leads import put
from tests.migrations import (
    BAD_STEPS,
    GOOD_STEP,
    REASONS,
    REVISIONS,
    downgrade,
    make_old,
    with_step,
    works,
)
from tests.site import python, site_environment

NEW_TABLE = """

class Lesson(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    day: datetime
    after: int | None = Field(default=None, foreign_key="lesson.id")
"""


ASK_SESSION = """
import gym_site.gym_site
import reflex as rx
from sqlalchemy import text
with rx.session() as session:
    print(session.execute(text("PRAGMA foreign_keys")).scalar())
"""


@pytest.fixture
def empty(tmp_path):
    with open_engine(f"sqlite:///{tmp_path / 'gym.db'}") as engine:
        yield engine


def test_prepare_restores_missing_records(engine):
    with engine.begin() as connection:
        connection.execute(delete(LocalSeoContent).where(LocalSeoContent.page_slug == "faq"))
    assert prepare_database(engine, GYM)
    assert page_record(engine, "faq") == GYM.records["faq"]


FIRST, SECOND, THIRD = GYM.business.phone, "604-555-0125", "604-555-0126"


@pytest.mark.parametrize(
    ("staffs", "starts", "phone"),
    [
        (None, [SECOND], SECOND),
        (None, [SECOND, FIRST], FIRST),
        (THIRD, [FIRST, SECOND], THIRD),
        (THIRD, [THIRD, SECOND], THIRD),
        (FIRST, [SECOND], FIRST),
    ],
)
def test_a_value_is_the_folders_unless_staff_changed_it(engine, staffs, starts, phone):
    """``starts``: what the folder says at each start after staff's change."""
    change_record(engine, RECORDS, BUSINESS_NAME, {"phone": staffs})
    for written in starts:
        assert prepare_database(engine, replace(GYM, business=replace(GYM.business, phone=written)))
    assert business_record(engine) == replace(GYM.business, phone=phone)


def test_an_empty_list_of_staffs_is_a_value(engine):
    change_record(engine, RECORDS, "faq", {"keywords": []})
    assert prepare_database(engine, GYM)
    assert page_record(engine, "faq") == replace(GYM.records["faq"], keywords=())


def test_the_record_of_a_page_that_is_gone_stays_and_is_the_folders_again_when_the_page_is_back(engine):
    faq = GYM.records["faq"]
    others = {key: record for key, record in GYM.records.items() if key != "faq"}
    assert prepare_database(engine, replace(GYM, records=others))
    assert page_record(engine, "faq") == faq
    changed = replace(faq, title="Ask away")
    assert prepare_database(engine, replace(GYM, records=GYM.records | {"faq": changed}))
    assert page_record(engine, "faq") == changed


@pytest.mark.parametrize(
    ("stored", "remembered", "staffs"),
    [
        ({}, {}, {}),
        ({"phone": SECOND}, {"phone": SECOND}, {}),
        ({"phone": THIRD, "services": ["Boxing"]}, {"phone": SECOND}, {"phone": THIRD, "services": ["Boxing"]}),
        ({"phone": THIRD}, None, {"phone": THIRD}),
        ({"phone": THIRD}, [], {"phone": THIRD}),
    ],
)
def test_what_differs_from_the_folder_becomes_staffs_at_the_migration(empty, stored, remembered, staffs):
    """``remembered``: what differed from the folder of today when 2.0.0 last read it; None: it never did."""
    make_old(empty, "0005", filled=False)
    with empty.begin() as connection:
        connection.execute(insert(BusinessInfo).values(values(GYM.business) | stored))
        if remembered is not None:
            contents = values(GYM.business) | remembered if remembered != [] else []
            connection.execute(insert(FolderRecord).values(name=BUSINESS_NAME, contents=contents))
    assert prepare_database(empty, GYM)
    with empty.connect() as connection:
        assert staff_values(connection).get(BUSINESS_NAME, {}) == staffs
    kept = {name: tuple(value) if isinstance(value, list) else value for name, value in staffs.items()}
    assert business_record(empty) == replace(GYM.business, **kept)


def test_what_staff_changed_before_and_after_a_roll_back_is_kept_by_the_next_update(engine):
    staffs = {"phone": THIRD, "services": ["Boxing"]}
    change_record(engine, RECORDS, BUSINESS_NAME, staffs)
    downgrade(engine, "0005")
    with engine.begin() as connection:
        (contents,) = connection.scalars(select(FolderRecord.contents).where(FolderRecord.name == BUSINESS_NAME))
        assert contents == {name: value for name, value in values(GYM.business).items() if name not in staffs}
        # as a start and a command of 2.0.0 do
        connection.execute(
            update(FolderRecord).where(FolderRecord.name == BUSINESS_NAME).values(contents=values(GYM.business))
        )
        connection.execute(update(LocalSeoContent).where(LocalSeoContent.page_slug == "faq").values(title="Ask away"))
    assert prepare_database(engine, GYM)
    with engine.connect() as connection:
        assert staff_values(connection) == {BUSINESS_NAME: staffs, "faq": {"title": "Ask away"}}


def prepare(url):
    with open_engine(url) as engine:
        return prepare_database(engine, GYM)


def test_two_processes_can_prepare_a_database_at_once(empty):
    with ProcessPoolExecutor(2) as processes:
        assert list(processes.map(prepare, [str(empty.url)] * 2)) == [True, True]
    with Session(empty) as session:
        (business,) = session.exec(select(BusinessInfo))
        slugs = [page.page_slug for page in session.exec(select(LocalSeoContent))]
    assert (business.name, business.services) == (GYM.business.name, list(GYM.business.services))
    assert sorted(slugs) == sorted(GYM.records)


def test_a_failure_while_filling_the_tables_is_rolled_back(empty):
    nameless = unchecked(PageRecord, **(asdict(GYM.records["faq"]) | {"title": None}))
    assert not prepare_database(empty, replace(GYM, records=GYM.records | {"faq": nameless}))
    assert inspect(empty).get_table_names() == []


def test_an_unreachable_database_is_logged_in_one_line(tmp_path, caplog):
    assert not prepare(f"sqlite:///{tmp_path / 'none' / 'gym.db'}")
    assert caplog.messages == [
        f"Database not prepared (There is no folder {tmp_path / 'none'} for the database: correct REFLEX_DB_URL, create it, "
        f"or mount its disk.): without a database, pages are built from the values in the folder {shown(GYM.folder.path)}"
    ]
    assert not (tmp_path / "none").exists()


def test_a_database_of_a_newer_version_is_not_changed(engine, caplog):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert not prepare_database(engine, GYM)
    assert caplog.messages[0].startswith(
        "Database not prepared: its schema 9999 is unknown to this version of the site"
    )
    assert "9999 is unknown to this version of the site: start the version that made it." in schema_fault(engine)
    assert works(engine)  # as after a rollback: the older version works with it


def test_one_migration_alone_is_the_newest():
    assert len(ScriptDirectory(MIGRATIONS).get_heads()) == 1  # of two, as after a merge of branches, only one would run


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_older_version_is_migrated_and_keeps_its_rows(empty, revision):
    make_old(empty, revision)
    leads = "SELECT * FROM lead ORDER BY reference"
    with empty.connect() as connection:
        before = connection.exec_driver_sql(leads).mappings().all()
    assert prepare_database(empty, GYM)
    with empty.connect() as connection:
        after = connection.exec_driver_sql(leads).mappings().all()
    assert [{name: new[name] for name in old} for old, new in zip(before, after, strict=True)] == before
    assert schema_fault(empty) == ""
    assert works(empty)


def test_a_migration_that_keeps_the_forms_working_is_applied(empty, tmp_path, monkeypatch):
    make_old(empty, REVISIONS[0])
    monkeypatch.setattr(prepare_module, "MIGRATIONS", with_step(tmp_path, GOOD_STEP))
    assert prepare_database(empty, GYM)
    assert works(empty)


@pytest.mark.parametrize("step", BAD_STEPS)
def test_a_migration_that_fails_is_rolled_back_and_logged(empty, tmp_path, monkeypatch, caplog, step):
    make_old(empty, REVISIONS[0])
    monkeypatch.setattr(prepare_module, "MIGRATIONS", with_step(tmp_path, BAD_STEPS[step]))
    assert not prepare_database(empty, GYM)
    (line,) = caplog.messages
    said = rf"Database not prepared: revision next failed \(\w+\) and was rolled back.*{REASONS[step]}"
    assert re.fullmatch(said, line)
    assert f"The database's schema is {REVISIONS[0]}, but this version of the site needs next: " in schema_fault(empty)
    monkeypatch.undo()
    assert prepare_database(empty, GYM)  # with the real migrations
    assert works(empty)


@pytest.mark.long
def test_reflex_db_writes_and_applies_the_migration_of_a_new_table(tmp_path):
    project = copy_project(tmp_path / "project")
    shutil.copy(ROOT / "alembic.ini", project)
    with (project / "gym_site" / "db" / "tables.py").open("a") as tables:
        tables.write(NEW_TABLE)
    environment = site_environment(
        REFLEX_DB_URL=f"sqlite:///{tmp_path / 'gym.db'}", REFLEX_WEB_WORKDIR=str(tmp_path / "web")
    ) | {"PYTHONPATH": str(project)}
    for command in (["makemigrations", "--message", "lessons"], ["migrate"]):
        done = python("-m", "reflex", "db", *command, cwd=project, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
    (written,) = (project / "alembic" / "versions").glob("*_lessons.py")
    assert "drop" not in written.read_text().partition("def downgrade")[0]
    with closing(sqlite3.connect(tmp_path / "gym.db")) as database:
        assert {column[1] for column in database.execute("PRAGMA table_info(lesson)")} == {"id", "day", "after"}
    asked = python("-c", ASK_SESSION, cwd=project, env=environment)
    assert asked.stdout.splitlines()[-1] == "1", "rx.session does not enforce foreign keys"
    assert "reflex db init" not in asked.stdout + asked.stderr


def test_a_failed_migration_stops_the_build(engine, database, tmp_path, monkeypatch):
    put(engine, "kept")
    monkeypatch.setattr(prepare_module, "MIGRATIONS", with_step(tmp_path, BAD_STEPS["a mistake"]))
    with pytest.raises(CommandError, match=r"Nothing was built.*revision next failed"):
        build._stored_site()


def test_migrations_and_models_describe_the_same_schema(engine):
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Lead.metadata) == []


def test_sqlite_writes_durably_and_overwrites_deleted_data(engine):
    with engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "secure_delete")
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    assert values == ["wal", 2, 5000, 1, 1]
