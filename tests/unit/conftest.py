"""What several unit tests start from."""

from __future__ import annotations

import pytest

from gym_site.content.business import BUSINESS
from gym_site.db.engine import make_engine
from gym_site.db.prepare import prepare_database


@pytest.fixture
def engine(tmp_path):
    """A migrated database without page records."""
    engine = make_engine(f"sqlite:///{tmp_path / 'gym.db'}")
    assert prepare_database(engine, BUSINESS, {})
    yield engine
    engine.dispose()
