"""One build for all workers, one server and one browser per worker, one page per test."""

from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import sync_playwright

from gym_site.built import built_folder
from gym_site.settings import ROOT
from scripts.programs import find_browser, has_browser
from tests.browsing import Opener
from tests.build import SUB_PATH, build_early_site, build_site
from tests.form_service import FormService
from tests.gym import GYM
from tests.markup import Element, read
from tests.site import BOOKING_PORT, WIDGETS, PrebuiltSite, plain_host, serving

TESTS = Path(__file__).parent
BEFORE_A_RELEASE = {"builds", "engines", "guides", "scale", "second_gym", "zoo"}
"""The folders that `make test-long` alone runs: they take other builds, servers and browsers, and minutes."""
FIRST = ["tests/a11y/test_pages_as_they_open.py", "tests/faults/test_processes.py"]
"""The slowest files, which start before other files with a browser, so that none runs alone at the end."""


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the slow tests, as before a release")


def pytest_configure(config):
    examples = 100 if config.getoption("long") else 25
    settings.register_profile("patient", max_examples=examples, deadline=None)  # a slow machine must not fail a test
    settings.load_profile("patient")
    config.option.loadscopereorder = False  # pytest-xdist keeps the order of pytest_collection_modifyitems


def pytest_ignore_collect(collection_path, config):
    """Leave out the folders that run before a release."""
    later = collection_path.parent == TESTS and collection_path.name in BEFORE_A_RELEASE
    return True if later and not config.getoption("long") else None


def is_asked_for(item, config) -> bool:
    """Return whether a test applies to this run and to the parts that this gym has."""
    is_long = item.get_closest_marker("long") and not config.getoption("long")
    return not is_long and all(GYM.has(name) for mark in item.iter_markers("part") for name in mark.args)


def pytest_collection_modifyitems(config, items):
    """Sort the files: first those that need no pages, while these are built; last those that need a browser.

    Playwright keeps an event loop open, after which asyncio.run() fails.
    """
    config.hook.pytest_deselected(items=[item for item in items if not is_asked_for(item, config)])
    items[:] = [item for item in items if is_asked_for(item, config)]

    def need(item) -> int:
        return 2 if "browser" in item.fixturenames else 1 if "pages" in item.fixturenames else 0

    def file_of(item) -> str:
        return item.nodeid.partition("::")[0]

    most: dict[str, int] = {}
    for item in items:
        most[file_of(item)] = max(need(item), most.get(file_of(item), 0))
    items.sort(key=lambda item: (most[file_of(item)], file_of(item) not in FIRST, file_of(item), need(item)))


@pytest.fixture(scope="session")
def long(request) -> bool:
    """Whether this is `make test-long`, in which tests repeat more rounds and cover more pages."""
    return request.config.getoption("long")


@pytest.fixture(scope="session")
def _service():
    with serving(FormService()) as service:
        yield service


@pytest.fixture(scope="session")
def booking_service() -> str:
    """The URL of a fake booking service with a library, a widget and a map."""
    with plain_host(ROOT / "tests" / "booking_service", BOOKING_PORT) as url:
        yield url


@pytest.fixture(scope="session")
def pages() -> Path:
    return built_folder(build_site())


@pytest.fixture(scope="session")
def long_paths() -> dict[str, str]:
    """Maps every path and alias of the site to its long path."""
    routes = {path: route.path for route in GYM.routes.values() for path in (route.path, route.alias) if path}
    posts = {
        path: GYM.routes.post_path(post.id)
        for post in GYM.posts
        for path in (GYM.routes.post_path(post.id), GYM.routes.post_alias(post.id))
    }
    return routes | posts


@pytest.fixture(scope="session")
def documents(pages, long_paths) -> dict[str, Element]:
    """The built pages by path."""
    return {path: read(pages / path.strip("/") / "index.html") for path in long_paths}


@pytest.fixture(scope="session")
def site(_service, booking_service, pages, tmp_path_factory) -> PrebuiltSite:
    """The production site, running without Node, with the optional booking widget and live map."""
    scratch = tmp_path_factory.mktemp("site")
    with PrebuiltSite(scratch, GYM_FORM_ENDPOINT=_service.endpoint, PATH=str(scratch), **WIDGETS) as site:
        yield site


@pytest.fixture(scope="session")
def static_host(pages) -> str:
    """The URL of a static host with the exported pages."""
    with plain_host(pages) as url:
        yield url


@pytest.fixture(scope="session")
def early_pages() -> Path:
    """The folder of the pages built before the opening, for a host without a server and below a path."""
    return built_folder(build_early_site()) / SUB_PATH.strip("/")


@pytest.fixture(scope="session")
def early_host(early_pages) -> str:
    """The URL of a static host with the pages built before the opening."""
    with plain_host(early_pages, below=SUB_PATH) as url:
        yield url


@pytest.fixture
def service(_service) -> FormService:
    """The form service behind the site, empty and accepting everything."""
    _service.reset()
    yield _service
    _service.reset()


@pytest.fixture(scope="session")
def browser():
    if not has_browser():  # `make test` installs one first, or fails
        pytest.skip("there is no Chromium: python -m scripts.programs chromium-headless-shell")
    with sync_playwright() as playwright:
        # A headless browser rounds glyph widths to whole pixels by default, unlike a visitor's browser.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"]
        browser = playwright.chromium.launch(executable_path=find_browser(), args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def opener(browser, request):
    """Opens pages at any URL; their contexts are closed after the test."""
    opener = Opener(browser, pictures=bool(request.node.get_closest_marker("pictures")))
    yield opener
    opener.close()


@pytest.fixture(scope="module")
def shared(browser, site):
    """Open a page shared by a module's tests, which must leave it unchanged and its console empty."""
    opener = Opener(browser, pictures=False)
    yield lambda path="/", **options: opener.open(site.url + path, **options)
    assert [error for page in opener.pages for error in page.watch.errors] == []
    opener.close()


@pytest.fixture
def open_page(opener, site):
    """Open a page of the production site: ``open_page("/", viewport=..., java_script_enabled=...)``."""
    return lambda path="/", **options: opener.open(site.url + path, **options)
