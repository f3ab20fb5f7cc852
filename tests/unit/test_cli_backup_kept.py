"""The daily copy: tried, kept for so many days, and its failure told."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from gym_site.cli import backup as backup_module
from gym_site.cli import main
from tests.form_service import FormService
from tests.leads import put
from tests.site import serving


@pytest.fixture
def folder(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("REFLEX_DB_URL", str(engine.url))
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_copy_is_added_tried_and_kept_for_so_many_days(engine, folder, capsys):
    put(engine, "kept", count=3)
    ages = (1, 29, 31, 400)
    made = {days: (datetime.now() - timedelta(days=days)).strftime(backup_module.NAMED) for days in ages}
    others = ["gym-mine.db", "notes.txt"]
    for name in (*made.values(), *others):
        (folder / name).touch()
    assert main(["backup", "--keep", "30", str(folder)]) == 0
    assert "Restored on trial, with 3 requests." in capsys.readouterr().out
    (new,) = set(names(folder)) - {made[1], made[29], *others}
    with closing(sqlite3.connect(folder / new)) as copy:
        assert copy.execute("select count(*) from lead").fetchone() == (3,)
    assert {made[1], made[29], *others} < set(names(folder))


@pytest.mark.parametrize("fault", ["no folder", "not restored"])
def test_what_fails_is_told_and_nothing_is_deleted(engine, folder, monkeypatch, capsys, fault):
    old = (datetime.now() - timedelta(days=99)).strftime(backup_module.NAMED)
    (folder / old).touch()
    if fault == "not restored":
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with serving(FormService()) as webhook:
        monkeypatch.setenv("GYM_ALERT_WEBHOOK", f"{webhook.url}/alert")
        assert main(["backup", "--keep", "30", str(folder / "none" if fault == "no folder" else folder)]) == 1
        (post,) = webhook.posts()
    assert ": The backup failed. " in post["body"]["text"]
    assert ("can't be written" if fault == "no folder" else "can't be restored") in capsys.readouterr().err
    assert old in names(folder)
