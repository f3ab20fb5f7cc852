"""Visitors at the site's forms."""

import pytest

from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, Visitor


@pytest.fixture
def visit(open_page, service):
    """Open a page, wait for its websocket, and return a visitor at one of its forms."""

    def come(form=CONSULTATION_FORM, path="/", **options) -> Visitor:
        page = open_page(path, **options)
        connected(page)
        return Visitor(page, form)

    return come
