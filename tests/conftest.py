"""One build for all workers, one server and one browser per worker, one page per test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import sync_playwright

from gym_site.brand import BRAND
from gym_site.built import built_folder
from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_alias, post_path
from gym_site.settings import ROOT
from scripts.programs import find_browser, has_browser
from tests.browsing import Opener
from tests.build import SUB_PATH, build_below_path, build_site, build_without_server
from tests.form_service import FormService
from tests.markup import Element, read
from tests.site import BOOKING_PORT, WIDGETS, PrebuiltSite, plain_host, serving

BUILT = {"pages", "early_pages"}
"""The fixtures behind every test that reads a build."""
LONGEST = [
    "tests/a11y/test_pages_as_they_open.py",
    "tests/engines/test_journey.py",
    "tests/e2e/test_first_paint.py",
    "tests/e2e/test_layout_defects.py",
    "tests/a11y/test_axe.py",
    "measured",
    "tests/faults/test_processes.py",
    "tests/faults/test_campaign.py",
    "tests/faults/test_database.py",
    "tests/faults/test_answers.py",
    "tests/e2e/test_rest.py",
    "tests/e2e/test_form_arrives.py",
]
"""The slowest groups of tests, in the order in which they start.

Groups that limit a server's response time start late, when no build is running any more.
"""


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the slow tests, as before a release")


def pytest_configure(config):
    examples = 100 if config.getoption("long") else 25
    settings.register_profile("patient", max_examples=examples, deadline=None)  # a slow machine must not fail a test
    settings.load_profile("patient")


def together(nodeid: str) -> str:
    """Return the group of a test; a group runs in one worker, one test after the other.

    The tests of a file share the processes that they start. Tests that measure time, or count connections or processes,
    form one group, so that no two run at once. Page visits form a group for each window width.
    """
    file = nodeid.partition("::")[0]
    if file.startswith(("tests/scale/", "tests/strangers/")):
        return "measured"
    return file + nodeid[nodeid.find("[") :] if file.endswith("test_pages_as_they_open.py") else file


@pytest.hookimpl(optionalhook=True)  # xdist is switched off to debug
def pytest_xdist_make_scheduler(config, log):
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False  # keeps the order of pytest_collection_modifyitems
    return ByGroup(config, log)


def is_asked_for(item, config) -> bool:
    """Return whether a test applies to this run and to the parts that this gym has."""
    is_long = item.get_closest_marker("long") and not config.getoption("long")
    return not is_long and all(BRAND.has(name) for mark in item.iter_markers("part") for name in mark.args)


def pytest_collection_modifyitems(config, items):
    """Sort the tests: first those that need no build, then those that read built pages, then browser tests.

    The build runs during the first tests. Browser tests come last, as Playwright keeps an event loop open, and
    asyncio.run() then fails. The slowest groups of browser tests start first, so that none runs alone at the end.
    """
    config.hook.pytest_deselected(items=[item for item in items if not is_asked_for(item, config)])
    items[:] = [item for item in items if is_asked_for(item, config)]

    def needs(item) -> int:
        return 2 if "browser" in item.fixturenames else 1 if BUILT & set(item.fixturenames) else 0

    place = {name: number for number, name in enumerate(LONGEST)}
    most: dict[str, int] = {}
    for item in items:
        group = together(item.nodeid)
        is_long = group.partition("[")[0] in place
        most[group] = 2 if is_long else max(needs(item), most.get(group, 0))

    def rank(item):
        group = together(item.nodeid)
        return most[group], place.get(group.partition("[")[0], len(place)), group, needs(item)

    items.sort(key=rank)


def pytest_collection_finish(session):
    """Start the build if any test needs it, while the first tests run."""
    first = os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0" and not session.config.option.collectonly
    if first and any(BUILT & set(item.fixturenames) for item in session.items):
        session.config.build = subprocess.Popen(
            [sys.executable, "-m", "tests.build"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


def pytest_unconfigure(config):
    if build := getattr(config, "build", None):
        build.wait()


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
    routes = {path: route.path for route in ROUTES for path in (route.path, route.alias) if path}
    posts = {path: post_path(post.id) for post in POSTS for path in (post_path(post.id), post_alias(post.id))}
    return routes | posts


@pytest.fixture(scope="session")
def documents(pages, long_paths) -> dict[str, Element]:
    """The built pages by path."""
    return {path: read(pages / path.strip("/") / "index.html") for path in long_paths}


@pytest.fixture(scope="session")
def early_pages():
    """The folder of the pages built before the opening, for a host without a server and below a path."""
    return built_folder(build_without_server()) / SUB_PATH.strip("/")


@pytest.fixture(scope="session")
def early_host(early_pages) -> str:
    """The URL of a static host with the pages built before the opening."""
    with plain_host(early_pages, below=SUB_PATH) as url:
        yield url


@pytest.fixture(scope="session")
def site(_service, booking_service, pages, tmp_path_factory) -> PrebuiltSite:
    """The production site, running without Node, with the optional booking widget and live map."""
    scratch = tmp_path_factory.mktemp("site")
    with PrebuiltSite(scratch, GYM_FORM_ENDPOINT=_service.endpoint, PATH=str(scratch), **WIDGETS) as site:
        yield site


@pytest.fixture(scope="session")
def site_below(_service, tmp_path_factory) -> PrebuiltSite:
    """The site with its server below `SUB_PATH`; its ``url`` is that of the host."""
    web = {"REFLEX_WEB_WORKDIR": str(build_below_path()), "REFLEX_FRONTEND_PATH": SUB_PATH}
    with PrebuiltSite(tmp_path_factory.mktemp("below"), GYM_FORM_ENDPOINT=_service.endpoint, **web) as site:
        yield site


@pytest.fixture(scope="session")
def static_host(pages) -> str:
    """The URL of a static host with the exported pages."""
    with plain_host(pages) as url:
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
    opener = Opener(browser, pictures=not request.node.get_closest_marker("without_pictures"))
    yield opener
    opener.close()


@pytest.fixture(scope="module")
def shared(browser, site):
    """Open a page shared by a module's tests, which must leave it unchanged and its console empty."""
    opener = Opener(browser)
    yield lambda path="/", **options: opener.open(site.url + path, **options)
    assert [error for page in opener.pages for error in page.watch.errors] == []
    opener.close()


@pytest.fixture
def open_page(opener, site):
    """Open a page of the production site: ``open_page("/", viewport=..., java_script_enabled=...)``."""
    return lambda path="/", **options: opener.open(site.url + path, **options)
