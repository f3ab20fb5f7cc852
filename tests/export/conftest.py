"""Every built page, read once."""

from __future__ import annotations

import pytest

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, post_alias, post_path
from tests.markup import Element, read


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
