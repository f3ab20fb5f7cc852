"""The health checks for monitoring."""

import asyncio
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gym_site.db.engine import fingerprint, make_engine
from gym_site.leads import service as service_module
from gym_site.leads.workers import Workers
from gym_site.server import shutdown as shutdown_module
from gym_site.server.health import health_checks, status_app
from gym_site.server.shutdown import Shutdown
from gym_site.settings import VERSION, project_id
from tests import site
from tests.leads import MINUTE, NOW, SETTINGS, Process, health_of, put
from tests.site import free_port

BEHIND_A_PROXY = replace(SETTINGS, trusted_proxy_hops=1)
FINE = {"database": 1, "schema": 1, "redis": None, "background": 1, "unstored": 0, "faults": {}}


def ask(engine, path, *, redis_url=None, process=None):
    """Send a request to the status address."""
    health = health_of(process or Process(engine, None), redis_url=redis_url)
    return site.ask(status_app(health, str(engine.url)), path)


def ask_publicly(engine, path, *, process=None, shutdown=None, **options):
    """Send a request to the address at which the site itself is."""
    health = health_of(process or Process(engine, None))
    return site.ask(health_checks(health, shutdown or Shutdown(SETTINGS, Workers(engine))), path, **options)


def faults_of(answer):
    assert answer.status_code == 503
    return answer.json()["faults"]


def test_readyz_reports_counts_version_and_database(engine):
    minutes = {"pending": 1, "unsure": 10, "rejected": 60, "quarantined": 99, "kept": 99, "sent": 99}
    for status, number in minutes.items():
        put(engine, status, ago=number * MINUTE)
    answer = ask(engine, "/readyz")
    assert answer.status_code == 200
    numbers = answer.json()
    assert numbers.pop("database_id") == fingerprint(str(engine.url))
    assert numbers.pop("project") == project_id()
    assert numbers.pop("version") == VERSION
    waited = (datetime.now(UTC) - NOW).total_seconds()  # since the tests were collected
    assert 3600 <= numbers.pop("undelivered_seconds") <= 3600 + waited
    assert numbers == FINE | {"undelivered": 3, "rejected": 1, "quarantined": 1, "kept": 1, "sent": 1}


def test_the_metrics_for_prometheus_equal_the_numbers_of_readyz(engine):
    put(engine, "rejected", count=2)
    answer = ask(engine, "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert lines[:2] == ["# TYPE gym_database gauge", "gym_database 1"]
    assert {"gym_rejected 2", "gym_unstored 0", "gym_background 1"} <= set(lines)
    assert "redis" not in answer.text


def test_the_server_is_not_ready_without_the_configured_redis(engine):
    answer = ask(engine, "/readyz", redis_url=f"redis://127.0.0.1:{free_port()}/0")
    assert list(faults_of(answer)) == ["redis"]
    assert answer.json()["redis"] == 0


def test_without_the_database_the_server_responds_but_is_not_ready(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path / 'no' / 'gym.db'}")
    alive = ask_publicly(engine, "/healthz")
    assert (alive.status_code, alive.text) == (200, "ok")
    answer = ask(engine, "/readyz")
    assert list(faults_of(answer)) == ["database"]
    assert (answer.json()["database"], answer.json()["schema"]) == (0, None)


@pytest.mark.parametrize("broken", [False, True])
def test_the_server_is_not_ready_if_the_schema_has_another_version(engine, broken):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        if broken:
            connection.exec_driver_sql("DROP TABLE lead")
    answer = ask(engine, "/readyz")
    (fault,) = faults_of(answer).values()
    assert "schema 9999 is unknown to this version" in fault
    assert (answer.json()["database"], answer.json()["schema"]) == (1, 0)


def test_the_server_is_not_ready_if_background_work_stalls_for_ten_minutes(engine):
    process = Process(engine, None)
    process.background.turned -= 590
    assert ask(engine, "/readyz", process=process).status_code == 200
    process.background.turned -= 11
    (fault,) = faults_of(ask(engine, "/readyz", process=process)).values()
    assert "made no progress for 10 minutes" in fault


def test_the_server_is_not_ready_for_ten_minutes_after_a_storage_failure(engine, tmp_path, monkeypatch):
    process = Process(engine, None)
    with closing(sqlite3.connect(tmp_path / "gym.db", isolation_level=None)) as other:
        other.execute("ALTER TABLE lead RENAME TO away")
        assert [process.submit().ok for _ in range(2)] == [False, False]
        other.execute("ALTER TABLE away RENAME TO lead")
    assert process.submit().ok
    answer = ask(engine, "/readyz", process=process)
    assert answer.json()["unstored"] == 2
    assert "Attempts to store a form that failed in the last ten minutes: 2." in faults_of(answer)["unstored"]
    monkeypatch.setattr(service_module, "UNSTORED_SECONDS", 0)
    assert ask(engine, "/readyz", process=process).status_code == 200


@pytest.mark.parametrize("client", ["127.0.0.1", "10.0.0.7", "8.8.8.8"])
@pytest.mark.parametrize("forwarded", [{}, {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-For": "127.0.0.1"}])
def test_strangers_learn_whether_the_server_is_ready_and_nothing_else(engine, client, forwarded):
    process = Process(engine, None)
    for status in (200, 503):
        answer = ask_publicly(engine, "/readyz", process=process, client=client, headers=forwarded)
        assert (answer.status_code, answer.content) == (status, b"")
        assert set(answer.headers) == {"content-length"}
        process.background.turned -= 700
    assert ask_publicly(engine, "/metrics", client=client, headers=forwarded).status_code == 404


# Shutdown


@pytest.mark.parametrize(
    ("settings", "signals", "notice", "least"),
    [
        (BEHIND_A_PROXY, [signal.SIGTERM], 0.5, 0.5),
        (BEHIND_A_PROXY, [signal.SIGTERM, signal.SIGTERM], 60, 0),
        (BEHIND_A_PROXY, [signal.SIGINT], 60, 0),
        (SETTINGS, [signal.SIGTERM], 60, 0),
    ],
    ids=["behind a proxy", "a second signal", "ctrl+C", "without a proxy"],
)
def test_on_shutdown_the_ping_fails_before_the_socket_is_closed(engine, monkeypatch, settings, signals, notice, least):
    monkeypatch.setattr(shutdown_module, "NOTICE_SECONDS", notice)
    shutdown = Shutdown(settings, Workers(engine))
    pings = [ask_publicly(engine, "/ping", shutdown=shutdown)]

    async def end():
        stopped = asyncio.create_task(shutdown.signalled())
        await asyncio.sleep(0.05)
        assert not stopped.done()
        begun = time.monotonic()
        for number in signals:
            signal.raise_signal(number)
        await stopped
        return time.monotonic() - begun

    assert least <= asyncio.run(end()) < 30
    pings.append(ask_publicly(engine, "/ping", shutdown=shutdown))
    assert [(ping.status_code, ping.json()) for ping in pings] == [(200, "pong"), (503, "pong")]
