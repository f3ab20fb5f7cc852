"""What a first view costs a visitor, in bytes of the built files (docs/performance.md)."""

from scripts.weights import exceeded, weights


def test_no_page_is_heavier_than_its_budget(pages):
    measured = weights(pages)
    assert len(measured) > 40
    assert exceeded(measured) == [], "REFLEX_WEB_WORKDIR=.cache/web python -m scripts.weights shows what grew"
