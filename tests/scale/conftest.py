"""Redis, PostgreSQL, Caddy and backends for multi-process tests; a missing server fails CI."""

import pytest

from scripts.programs import SERVERS, missing
from tests.parts import need
from tests.scale.servers import PgBouncerServer, PostgresServer, RedisServer, ScaledSite


@pytest.fixture(scope="session", autouse=True)
def _servers_are_installed():
    need(missing(SERVERS))


@pytest.fixture(scope="session")
def redis(tmp_path_factory):
    with RedisServer(tmp_path_factory.mktemp("redis") / "redis.log") as server:
        yield server


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    with PostgresServer(tmp_path_factory.mktemp("postgres") / "postgres.log") as server:
        yield server


@pytest.fixture(scope="session")
def pooler(postgres):
    """PgBouncer in transaction mode."""
    with PgBouncerServer(postgres) as server:
        yield server


@pytest.fixture(scope="session")
def running(redis, postgres, _service, pages, tmp_path_factory):
    """The site behind Caddy for the whole run; its processes retry failed deliveries."""
    with ScaledSite(tmp_path_factory.mktemp("scaled"), pages, redis, postgres, _service) as site:
        yield site


@pytest.fixture
def scaled(running, service):
    """The same site; servers that a test stops are restarted afterwards."""
    yield running
    for server in (running.redis, running.postgres, *running.backends):
        if not server.is_running:
            server.start()
