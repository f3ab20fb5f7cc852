"""A record that staff change shows on the running site (spec sections 3, 4 and 7).

A record once read is kept for five minutes, so the site is one of the test's own, which nobody has asked before.
"""

from __future__ import annotations

import sqlite3

import pytest

from tests.browsing import connected, until
from tests.site import PrebuiltSite


@pytest.fixture
def fresh(site, tmp_path):
    with PrebuiltSite(tmp_path) as fresh:
        yield fresh


def test_a_record_that_staff_change_shows_without_a_build(opener, fresh):
    with sqlite3.connect(fresh.database) as connection:
        connection.execute(
            "update local_seo_content set title = 'Changed title', meta_description = 'Changed', "
            'keywords = \'["one"]\', local_keywords = \'["two"]\', schema_markup = \'{"@type": "Service"}\' '
            "where page_slug = 'prenatal-postnatal'"
        )
        connection.execute("delete from local_seo_content where page_slug = 'online-coaching'")
    connection.close()
    page = opener.open(f"{fresh.url}/prenatal-postnatal")
    connected(page)
    until(page, "document.title === 'Changed title'")
    assert page.locator("meta[name=description]").get_attribute("content") == "Changed"
    assert page.locator("meta[name=keywords]").get_attribute("content") == "one, two"
    data, breadcrumbs = page.locator("script[type='application/ld+json']").all_inner_texts()
    assert data == '{"@type": "Service"}'  # in the place of the page's own
    assert '"BreadcrumbList"' in breadcrumbs
    page = opener.open(f"{fresh.url}/online-coaching")
    connected(page)
    assert "Online" in page.title()
    for _ in range(100):
        if "SEO data not found for page online-coaching" in fresh.log.read_text():
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the miss was not logged")
