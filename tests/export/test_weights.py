"""What a first view costs a visitor, in bytes of the built files (docs/performance.md)."""

from __future__ import annotations

import pytest

from scripts.weights import exceeded, weights


@pytest.fixture(scope="module")
def measured(pages):
    return weights(pages)


def test_no_page_is_heavier_than_its_budget(measured):
    assert len(measured) > 40
    assert exceeded(measured) == [], "python -m scripts.weights .cache/web/build/client shows what grew"


def test_what_is_weighed_is_what_a_browser_loads(measured, open_page):
    page = open_page("/faq")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(
        """performance.getEntriesByType("resource")
            .filter((one) => one.name.endsWith(".js"))
            .reduce((sum, one) => sum + one.encodedBodySize, 0)"""
    )
    assert loaded == pytest.approx(measured["/faq"].scripts, rel=0.2)  # the browser takes gzip over plain http
    names = page.evaluate("""performance.getEntriesByType("resource").map((one) => one.name)""")
    assert [name for name in names if name.endswith(".css")] == []  # it is in the page
