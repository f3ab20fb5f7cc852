"""No page has a fault: a page of each kind on a phone and a desktop, and with ``--long`` every page at every width."""

import pytest

from tests.a11y.visits import KINDS, WATCH_SHIFTS, visit
from tests.browsing import NOTHING, PATHS, Opener
from tests.parts import rows

HEIGHTS = {390: 844, 768: 1024, 1440: 900, 320: 844, 1024: 768, 1280: 800, 1920: 1080, 2560: 900}
VISITS = {f"{path}-{width}": (path, width) for path in PATHS for width in HEIGHTS}
OFTEN = {"/-768", *(f"{path}-{width}" for path in KINDS for width in (390, 1440))}


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


@pytest.mark.parametrize("visited", rows(VISITS, OFTEN))
def test_a_page_has_no_fault(page, axe, visited):
    path, width = VISITS[visited]
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    assert visit(page, path, axe) == {}
