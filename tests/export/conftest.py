"""Every built page, read once; and the other build, which knows no server and was made before the opening."""

import pytest

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_alias, post_path
from tests.build import build_without_server
from tests.markup import Element, read
from tests.site import plain_host


@pytest.fixture(scope="session")
def long_paths() -> dict[str, str]:
    """The long path of each path of the site: a route and its alias, a post and its alias."""
    routes = {path: route.path for route in ROUTES for path in (route.path, route.alias) if path}
    posts = {path: post_path(post.id) for post in POSTS for path in (post_path(post.id), post_alias(post.id))}
    return routes | posts


@pytest.fixture(scope="session")
def documents(pages, long_paths) -> dict[str, Element]:
    """The built pages by their paths."""
    return {path: read(pages / path.strip("/") / "index.html") for path in long_paths}


@pytest.fixture(scope="session")
def early_pages():
    """The folder of the pages that were built before the opening."""
    return build_without_server() / "build" / "client"


@pytest.fixture(scope="session")
def early_host(early_pages) -> str:
    """The address of a plain file host with those pages."""
    with plain_host(early_pages) as url:
        yield url
