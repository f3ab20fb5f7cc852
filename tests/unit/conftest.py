"""Fixtures for the unit tests."""

import shutil
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gym_site import brand
from gym_site.db.engine import open_engine
from gym_site.db.prepare import prepare_database
from tests.leads import FakeFormService, Process
from tests.mail_server import MailServer
from tests.site import wait_for
from tests.staff_tree import StaffTree, plant


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    """A freshly prepared database; migrating takes time, so tests get copies."""
    file = tmp_path_factory.mktemp("prepared") / "gym.db"
    with open_engine(f"sqlite:///{file}") as engine:
        assert prepare_database(engine)
    return file


@pytest.fixture
def engine(prepared, tmp_path):
    """The test's own prepared database, in ``tmp_path / "gym.db"``."""
    with open_engine(f"sqlite:///{shutil.copy(prepared, tmp_path)}") as engine:
        yield engine
        wait_for(lambda: not engine.pool.checkedout())  # a thread goes on after its task was cancelled


@pytest.fixture
def database(engine, monkeypatch):
    """Make the commands use the database of ``engine``."""
    monkeypatch.setenv("REFLEX_DB_URL", str(engine.url))


@pytest.fixture
def zone(monkeypatch) -> ZoneInfo:
    """The gym's time zone, in which it is tomorrow for most of a day in UTC."""
    zone = ZoneInfo("Pacific/Kiritimati")
    monkeypatch.setattr(brand, "BRAND", brand.BRAND.model_copy(update={"time_zone": zone.key}))
    return zone


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
def mail_server():
    """A mail server on this machine, for which the site requires no TLS."""
    with MailServer("127.0.0.1") as server:
        yield server
