"""axe-core, and one open page for each width: a walk through the whole site needs no new browser at every step."""

from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.browsing import WIDTHS, Opener, until

# Every rule of WCAG 2.2 A and AA and axe's own best practices; the size of targets is off by default.
_RUN = """(part) => axe.run(part || document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """What axe finds on a page or in a part of it, one line a place."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

    def findings(page: Page, part: str = "") -> list[str]:
        # The bar, which is clear at the page's top, sees only with the next frame that the page has moved.
        until(page, "scrollY < 50 || !('atTop' in document.documentElement.dataset)")
        if not page.evaluate("'axe' in window"):
            page.evaluate(source)
        return page.evaluate(_RUN, part)

    return findings


@pytest.fixture(scope="module")
def open_pages(browser, site) -> Iterator[dict[str, Page]]:
    """A page for each width, on whatever was opened last: a walk through the whole site needs no new one a step."""
    opener = Opener(browser)
    yield {name: opener.open(site.url, viewport=size, reduced_motion="reduce") for name, size in WIDTHS.items()}
    opener.close()


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
def page(request, open_pages) -> Page:
    """The page of a width; what differs at the other one is asked for before a release."""
    return open_pages[request.param]
