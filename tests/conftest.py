"""One build, one server and one browser for the whole run; a page of its own for every test."""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from gym_site.settings import ROOT
from scripts.browser import find_browser
from tests.browsing import Opener
from tests.site import PAGES, FormService, Site, form_service, plain_host, production_site


def pytest_collection_modifyitems(items):
    """Run what needs no browser first: Playwright keeps an event loop open, and asyncio.run() allows no other."""
    items.sort(key=lambda item: "browser" in item.fixturenames)


@pytest.fixture(scope="session")
def _service():
    with form_service() as service:
        yield service


@pytest.fixture(scope="session")
def booking_service() -> str:
    """The address of a host that plays the booking service: its library, its widget and a map."""
    with plain_host(ROOT / "tests" / "booking_service") as url:
        yield url


@pytest.fixture(scope="session")
def site(_service, booking_service, tmp_path_factory) -> Site:
    """The production site, built once, with the booking widget and the live map that an owner may set."""
    settings = {
        "GYM_WIDGET_LIBRARY_URL": f"{booking_service}/library.js",
        "GYM_WIDGET_SCRIPT_URL": f"{booking_service}/widget.js",
        "GYM_MAP_EMBED_URL": f"{booking_service}/map/",
    }
    with production_site(_service, tmp_path_factory.mktemp("site"), **settings) as site:
        yield site


@pytest.fixture(scope="session")
def pages(site):
    """The folder of the exported pages: those of the same build."""
    return PAGES


@pytest.fixture(scope="session")
def static_host(pages) -> str:
    """The address of a plain file host with the exported pages."""
    with plain_host(pages) as url:
        yield url


@pytest.fixture
def service(_service) -> FormService:
    """The form service behind the site, empty and willing."""
    _service.reset()
    yield _service
    _service.reset()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def opener(browser):
    """Opens pages at any address; their contexts end with the test."""
    opener = Opener(browser)
    yield opener
    opener.close()


@pytest.fixture
def open_page(opener, site):
    """Open a page of the production site: ``open_page("/", viewport=..., java_script_enabled=...)``."""
    return lambda path="/", **options: opener.open(site.url + path, **options)


@pytest.fixture(params=["site", "static host"])
def open_anywhere(request, opener, site):
    """Open a page of the production site, and once more of a host that has no server behind it."""
    if request.param == "site":
        return lambda path="/", **options: opener.open(site.url + path, **options)
    host = request.getfixturevalue("static_host")
    return lambda path="/", **options: opener.open(host + path, server="away", **options)
