"""Fixtures for the unit tests."""

import re
import shutil
import socket
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gym_site.cli import command
from gym_site.db.engine import open_engine
from gym_site.db.prepare import prepare_database
from tests.gym import GYM
from tests.leads import FakeFormService, Process
from tests.mail_server import MailServer
from tests.site import wait_for
from tests.staff_tree import StaffTree, plant


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    """A freshly prepared database; migrating takes time, so tests get copies."""
    file = tmp_path_factory.mktemp("prepared") / "gym.db"
    with open_engine(f"sqlite:///{file}") as engine:
        assert prepare_database(engine, GYM)
    return file


@pytest.fixture
def engine(prepared, tmp_path):
    """The test's own prepared database, in ``tmp_path / "gym.db"``."""
    with open_engine(f"sqlite:///{shutil.copy(prepared, tmp_path)}") as engine:
        yield engine
        wait_for(lambda: not engine.pool.checkedout())  # a thread goes on after its task was cancelled


@pytest.fixture
def database(engine, monkeypatch, tmp_path):
    """Make the commands use the database of ``engine``, and the gym's folder as there is no build."""
    monkeypatch.setenv("REFLEX_DB_URL", str(engine.url))
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(tmp_path / "web"))
    command.gym.cache_clear()
    yield
    command.gym.cache_clear()


@pytest.fixture
def zone(monkeypatch, tmp_path_factory) -> ZoneInfo:
    """The time zone of the gym whose clock the commands use: it is tomorrow there for most of a day in UTC."""
    zone = ZoneInfo("Pacific/Kiritimati")
    place = tmp_path_factory.mktemp("zone")
    folder = shutil.copytree(GYM.folder.path, place / "gym", ignore=shutil.ignore_patterns("pictures", "public"))
    text = re.sub(r"(?m)^time_zone = .*\n", "", (folder / "gym.toml").read_text(encoding="utf-8"))
    (folder / "gym.toml").write_text(f'time_zone = "{zone.key}"\n{text}', encoding="utf-8")
    monkeypatch.setenv("GYM_FOLDER", str(folder))
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", str(place / "web"))
    command.gym.cache_clear()
    yield zone
    command.gym.cache_clear()


@pytest.fixture
def tree(prepared, tmp_path) -> StaffTree:
    """A copy of the project, to be changed as staff do."""
    return plant(tmp_path / "site", prepared)


@pytest.fixture
def far():
    return FakeFormService()


@pytest.fixture
def webhook():
    """The webhook for messages to staff, at any URL."""
    return FakeFormService()


@pytest.fixture
def site(engine, far):
    """The lead pipeline of one process, with a fake form service."""
    return Process(engine, far)


@pytest.fixture
def full():
    """The host and port of a server at which a connection hangs, as its queue is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as server, socket.create_connection(server.getsockname()):
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def mail_server():
    """A mail server on this machine, for which the site requires no TLS."""
    with MailServer("127.0.0.1") as server:
        yield server
