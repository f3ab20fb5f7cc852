"""Sites of these tests' own, open to any number of connections unless a test says otherwise."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.site import PrebuiltSite, form_service


@pytest.fixture(scope="module")
def sites(site, tmp_path_factory):
    """Start sites of the finished build: ``sites(GYM_LIMIT_EVENTS=...)``; they end with the module."""
    with ExitStack() as running:
        service = running.enter_context(form_service())

        def start(**settings: str) -> PrebuiltSite:
            scratch = tmp_path_factory.mktemp("site")
            return running.enter_context(PrebuiltSite(scratch, GYM_FORM_ENDPOINT=service.endpoint, **settings))

        yield start
