"""The daily backup: verified, and kept for a number of days."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from gym_site.cli import backup as backup_module
from gym_site.cli import main
from tests.leads import put


@pytest.fixture
def folder(database, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_backup_is_verified_and_expired_backups_are_deleted(engine, folder, zone, capsys):
    put(engine, "kept", count=3)
    ages = (1, 29.7, 30.3, 400)
    made = {days: (datetime.now(zone) - timedelta(days=days)).strftime(backup_module.NAMED) for days in ages}
    others = ["gym-mine.db", "notes.txt"]
    for name in (*made.values(), *others):
        (folder / name).touch()
    assert main(["backup", "--keep", "30", str(folder)]) == 0
    assert "Test restore succeeded; requests: 3." in capsys.readouterr().out
    (new,) = set(names(folder)) - {made[1], made[29.7], *others, backup_module.TRIED}
    assert (folder / backup_module.TRIED).read_text() == new
    with closing(sqlite3.connect(folder / new)) as copy:
        assert copy.execute("select count(*) from lead").fetchone() == (3,)
    assert {made[1], made[29.7], *others} < set(names(folder))


@pytest.mark.parametrize("fault", ["can't be written", "can't be restored"])
def test_a_failed_backup_deletes_no_older_backup(engine, folder, capsys, fault):
    old = (datetime.now() - timedelta(days=99)).strftime(backup_module.NAMED)
    (folder / old).touch()
    if fault == "can't be restored":
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert main(["backup", "--keep", "30", str(folder / "none" if fault == "can't be written" else folder)]) == 1
    assert fault in capsys.readouterr().err
    assert old in names(folder)
    assert backup_module.TRIED not in names(folder)
