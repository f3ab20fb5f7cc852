"""What a watcher is told."""

import pytest

from gym_site.db.engine import fingerprint, make_engine
from gym_site.leads.maintenance import Maintenance
from gym_site.leads.workers import Workers
from gym_site.server.health import health_checks
from gym_site.settings import Settings
from tests import site
from tests.leads import MINUTE, put
from tests.site import free_port


def ask(engine, path, *, redis_url=None, client="127.0.0.1"):
    settings = Settings(redis_url=redis_url, db_url=str(engine.url))
    return site.ask(health_checks(Workers(engine), Maintenance(engine), settings), path, client=client)


def test_up_is_up_whatever_the_database_does(tmp_path):
    answer = ask(make_engine(f"sqlite:///{tmp_path / 'no' / 'gym.db'}"), "/healthz")
    assert (answer.status_code, answer.text) == (200, "ok")


def test_ready_tells_bare_numbers(engine):
    minutes = {"pending": 1, "unsure": 10, "rejected": 60, "quarantined": 99, "kept": 99, "sent": 99}
    for status, number in minutes.items():
        put(engine, status, ago=number * MINUTE)
    answer = ask(engine, "/readyz")
    assert answer.status_code == 200
    numbers = answer.json()
    assert numbers.pop("database_id") == fingerprint(str(engine.url))
    assert 3600 <= numbers.pop("undelivered_seconds") < 4000
    assert numbers == {
        "database": 1, "redis": None, "undelivered": 3, "rejected": 1, "quarantined": 1, "kept": 1, "sent": 1,
    }  # fmt: skip


def test_not_ready_without_the_redis_that_is_set(engine):
    answer = ask(engine, "/readyz", redis_url=f"redis://127.0.0.1:{free_port()}/0")
    assert answer.status_code == 503
    assert answer.json()["redis"] == 0


@pytest.mark.parametrize(("client", "status"), [("8.8.8.8", 404), ("10.0.0.7", 200), ("::1", 200), ("?", 404)])
def test_the_numbers_are_not_for_the_public(engine, client, status):
    assert ask(engine, "/readyz", client=client).status_code == status
