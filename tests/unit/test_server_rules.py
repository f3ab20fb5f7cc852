"""This site's rules (`gym_site.runtime`) in the responses of `lean_reflex.server`."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from gym_site.brand import BRAND
from gym_site.routes import alias_for, post_alias, post_path
from gym_site.runtime import rules
from gym_site.settings import load_settings
from lean_reflex.server.policy import guard
from tests.site import ask as ask_app

POST, NO_POST = 1, 88
BLOG = (post_alias(POST), post_path(POST), alias_for("blog")) if BRAND.has("blog") else ()
PICTURE = "images/hero-640.01234567.avif"


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Send requests to a small site with this site's rules; each of its files contains the file's name."""
    folder = tmp_path_factory.mktemp("pages")
    for name in ("index.html", "404.html", PICTURE, *(f"{path.strip('/')}/index.html" for path in BLOG)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "404.html").write_text('<div class="button-row"></div>')
    form = Starlette(routes=[Route("/forms/inquiry", lambda _: PlainTextResponse("words", 422), methods=["POST"])])
    app = guard(form, lambda: folder, form.routes, lambda _path: None, rules(load_settings({})))
    return lambda path, method="GET": ask_app(app, path, method)


@pytest.mark.part("blog")
def test_a_blog_post_is_served_with_and_without_a_trailing_slash(ask):
    for path in BLOG[:2]:
        for slash in ("", "/"):
            answer = ask(path + slash)
            assert (answer.status_code, answer.text) == (200, f"{path.strip('/')}/index.html")


@pytest.mark.part("blog")
def test_a_missing_blog_post_redirects_to_the_blog(ask):
    for path in (
        *(f"{path}/{NO_POST}" for path in BLOG[2:]),
        f"{post_alias(NO_POST)}/",
        f"{post_alias(POST)}/2/",
        post_path(0),
    ):
        answer = ask(path)
        assert (answer.status_code, answer.headers["location"]) == (307, alias_for("blog")), path


@pytest.mark.part("blog")
def test_the_number_of_a_blog_post_may_begin_with_zeros(ask):
    for path in BLOG[:2]:
        folder, _, number = path.rpartition("/")
        answer = ask(f"{folder}/00{number}")
        assert (answer.status_code, answer.headers["location"]) == (307, path)


def test_responses_with_visitor_data_are_not_cached_but_pictures_are(ask):
    answer = ask("/forms/inquiry", "POST")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "immutable" in ask(f"/{PICTURE}").headers["cache-control"]


def test_the_404_page_links_to_the_page_that_was_meant(ask):
    assert ask("/INDEX.html").status_code == 404
    assert 'href="/"' in ask("/.htm").text
