"""axe-core, and one open page per width."""

from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from tests.browsing import WIDTHS, Opener, until

# Every rule of WCAG 2.2 A and AA and axe's best practices; the rule for target size is off by default.
_RUN = """([part, rules]) => axe.run(part || document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } },
        ...(rules.length && { runOnly: rules }) })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """Return a function that lists axe's findings on a page or in a part of it, one line per element."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

    def findings(page: Page, part: str = "", rules: tuple[str, ...] = ()) -> list[str]:
        # The bar is transparent at the top of the page and notices a scroll only in the next frame.
        until(page, "scrollY < 50 || !('atTop' in document.documentElement.dataset)")
        if not page.evaluate("'axe' in window"):
            page.evaluate(source)
        return page.evaluate(_RUN, [part, rules])

    return findings


@pytest.fixture(scope="module")
def open_pages(browser, site) -> Iterator[dict[str, Page]]:
    """One page per width, left at the URL opened last, so that a walk through the site needs no new pages."""
    opener = Opener(browser, pictures=False)
    yield {name: opener.open(site.url, viewport=size, reduced_motion="reduce") for name, size in WIDTHS.items()}
    opener.close()


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
def page(request, open_pages) -> Page:
    """The page of one width; the desktop width is tested only before a release."""
    return open_pages[request.param]
