"""Checks that each page has content and a share card.

A post needs only a share card: the picture that other sites show with a link. The build stops if anything is missing.
"""

from collections.abc import Iterator

from gym_site.check.findings import Finding, place_of_record, place_of_text
from gym_site.check.pictures import unbuilt_pictures
from gym_site.content.posts import POSTS
from gym_site.content.services import CARDS_BY_KEY
from gym_site.routes import ROUTES, SERVICE_KEYS, card_path, post_key
from gym_site.settings import ROOT

ROUTES_FILE, PAGES_FILE = ROOT / "gym_site" / "routes.py", ROOT / "gym_site" / "pages" / "register.py"


def missing_parts() -> list[str]:
    """Return a message for everything that is missing: parts of pages and services, and sizes of pictures."""
    return [f"{finding.place}: {finding.message}" for finding in (*check_parts(), *unbuilt_pictures())]


def check_parts() -> Iterator[Finding]:
    """Yield an error for whatever a page or post lacks."""
    places = {route.key: place_of_text(ROUTES_FILE, rf'\s*(Route\()?"{route.key}",') for route in ROUTES}
    places |= {key: place_of_record(card) for key, card in CARDS_BY_KEY.items()}
    for key, place in places.items():
        if key not in SERVICE_KEYS and not place_of_text(PAGES_FILE, f'    "{key}": ').line:
            yield place.error(f"The page {key!r} is not in gym_site/pages/register.py: add it there.")
    for key, place in (places | {post_key(post.id): place_of_record(post) for post in POSTS}).items():
        card = f"assets{card_path(key)}"
        if not (ROOT / card).is_file():
            yield place.error(f"The share card {card} is missing: run python -m scripts.draw_brand.")
