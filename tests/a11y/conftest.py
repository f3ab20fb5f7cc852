"""axe-core, and one open page for each width: a walk through the whole site needs no new browser at every step."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from scripts.axe import VERSION, find_axe
from tests.a11y.walk import WIDTHS
from tests.browsing import Opener, until

# Every rule of WCAG 2.2 A and AA and axe's own best practices; the size of targets is off by default.
_RUN = """axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`)))"""


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """What axe finds on a page, one line a place."""
    try:
        source = find_axe().read_text(encoding="utf-8")
    except subprocess.CalledProcessError:
        pytest.fail(f"axe-core {VERSION} is not there and no package registry answers: python -m scripts.axe")

    def findings(page: Page) -> list[str]:
        # The bar, which is clear at the page's top, sees only with the next frame that the page has moved.
        until(
            page,
            "!document.querySelector('.site-header') || scrollY < 50 || document.querySelector('.site-header[data-solid]')",
        )
        page.evaluate(source)
        return page.evaluate(_RUN)

    return findings


@pytest.fixture(scope="module")
def open_pages(browser, site) -> Iterator[dict[str, Page]]:
    """A page for each width, on whatever was opened last: a walk through the whole site needs no new one a step."""
    opener = Opener(browser)
    yield {name: opener.open(site.url, viewport=size, reduced_motion="reduce") for name, size in WIDTHS.items()}
    opener.close()


@pytest.fixture(params=["phone", pytest.param("desktop", marks=pytest.mark.long)])
def page(request, open_pages) -> Page:
    """The page of a width, on whatever was opened last; what differs at the other one is asked for before a release."""
    return open_pages[request.param]


@pytest.fixture
def phone(open_pages) -> Page:
    """The page of a phone, on whatever was opened last."""
    return open_pages["phone"]


@pytest.fixture
def desktop(open_pages) -> Page:
    """The page of a desktop computer, on whatever was opened last."""
    return open_pages["desktop"]
