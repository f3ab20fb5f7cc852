"""What a first view costs a visitor, in bytes of the built files (docs/performance.md)."""

from gym_site.routes import ROUTES
from scripts.weights import exceeded, weights


def test_no_page_is_heavier_than_its_budget(pages):
    measured = weights(pages)
    assert len(measured) > len(ROUTES)
    assert exceeded(measured) == [], "REFLEX_WEB_WORKDIR=.cache/web python -m scripts.weights shows what grew"
