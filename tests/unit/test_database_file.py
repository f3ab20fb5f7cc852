"""The database file: not exported, private, complete after shutdown, and prepared twice without loss."""

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

from gym_site import setting_values, settings
from gym_site.cli import main
from gym_site.cli.build import _stored_site
from gym_site.db import engine as engine_module
from gym_site.db.engine import close, open_engine
from gym_site.db.prepare import prepare_database
from tests.gym import GYM
from tests.site import python

WORDS = "unforgettable knee"


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The default place for the database, with ``tmp_path`` in place of the project's folder."""
    file = tmp_path / Path(make_url(settings.load_settings({}).db_url).database).relative_to(settings.ROOT)
    for module in (settings, engine_module):
        monkeypatch.setattr(module, "DATABASE_FILE", file)
    for module in (settings, setting_values, engine_module):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    return file


def write(file):
    """Write as a running or killed site does: the text is only in the journal."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("pragma journal_mode = wal")
    connection.execute("create table if not exists note (words)")
    connection.execute("insert into note values (?)", [WORDS])
    return connection


def left_by_a_crash(folder):
    """Put a database with a journal into the folder, as left by a killed process."""
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


def test_an_export_contains_no_database_no_env_file_and_no_backup(tmp_path, file):
    file.parent.mkdir()
    running = write(file)
    (tmp_path / ".env").write_text("SECRET=1")
    shutil.copy(file, tmp_path / "gym-2026-01-31.db")
    (tmp_path / "gym_site").mkdir()
    (tmp_path / "gym_site" / "app.py").write_text("app = 1")
    build.zip_app(frontend=False, zip_dest_dir=tmp_path)
    with zipfile.ZipFile(tmp_path / "backend.zip") as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert [name for name in packed if not name.endswith("/")] == ["gym_site/app.py"]
    assert not any(WORDS.encode() in content or b"SECRET" in content for content in packed.values())
    running.close()


def test_the_database_file_is_private_and_connecting_does_not_create_it(tmp_path, file, umask):
    with open_engine(f"sqlite:///{file}") as engine:
        with pytest.raises(OperationalError), engine.connect():
            pass
        assert list(tmp_path.iterdir()) == []
        assert prepare_database(engine, GYM)
        with engine.connect():
            assert len(list(file.parent.iterdir())) == 3  # with its journal
            assert modes(file.parent) == {0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    elsewhere = tmp_path / "more" / "databases" / "gym.db"
    with open_engine(f"sqlite:///{elsewhere}") as engine:
        assert prepare_database(engine, GYM)
    assert stat.S_IMODE(elsewhere.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(("mode", "left", "of_files"), [(0o2770, 0o2770, 0o660), (0o2700, 0o700, 0o600)])
def test_a_folder_shared_with_its_group_stays_so_but_not_one_that_only_inherits_the_bit(
    file, umask, mode, left, of_files
):
    file.parent.mkdir()
    file.parent.chmod(mode)
    with open_engine(f"sqlite:///{file}") as engine:
        for _ in range(2):
            assert prepare_database(engine, GYM)
            with engine.connect():
                assert (stat.S_IMODE(file.parent.stat().st_mode), modes(file.parent)) == (left, {of_files})


def test_a_database_file_readable_by_others_becomes_private(tmp_path, umask):
    left_by_a_crash(tmp_path)
    assert modes(tmp_path) == {0o644}
    with open_engine(f"sqlite:///{tmp_path / 'gym.db'}") as engine:
        prepare_database(engine, GYM)
        assert modes(tmp_path) == {0o600}


def test_after_shutdown_the_whole_database_is_in_one_file(engine, tmp_path):
    file = tmp_path / "gym.db"
    with engine.begin() as connection:
        connection.exec_driver_sql(f"create table note as select '{WORDS}' as words")
    assert WORDS.encode() not in file.read_bytes()
    close(engine)
    assert list(tmp_path.iterdir()) == [file]
    assert WORDS.encode() in file.read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        "leads list", "leads purge", "leads show AAAA-AA", "seo show faq", "business show",
        "business set --no-build --city Delta", "backup copy.db", "check --launch", "check", "build",
    ],
)  # fmt: skip
def test_after_a_command_the_whole_database_is_in_one_file(database, monkeypatch, tmp_path, command):
    """A connection that a command left open would keep the journal."""
    monkeypatch.chdir(tmp_path)
    if command == "build":
        _stored_site()
    else:
        main(command.split())
    assert list(tmp_path.glob("gym.db*")) == [tmp_path / "gym.db"]


def test_commands_see_rows_written_after_the_database_is_prepared_twice(engine, tmp_path):
    """A process that closes a file loses all its locks on that file; the next command would then delete the journal."""
    count = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(*c.execute(sys.argv[2]).fetchone()); c.close()"
    )
    with engine.begin() as connection:
        connection.exec_driver_sql("create table note (words)")
    assert prepare_database(engine, GYM)  # as after an error, with the site's connections open
    for stored in range(3):
        assert python("-c", count, str(tmp_path / "gym.db"), "select count(*) from note").stdout == f"{stored}\n"
        with engine.begin() as connection:
            connection.exec_driver_sql(f"insert into note values ('{WORDS}')")
