"""The bytes of the built files that a first view downloads (docs/performance.md)."""

from gym_site.content.posts import POSTS
from gym_site.routes import ROUTES, alias_for, post_alias, post_path
from scripts.weights import exceeded, weights


def test_no_page_exceeds_its_size_budget(pages):
    measured = weights(pages)
    paths = {route.path for route in ROUTES} | {alias_for(route.key) for route in ROUTES}
    posts = {path(post.id) for post in POSTS for path in (post_path, post_alias)}
    assert paths | posts <= measured.keys()
    assert exceeded(measured) == [], "REFLEX_WEB_WORKDIR=.cache/web python -m scripts.weights shows what grew"
