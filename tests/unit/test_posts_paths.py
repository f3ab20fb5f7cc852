"""A blog post is shown under its path with and without a slash; a post that isn't there leads to the list."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette
from starlette.staticfiles import StaticFiles

from gym_site.routes import alias_for, post_alias, post_path
from gym_site.server.policy import guard
from gym_site.settings import load_settings


@pytest.fixture
def ask(tmp_path):
    """Return a function that asks the guarded app for a path and returns its answer."""
    for path in (post_alias(1), post_path(1), alias_for("blog")):
        page = tmp_path / path.strip("/") / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"this is {path}")
    files = Starlette()
    files.mount("/", StaticFiles(directory=tmp_path, html=True))
    transport = httpx.ASGITransport(guard(tmp_path, load_settings({}))(files))

    async def get(path):
        async with httpx.AsyncClient(transport=transport, base_url="http://gym.example") as client:
            return await client.get(path)

    return lambda path: asyncio.run(get(path))


@pytest.mark.parametrize("path", [post_alias(1), post_path(1)])
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_post_is_shown_with_and_without_a_slash_at_the_end(ask, path, slash):
    answer = ask(path + slash)
    assert (answer.status_code, answer.text) == (200, f"this is {path}")


@pytest.mark.parametrize("path", ["/blog/8", "/blog/8/", "/blog/1/2/", "/fitness-blog-surrey-delta/0/"])
def test_a_post_that_isnt_there_leads_to_the_list(ask, path):
    answer = ask(path)
    assert answer.is_redirect
    assert answer.headers["location"] == alias_for("blog")
