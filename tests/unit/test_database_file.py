"""The database's file: where nobody packs it up, readable by nobody else, whole after a stop, and found when it moved."""

import os
import shutil
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from reflex.utils import build
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from gym_site.content.business import BUSINESS
from gym_site.db import location
from gym_site.db.engine import close, make_engine
from gym_site.db.location import current_url
from gym_site.db.prepare import prepare_database
from gym_site.settings import ROOT, load_settings

WORDS = "unforgettable knee"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project's folder, whose default place for the database is the one of the settings."""
    default = Path(make_url(load_settings({}).db_url).database or "").relative_to(ROOT)
    monkeypatch.setattr(location, "FORMER_FILE", tmp_path / "gym.db")
    monkeypatch.setattr(location, "DATABASE_FILE", tmp_path / default)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def current() -> Path:
    """Return the file that the default address leads to."""
    return Path(make_url(current_url(f"sqlite:///{location.DATABASE_FILE}")).database)


def write(file, words=WORDS):
    """Write as a site does that is still running, or was killed: the words are in the journal alone."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("create table if not exists note (words)")
    connection.execute("insert into note values (?)", [words])
    return connection


def words_in(file):
    with closing(sqlite3.connect(file)) as connection:
        return [words for (words,) in connection.execute("select words from note")]


def left_by_a_crash(folder):
    """Put a database with a journal into the folder, as a killed process leaves them."""
    (folder / "other").mkdir()
    with closing(write(folder / "other" / "gym.db")):
        for path in (folder / "other").iterdir():
            shutil.copyfile(path, folder / path.name)


@pytest.fixture
def umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder):
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.glob("gym.db*")}


def test_an_export_packs_no_words_no_settings_and_no_backup(project):
    location.DATABASE_FILE.parent.mkdir()
    running = write(current())
    (project / ".env").write_text("SECRET=1")
    shutil.copy(location.DATABASE_FILE, project / "gym-2026-01-31.db")
    (project / "gym_site").mkdir()
    (project / "gym_site" / "app.py").write_text("app = 1")
    build.zip_app(frontend=False, zip_dest_dir=project)
    with zipfile.ZipFile(project / "backend.zip") as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert [name for name in packed if not name.endswith("/")] == ["gym_site/app.py"]
    assert not any(WORDS.encode() in content or b"SECRET" in content for content in packed.values())
    running.close()


def test_a_former_database_is_moved_with_its_journal_and_staff_are_told_once(project, caplog):
    left_by_a_crash(project)
    assert (project / "gym.db-wal").stat().st_size > 0
    assert current() == current() == location.DATABASE_FILE
    assert words_in(location.DATABASE_FILE) == [WORDS]
    assert list(project.glob("gym.db*")) == []
    assert [record.getMessage() for record in caplog.records] == [
        f"The database was moved from {location.FORMER_FILE} to {location.DATABASE_FILE}"
    ]


def test_a_former_database_in_use_stays_and_is_used_where_it_is(project, monkeypatch, caplog):
    monkeypatch.setattr(location, "BUSY_SECONDS", 0.1)
    running = write(project / "gym.db")
    assert current() == project / "gym.db"
    assert "can't be moved" in caplog.text
    assert not location.DATABASE_FILE.exists()
    running.execute("insert into note values ('later')")
    running.close()
    assert current() == location.DATABASE_FILE
    assert words_in(location.DATABASE_FILE) == [WORDS, "later"]


def test_a_former_database_never_takes_the_place_of_the_present_one_or_of_one_that_was_chosen(project, caplog):
    write(project / "gym.db", "old").close()
    for chosen in (f"sqlite:///{project / 'gym.db'}", "postgresql+psycopg://gym@localhost/gym"):
        assert current_url(chosen) == chosen
    location.DATABASE_FILE.parent.mkdir()
    write(location.DATABASE_FILE, "new").close()
    assert current() == location.DATABASE_FILE
    assert (words_in(project / "gym.db"), words_in(location.DATABASE_FILE)) == (["old"], ["new"])
    assert "is no longer used" in caplog.text


def test_only_preparing_creates_the_file_and_nobody_else_on_the_machine_can_read_it(project, umask):
    engine = make_engine(f"sqlite:///{location.DATABASE_FILE}")
    with pytest.raises(OperationalError), engine.connect():
        pass
    assert list(project.iterdir()) == []
    assert prepare_database(engine, BUSINESS, {})
    with engine.connect():
        assert len(list(location.DATABASE_FILE.parent.iterdir())) == 3  # with its journal
        assert modes(location.DATABASE_FILE.parent) == {0o600}
    assert stat.S_IMODE(location.DATABASE_FILE.parent.stat().st_mode) == 0o700
    engine.dispose()


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path, umask):
    left_by_a_crash(tmp_path)
    assert modes(tmp_path) == {0o644}
    prepare_database(make_engine(f"sqlite:///{tmp_path / 'gym.db'}"), BUSINESS, {})
    assert modes(tmp_path) == {0o600}


def test_after_a_stop_everything_is_in_the_one_file(engine, tmp_path):
    file = tmp_path / "gym.db"
    with engine.begin() as connection:
        connection.exec_driver_sql(f"create table note as select '{WORDS}' as words")
    assert WORDS.encode() not in file.read_bytes()
    close(engine)
    assert list(tmp_path.iterdir()) == [file]
    assert WORDS.encode() in file.read_bytes()
