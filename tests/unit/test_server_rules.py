"""This site's rules (`gym_site.runtime`) in the responses of `lean_reflex.server`."""

import re

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from gym_site.runtime import page_policy, rules
from gym_site.settings import Settings
from lean_reflex.server.policy import guard
from tests.gym import CURRENT, GYM
from tests.site import ask as ask_app

POST, NO_POST = 1, 88
BLOG = (
    (GYM.routes.post_alias(POST), GYM.routes.post_path(POST), GYM.routes.alias_for("blog")) if GYM.has("blog") else ()
)
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
    app = guard(form, lambda: folder, form.routes, lambda _path: None, rules(CURRENT))
    return lambda path, method="GET": ask_app(app, path, method)


@pytest.mark.part("blog")
def test_a_missing_blog_post_redirects_to_the_blog_and_a_number_with_zeros_to_the_post(ask):
    alias, path, blog = BLOG
    for asked, location in (
        (f"{blog}/{NO_POST}", blog),
        (f"{GYM.routes.post_alias(NO_POST)}/", blog),
        (f"{alias}/2/", blog),
        (GYM.routes.post_path(0), blog),
        *((re.sub(r"/(\d+)$", r"/00\1", post), post) for post in (alias, path)),
    ):
        answer = ask(asked)
        assert (answer.status_code, answer.headers["location"]) == (307, location), asked


def test_responses_with_visitor_data_are_not_cached_but_pictures_are(ask):
    answer = ask("/forms/inquiry", "POST")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "immutable" in ask(f"/{PICTURE}").headers["cache-control"]


def test_the_404_page_links_to_the_home_page_if_it_was_meant(ask):
    assert 'href="/"' in ask("/.htm").text


WIDGET, MAP = "https://booking.example", "https://maps.example"
FRAMED = {"script-src": [WIDGET], "connect-src": [WIDGET], "frame-src": [WIDGET], "form-action": [WIDGET]}


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({"widget_script_url": f"{WIDGET}/a.js"}, FRAMED),
        ({"widget_library_url": f"{WIDGET}/b.js"}, FRAMED),
        ({"map_embed_url": f"{MAP}/embed"}, {"frame-src": [MAP]}),
        ({"form_endpoint": f"{MAP}/f/1", "has_server": False}, {"connect-src": [MAP], "form-action": [MAP]}),
        ({"form_endpoint": f"{MAP}/f/1"}, {}),
    ],
)
def test_pages_may_reach_the_hosts_in_the_settings_and_no_others(settings, allowed):
    policy = page_policy(Settings(**settings))
    assert {directive: found for directive, hosts in policy.items() if (found := list(filter(None, hosts)))} == allowed
