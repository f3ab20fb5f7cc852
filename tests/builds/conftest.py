"""The site as built before the opening, without a server and below a path; and with a server below a path."""

from pathlib import Path

import pytest

from gym_site.built import built_folder
from tests.build import SUB_PATH, build_below_path, build_early_site
from tests.site import PrebuiltSite, plain_host


@pytest.fixture(scope="session")
def early_pages() -> Path:
    """The folder of the pages built before the opening, for a host without a server and below a path."""
    return built_folder(build_early_site()) / SUB_PATH.strip("/")


@pytest.fixture(scope="session")
def early_host(early_pages) -> str:
    """The URL of a static host with these pages."""
    with plain_host(early_pages, below=SUB_PATH) as url:
        yield url


@pytest.fixture(scope="session")
def site_below(_service, tmp_path_factory) -> PrebuiltSite:
    """The site with its server below `SUB_PATH`; its ``url`` is that of the host."""
    web = {"REFLEX_WEB_WORKDIR": str(build_below_path()), "REFLEX_FRONTEND_PATH": SUB_PATH}
    with PrebuiltSite(tmp_path_factory.mktemp("below"), GYM_FORM_ENDPOINT=_service.endpoint, **web) as site:
        yield site
