"""A database that is locked, full or gone.

Covers "The database" in the table of faults. If a form can't be stored, its sender gets an error with the phone number
within seconds, and other visitors notice nothing. Each form is stored once or not at all.
"""

import os
import re
import resource
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database
from gym_site.settings import ROOT
from tests.build import copy_project
from tests.faults.holding import locked
from tests.gym import GYM
from tests.posting import ANSWERED_WITHIN, Stranger, statuses
from tests.site import WEB, PrebuiltSite, python, wait_for

READ_AT_THE_START = ("gym", "gym_site/server/templates", "alembic")  # folders; and .env


def assert_works_again(server: PrebuiltSite, service, stranger: Stranger) -> None:
    """Check that the server works again without a restart: the resent form becomes exactly one lead."""
    wait_for(lambda: stranger.send().is_success, 60)  # a deleted database is recreated within a minute
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(service.posts(stranger.mark)) == 1


def test_a_form_succeeds_after_the_database_was_locked_for_two_seconds(server, service):
    stranger = Stranger(server.url)
    with ThreadPoolExecutor(1) as visitor:
        with locked(server):
            answer = visitor.submit(stranger.send)
            time.sleep(2)
        reply = answer.result()
    assert reply.is_success
    assert reply.seconds < ANSWERED_WITHIN
    assert statuses(server, stranger.mark) == ["sent"]
    assert len(service.posts(stranger.mark)) == 1


@pytest.mark.long
def test_pages_open_and_forms_fail_in_seconds_if_the_database_is_locked(server, service):
    strangers = [Stranger(server.url) for _ in range(4)]
    with locked(server), ThreadPoolExecutor(len(strangers)) as visitors, httpx.Client(base_url=server.url) as neighbour:
        answers = [visitors.submit(stranger.send) for stranger in strangers]
        pings = []
        while not all(answer.done() for answer in answers):
            begun = time.monotonic()
            assert neighbour.get("/ping").is_success
            pings.append(time.monotonic() - begun)
            assert neighbour.get("/consultation").is_success
            time.sleep(0.1)
        for stranger, answer in zip(strangers, answers, strict=True):
            assert answer.result().is_failure_with(stranger.entries)
            assert statuses(server, stranger.mark) == []
    assert service.posts() == []
    assert statistics.median(pings) < 2  # a blocked one would wait 8 seconds for the lock
    for stranger in strangers:
        assert_works_again(server, service, stranger)


@contextmanager
def full_disk(server: PrebuiltSite) -> Iterator[None]:
    """Limit every file of the server to 4 kB."""

    def limit(size: int) -> None:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    limit(4096)
    try:
        yield
    finally:
        limit(resource.RLIM_INFINITY)


@contextmanager
def moved_away(server: PrebuiltSite) -> Iterator[None]:
    here, database = server.database.parent, server.database
    away = here.with_name(f"{here.name}-away")
    here.rename(away)
    server.database = away / database.name
    try:
        yield
    finally:
        away.rename(here)
        server.database = database


@pytest.mark.parametrize("fault", [full_disk, moved_away])
def test_forms_fail_and_keep_the_entries_if_the_database_is_unwritable(server, service, fault):
    before, stranger = Stranger(server.url), Stranger(server.url)
    assert before.send().is_success
    unstored = httpx.get(f"{server.status_url}/readyz").json()["unstored"]
    with fault(server):
        assert stranger.send().is_failure_with(stranger.entries)
        assert httpx.get(f"{server.url}/readyz").status_code == 503
        assert statuses(server, stranger.mark) == []
        assert service.posts(stranger.mark) == []
        assert httpx.get(server.url).is_success
    assert_works_again(server, service, stranger)
    assert httpx.get(f"{server.status_url}/readyz").json()["unstored"] > unstored
    assert statuses(server, before.mark) == ["sent"]


def test_forms_fail_and_show_the_phone_number_if_the_schema_is_wrong(pages, service, tmp_path):
    server = PrebuiltSite(tmp_path, GYM_FORM_ENDPOINT=service.endpoint)
    engine = make_engine(server.environment["REFLEX_DB_URL"])
    assert prepare_database(engine, GYM)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE lead DROP COLUMN same_answers")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with server:
        assert httpx.get(server.url).is_success
        stranger = Stranger(server.url)
        assert stranger.send().is_failure_with(stranger.entries)
        answer = httpx.get(f"{server.status_url}/readyz")
        assert answer.status_code == 503
        assert list(answer.json()["faults"]) == ["schema", "unstored"]
        assert "its schema 9999 is unknown to this version of the site" in server.log.read_text()


@pytest.mark.long
def test_a_site_with_all_lines_of_env_example_keeps_forms_in_its_project_whoever_asks_and_whatever_breaks(
    pages, tmp_path
):
    project, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    for folder in (project, elsewhere):
        folder.mkdir()
    copy_project(project)
    lines = (ROOT / ".env.example").read_text(encoding="utf-8")
    (project / ".env").write_text(re.sub(r"(?m)^# ((?:GYM|REFLEX)_[A-Z_]+=)", r"\1", lines), encoding="utf-8")
    server = PrebuiltSite(elsewhere, project)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("GYM_", "REFLEX_"))}
    server.options |= {"cwd": elsewhere, "env": plain | {"PYTHONPATH": str(project), "REFLEX_WEB_WORKDIR": str(WEB)}}
    server.database = project / ".data" / "gym.db"
    with server:
        stranger = Stranger(server.url)
        assert stranger.send().is_success
        assert statuses(server, stranger.mark) == ["kept"]
        written = (project / ".env").read_bytes()
        away = [(project / name, project / f"away-{Path(name).name}") for name in READ_AT_THE_START]
        (project / ".env").write_bytes(b"# caf\xe9\nREFLEX_WEB_WORKDIR='elsewhere")
        for folder, there in away:
            folder.rename(there)
        other = Stranger(server.url)
        assert other.send().is_success
        assert statuses(server, other.mark) == ["kept"]
        assert [httpx.get(f"{server.url}{path}").status_code for path in ("/", "/ping", "/readyz")] == [200] * 3
        assert httpx.post(f"{server.url}/forms/inquiry", content=b"x").status_code == 415
        for folder, there in away:
            there.rename(folder)
        (project / ".env").write_bytes(written)
    for command, said in (("leads list", "kept"), (f"backup {elsewhere / 'copy.db'}", "2 requests")):
        done = python("-P", "-m", "gym_site", *command.split(), env=server.options["env"], cwd=elsewhere)
        assert said in done.stdout, (command, done.stdout, done.stderr)


@pytest.mark.long
def test_pages_work_without_a_database_and_forms_fail_until_it_returns(pages, service, tmp_path):
    """At startup and after deletion: no lead is written to a deleted file."""
    folder = tmp_path / "nowhere"
    address = f"sqlite:///{folder / 'gym.db'}"
    with PrebuiltSite(
        tmp_path, GYM_FORM_ENDPOINT=service.endpoint, GYM_REDELIVER="yes", REFLEX_DB_URL=address
    ) as server:
        server.database = folder / "gym.db"
        for path in ("/", "/consultation", "/ping"):
            assert httpx.get(server.url + path).is_success
        assert httpx.get(f"{server.url}/readyz").status_code == 503
        stranger, other = Stranger(server.url), Stranger(server.url)
        assert stranger.send().is_failure_with(stranger.entries)
        assert service.posts() == []
        assert stranger.mark not in server.log.read_text()
        folder.mkdir()
        assert_works_again(server, service, stranger)
        for file in folder.glob("gym.db*"):
            file.unlink()
        assert_works_again(server, service, other)
