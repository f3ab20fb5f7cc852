"""Checks of one page of each kind on a phone, and of two pages on a desktop.

With ``--long`` every page is checked on both. All checks of a page share one visit (tests/a11y/visits.py).
"""

import re
from collections import defaultdict

import pytest

from gym_site.routes import url_for
from tests.a11y.visits import KINDS, WATCH_SHIFTS, Visit, look_at
from tests.browsing import PATHS, WIDTHS, Opener
from tests.forms import SERVICE_KEY


@pytest.fixture(scope="session", params=["phone", "desktop"])
def visits(request, browser, site, axe, long):
    """One page of each kind on a phone, two pages on a desktop; before a release, every page on both."""
    width = request.param
    opener = Opener(browser)
    page = opener.open(site.url, viewport=WIDTHS[width], reduced_motion="reduce", first=WATCH_SHIFTS)
    often = KINDS if width == "phone" else ["/", url_for(SERVICE_KEY)]
    yield {path: look_at(page, path, axe) for path in (PATHS if long else often)}
    opener.close()


def wrong(visits: dict[str, Visit], ask) -> dict[str, object]:
    """Return the non-empty results of ``ask`` by page."""
    return {path: said for path, visit in visits.items() if (said := ask(visit))}


def test_no_page_logs_an_error_in_the_browser(visits):
    expected = re.compile("404|/no/such/door")  # the 404 page logs the missing URL on purpose
    assert wrong(visits, lambda visit: [said for said in visit.errors if not expected.search(said)]) == {}


def test_reading_a_page_loads_no_websocket_client_and_opens_no_websocket(visits, pages):
    clients = {file.name for file in (pages / "assets").glob("*.js") if b"EIO" in file.read_bytes()}
    assert len(clients) == 1
    assert wrong(visits, lambda visit: visit.websockets) == {}
    assert wrong(visits, lambda visit: [url for url in visit.requests if url.rpartition("/")[2] in clients]) == {}


def test_axe_reports_no_problem_on_any_page(visits):
    """Covers names, headings, landmarks, language, contrast, target size and more (tests/a11y/conftest.py)."""
    assert wrong(visits, lambda visit: visit.axe) == {}


def test_the_layout_does_not_shift_while_a_page_loads_and_scrolls(visits):
    assert (
        wrong(visits, lambda visit: visit.shifted if sum(value for value, _ in visit.shifted) >= 0.001 else None) == {}
    )


def test_the_tab_key_reaches_every_control_in_order_and_shows_focus(visits):
    assert wrong(visits, lambda visit: visit.focus + visit.missed) == {}


def test_links_with_the_same_name_lead_to_the_same_place(visits):
    """Links are compared within each navigation landmark, and within the rest of the page."""

    def shared(visit):
        places = defaultdict(set)
        for part, name, address in visit.links:
            places[part, name.casefold()].add(address)
        return {name: sorted(where) for name, where in places.items() if len(where) > 1}

    assert wrong(visits, shared) == {}
