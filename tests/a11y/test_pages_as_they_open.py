"""No page has a fault at any width: one visit to a page of each kind, and with ``--long`` to every page."""

import pytest

from tests.a11y.visits import KINDS, WATCH_SHIFTS, visit
from tests.browsing import NOTHING, PATHS, Opener
from tests.parts import rows

HEIGHTS = {390: 844, 768: 1024, 1440: 900, 320: 844, 1024: 768, 1280: 800, 1920: 1080, 2560: 900}


@pytest.fixture(scope="module")
def page(browser, site, pages):
    """A page whose pictures are empty, as no question looks at one; a picture whose file is missing stays missing."""

    def picture(route):
        is_there = (pages / route.request.url.partition("/images/")[2].join(("images/", ""))).is_file()
        route.fulfill(body=NOTHING) if is_there else route.continue_()

    opener = Opener(browser)
    page = opener.open(
        site.url, first=WATCH_SHIFTS, reduced_motion="reduce", prepare=lambda page: page.route("**/images/*", picture)
    )
    (client,) = (file.name for file in (pages / "assets").glob("*.js") if b"EIO" in file.read_bytes())
    page.websocket_client = client
    yield page
    opener.close()


@pytest.mark.parametrize("width", rows(HEIGHTS, (390, 768, 1440)))
@pytest.mark.parametrize("path", rows(PATHS, KINDS))
def test_a_page_has_no_fault(page, axe, width, path):
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    assert visit(page, path, axe) == {}
