"""Visitors at the site's forms, and pages that tests share."""

import pytest

from tests.browsing import Opener, connected
from tests.forms import CONSULTATION_FORM, Visitor


@pytest.fixture
def visit(open_page, service):
    """Return somebody at a form of a page whose websocket is alive."""

    def come(form=CONSULTATION_FORM, path="/", **options) -> Visitor:
        page = open_page(path, **options)
        connected(page)
        return Visitor(page, form)

    return come


@pytest.fixture(scope="module")
def shared(browser, site):
    """Open a page for all tests of a module, which leave it as they found it and its console empty."""
    opener = Opener(browser)
    yield lambda path="/", **options: opener.open(site.url + path, **options)
    assert [error for page in opener.pages for error in page.watch.errors] == []
    opener.close()
