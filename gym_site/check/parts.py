"""Checks that each page has content and a share card.

A post needs only a share card: the picture that other sites show with a link. The build stops if anything is missing.
"""

from collections.abc import Iterator
from difflib import get_close_matches

from gym_site.check.findings import Finding, Place, place_of, place_of_item, place_of_text
from gym_site.check.pictures import unbuilt_pictures
from gym_site.folder import shown
from gym_site.gym import Gym, contents
from gym_site.routes import card_path, post_key
from gym_site.settings import ROOT

ROUTES_FILE, PAGES_FILE = ROOT / "gym_site" / "routes.py", ROOT / "gym_site" / "pages" / "register.py"


def missing_parts(gym: Gym, *, in_development: bool = False) -> list[str]:
    """Return a message for everything that pages lack: their content, sizes of pictures, and in production cards."""
    missing = [*_check_pages(gym), *unbuilt_pictures(gym)]
    if not in_development:
        missing += _check_cards(gym)
    return [f"{finding.place}: {finding.message}" for finding in missing]


def check_parts(gym: Gym) -> Iterator[Finding]:
    """Yield an error for whatever a page or post lacks, and for each file of the folder that no page shows."""
    known = {"gym.toml", "launch.toml", *(file for file, *_ in contents().values())}
    for file in gym.folder.files("*.toml*"):
        if file.name not in known:
            near = get_close_matches(file.name, known, n=1)
            yield place_of(file).error(f"No page shows this file{f': rename it to {near[0]}.' if near else '.'}")
    yield from _check_pages(gym)
    yield from _check_cards(gym)


def _places(gym: Gym) -> dict[str, Place]:
    places = {key: place_of_text(ROUTES_FILE, rf'\s*(Route\()?"{key}",') for key in gym.routes}
    return places | {key: place_of_item(card) for key, card in gym.cards.items()}


def _check_pages(gym: Gym) -> Iterator[Finding]:
    for key, place in _places(gym).items():
        if key not in gym.routes.services and not place_of_text(PAGES_FILE, f'    "{key}": ').line:
            yield place.error(f"The page {key!r} is not in gym_site/pages/register.py: add it there.")


def _check_cards(gym: Gym) -> Iterator[Finding]:
    if not gym.folder.has("public"):
        said = "Icons and cards of this gym were never drawn: run make brand."
        yield place_of(gym.folder.path).error(said)
        return
    posts = {post_key(post.id): place_of_item(post) for post in (*gym.posts, *gym.waiting_posts)}
    for key, place in (_places(gym) | posts).items():
        if not (card := gym.folder.public(card_path(key))).is_file():
            advice = "run make brand, or copy another card to this name"
            yield place.error(f"The share card {shown(card)} is missing: {advice}.")
