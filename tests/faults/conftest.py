"""A site that may be killed, starved and cut off, and the form service behind it."""

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
    """The site, for the whole run. A start costs two seconds of a processor, so the tests share it."""
    with PrebuiltSite(tmp_path_factory.mktemp("site"), GYM_FORM_ENDPOINT=_service.endpoint) as site:
        yield site


@pytest.fixture
def server(running, service: FormService) -> PrebuiltSite:
    """The site, there again if a test has ended it, in front of a form service that takes everything."""
    if not running.is_running:
        running.start()
    return running


@pytest.fixture
def visit(opener, server):
    """Return a visitor who has filled in the inquiry of the home page, over a live websocket."""

    def open_form(prepare: Callable[[Page], Any] | None = None) -> Visitor:
        page = opener.open(server.url, prepare=prepare)
        connected(page)
        return Visitor(page, INQUIRY_FORM).fill()

    return open_form
