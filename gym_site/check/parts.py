"""Checks that each page has a record, content and a share card, and each service an inquiry option.

A post needs only a share card: the picture that other sites show with a link. The build stops if anything is missing.
"""

from collections.abc import Iterator

from gym_site.check.findings import Finding, place_of_record, place_of_text
from gym_site.check.loading import CONTENT
from gym_site.check.pictures import unbuilt_pictures
from gym_site.content.forms import INQUIRY_SERVICES
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from gym_site.content.services import CARDS_BY_KEY
from gym_site.routes import ROUTES, SERVICE_KEYS, card_path, post_key
from gym_site.settings import ROOT

ROUTES_FILE, PAGES_FILE = ROOT / "gym_site" / "routes.py", ROOT / "gym_site" / "pages" / "register.py"


def missing_parts() -> list[str]:
    """Return a message for everything that is missing: parts of pages and services, and sizes of pictures."""
    return [f"{finding.place}: {finding.message}" for finding in (*check_parts(), *unbuilt_pictures())]


def check_parts() -> Iterator[Finding]:
    """Yield an error for whatever a page, service or post lacks, and for each inquiry option without a service."""
    places = {route.key: place_of_text(ROUTES_FILE, rf'\s*(Route\()?"{route.key}",') for route in ROUTES}
    places |= {key: place_of_record(card) for key, card in CARDS_BY_KEY.items()}
    for key, place in places.items():
        if key not in PAGE_RECORDS:
            yield place.error(f"The page {key!r} has no record: add one to gym_site/content/page_records.py.")
        if key not in SERVICE_KEYS and not place_of_text(PAGES_FILE, f'    "{key}": ').line:
            yield place.error(f"The page {key!r} is not in gym_site/pages/register.py: add it there.")
    for key in SERVICE_KEYS:
        if key not in INQUIRY_SERVICES:
            option = "has no option in the inquiry form: add one to INQUIRY_SERVICES in gym_site/content/forms.py"
            yield places[key].error(f"The service {key!r} {option}.")
    for key in sorted(INQUIRY_SERVICES.keys() - set(SERVICE_KEYS)):
        yield place_of_text(CONTENT / "forms.py", "INQUIRY_SERVICES").error(f"There is no service {key!r}.")
    for key, place in (places | {post_key(post.id): place_of_record(post) for post in POSTS}).items():
        card = f"assets{card_path(key)}"
        if not (ROOT / card).is_file():
            yield place.error(f"The share card {card} is missing: run python -m scripts.draw_brand.")
