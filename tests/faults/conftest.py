"""A site that tests may kill, starve and cut off, and its form service."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browsing import connected
from tests.form_service import FormService
from tests.forms import INQUIRY_FORM, Visitor
from tests.site import PrebuiltSite


@pytest.fixture(scope="session")
def running(pages, _service, tmp_path_factory) -> PrebuiltSite:
    """The site for the whole run; starting it takes two seconds, so the tests share it."""
    # One test limits the size of its files. Python would write half of a compiled module, and break all other servers.
    settings = {"GYM_FORM_ENDPOINT": _service.endpoint, "PYTHONDONTWRITEBYTECODE": "1"}
    with PrebuiltSite(tmp_path_factory.mktemp("site"), **settings) as site:
        yield site


@pytest.fixture
def server(running, service: FormService) -> PrebuiltSite:
    """The site, restarted if a test has stopped it, with a form service that accepts everything."""
    if not running.is_running:
        running.start()
    return running


@pytest.fixture
def visit(opener, server):
    """Return a visitor who has filled in the home page's inquiry, with a connected websocket."""

    def open_form(prepare: Callable[[Page], Any] | None = None) -> Visitor:
        page = opener.open(server.url, prepare=prepare)
        connected(page)
        return Visitor(page, INQUIRY_FORM).fill()

    return open_form
