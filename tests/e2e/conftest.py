"""Visitors at the site's forms, in the ways that they come."""

from __future__ import annotations

import pytest

from tests.browsing import connected
from tests.forms import CONSULTATION_FORM, FORMS, Visitor


@pytest.fixture
def visit(open_page, service):
    """Return somebody at a form of the home page whose websocket is alive."""

    def come(form=CONSULTATION_FORM, **options) -> Visitor:
        page = open_page(**options)
        connected(page)
        return Visitor(page, form)

    return come


@pytest.fixture(params=FORMS, ids=[form.name for form in FORMS])
def form(request):
    """Each form of the home page."""
    return request.param
