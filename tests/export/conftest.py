"""Every built page, read once."""

from __future__ import annotations

import pytest

from gym_site.routes import ROUTES
from tests.markup import Element, read


@pytest.fixture(scope="session")
def documents(pages) -> dict[str, Element]:
    """The built pages by the key of their route. A page that isn't built yet is missing here."""
    files = {route.key: pages / route.path.strip("/") / "index.html" for route in ROUTES}
    return {key: read(file) for key, file in files.items() if file.is_file()}


@pytest.fixture(scope="session")
def home(documents) -> Element:
    return documents["home"]
