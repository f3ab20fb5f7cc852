"""A copy of the database, put in the place of a lost one, as docs/operations.md says."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from uuid import uuid4

import httpx

from gym_site.settings import ROOT
from tests.forms import INQUIRY
from tests.site import START_WITHIN, PrebuiltSite


def send(site, key):
    data = INQUIRY | {"key": key, "message": f"Hello {key}"}
    return httpx.post(f"{site.url}/forms/inquiry", data=data, timeout=START_WITHIN)


def keys(site):
    with closing(sqlite3.connect(site.database)) as connection:
        messages = connection.execute("select json_extract(payload, '$.message') from lead order by created_at")
        return [message.removeprefix("Hello ") for (message,) in messages]


def backup(site, file):
    command = [sys.executable, "-m", "gym_site", "backup", str(file)]
    return subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, timeout=60)


def test_a_copy_made_while_the_site_runs_takes_no_files_place_and_brings_everything_back(pages, service, tmp_path):
    file = tmp_path / "copy.db"
    before, after = [uuid4().hex for _ in range(5)], uuid4().hex
    with PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint) as prebuilt:
        assert all(send(prebuilt, key).status_code == 303 for key in before)
        file.write_text("mine")
        done = backup(prebuilt, file)
        assert (done.returncode, file.read_text()) == (1, "mine")
        assert done.stderr == f"{file} can't be written: File exists\n"
        file.unlink()
        done = backup(prebuilt, file)
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert send(prebuilt, after).status_code == 303
        prebuilt.kill()
        for lost in tmp_path.glob("gym.db*"):
            lost.unlink()
        file.rename(prebuilt.database)
        prebuilt.start()
        assert keys(prebuilt) == before
        assert send(prebuilt, before[0]).status_code == 303  # known: not sent again
        assert send(prebuilt, uuid4().hex).status_code == 303
        assert httpx.get(f"{prebuilt.url}/readyz").json()["sent"] == len(before) + 1
    assert sum(before[0] in post["body"]["message"] for post in service.posts()) == 1


def test_without_a_database_nothing_is_copied(tmp_path):
    prebuilt = PrebuiltSite(tmp_path)
    done = backup(prebuilt, tmp_path / "other.db")
    assert "There is no database" in done.stderr
    assert not (tmp_path / "other.db").exists()
