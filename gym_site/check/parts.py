"""Checks that each page has content and a share card, and each service a card in the list of services.

A post needs only a share card: the picture that other sites show with a link. The build stops if anything is missing.
"""

from collections.abc import Iterator

from gym_site.brand import FILE as BRAND_FILE
from gym_site.check.findings import Finding, place_of_record, place_of_text
from gym_site.check.pictures import unbuilt_pictures
from gym_site.content.posts import POSTS
from gym_site.content.service_pages import SERVICE_PAGES
from gym_site.content.services import CARDS_BY_KEY
from gym_site.routes import ROUTES, SERVICE_KEYS, card_path, post_key
from gym_site.settings import ROOT

ROUTES_FILE, PAGES_FILE = ROOT / "gym_site" / "routes.py", ROOT / "gym_site" / "pages" / "register.py"


def missing_parts() -> list[str]:
    """Return a message for everything that is missing: parts of pages and services, and sizes of pictures."""
    return [f"{finding.place}: {finding.message}" for finding in (*check_parts(), *unbuilt_pictures())]


def check_parts() -> Iterator[Finding]:
    """Yield an error for whatever a page, service or post lacks."""
    places = {route.key: place_of_text(ROUTES_FILE, rf'\s*(Route\()?"{route.key}",') for route in ROUTES}
    places |= {key: place_of_text(BRAND_FILE, rf"{key} = ") for key in SERVICE_KEYS}
    for key, place in places.items():
        if key not in SERVICE_PAGES and not place_of_text(PAGES_FILE, f'    "{key}": ').line:
            where = "content/service_pages.py" if key in SERVICE_KEYS else "pages/register.py"
            yield place.error(f"The page {key!r} is not in gym_site/{where}: add it there.")
    for key in SERVICE_KEYS:
        if key not in CARDS_BY_KEY:
            card = "is not in the list of services: add a ServiceCard to gym_site/content/services.py"
            yield places[key].error(f"The service {key!r} {card}.")
    for key, place in (places | {post_key(post.id): place_of_record(post) for post in POSTS}).items():
        card = f"assets{card_path(key)}"
        if not (ROOT / card).is_file():
            yield place.error(f"The share card {card} is missing: run python -m scripts.draw_brand.")
