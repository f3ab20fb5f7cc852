"""The site as built with a server below a path."""

import pytest

from tests.build import SUB_PATH, build_below_path
from tests.site import PrebuiltSite


@pytest.fixture(scope="session")
def site_below(_service, tmp_path_factory) -> PrebuiltSite:
    """The site with its server below `SUB_PATH`; its ``url`` is that of the host."""
    web = {"REFLEX_WEB_WORKDIR": str(build_below_path()), "REFLEX_FRONTEND_PATH": SUB_PATH}
    with PrebuiltSite(tmp_path_factory.mktemp("below"), GYM_FORM_ENDPOINT=_service.endpoint, **web) as site:
        yield site
