"""Sites of a test's own, that may be killed, starved and cut off, and visitors whose browsers talk to them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browsing import connected
from tests.forms import INQUIRY_FORM, Visitor
from tests.posting import ANSWERED_WITHIN
from tests.site import PrebuiltSite, form_service


@pytest.fixture(scope="module")
def sites(site, tmp_path_factory):
    """Start sites: ``sites(GYM_FORM_ENDPOINT=...)``; they end with the module. No lead is sent again by itself."""
    with ExitStack() as running:

        def start(**settings: str) -> PrebuiltSite:
            scratch = tmp_path_factory.mktemp("site")
            return running.enter_context(PrebuiltSite(scratch, **{"GYM_REDELIVER": "no", **settings}))

        yield start


@pytest.fixture(scope="module")
def far_side():
    """A form service for the sites of one module."""
    with form_service() as service:
        yield service


@pytest.fixture
def come(opener):
    """Return a visitor at the inquiry of a site's home page, whose websocket is alive."""

    def open_at(site: PrebuiltSite, prepare: Callable[[Page], Any] = lambda _: None) -> Visitor:
        page = opener.open(site.url, prepare=prepare)
        page.context.set_default_timeout(ANSWERED_WITHIN * 1000)
        connected(page)
        return Visitor(page, INQUIRY_FORM)

    return open_at
