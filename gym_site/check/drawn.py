"""Checks that the drawn files (icons, map, share cards) match the current name, titles, colours and pictures."""

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gym_site.check.findings import Finding, place_of
from gym_site.folder import Folder
from gym_site.gym import Gym
from gym_site.routes import card_path

DRAWN, CARDS = "drawn.json", "pictures/cards.toml"
MAP, LINE_UP = "pictures/originals/map.jpg", "pictures/originals/line-up.jpg"
ICONS = {"favicon.ico": 48, "apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
_CARD = f"public{card_path('')}".removesuffix(".jpg")
_LEFT = 450  # default left edge of a card's picture in pixels; a line in cards.toml overrides it


@dataclass(frozen=True)
class Card:
    """The content of a share card: a title and a picture. ``left`` is the picture's left edge in pixels."""

    title: str
    picture: str
    left: int


def cards(gym: Gym) -> dict[str, Card]:
    """Return the card of each page by the page's key, which is ``post-ID`` for a blog post."""
    chosen = gym.folder.read(CARDS) if gym.folder.has(CARDS) else {}
    own = {key: card.picture for key, card in gym.cards.items()}
    names = gym.brand.name, gym.brand.short_name
    titles = {key: _without(names, record.title) for key, record in gym.records.items()}
    for post in (*gym.posts, *gym.waiting_posts):
        titles[f"post-{post.id}"], own[f"post-{post.id}"] = post.title, post.picture
    return {
        key: Card(title, *chosen.get(key, (own.get(key) or gym.home.hero.picture, _LEFT)))
        for key, title in titles.items()
    }


def _without(names: Collection[str], title: str) -> str:
    first, *others = title.split(" | ")
    return next((part for part in (first, *others) if part not in names), first)


def line_up_files(folder: Folder, name: str) -> tuple[Path, Path]:
    """Return a trainer's photo and mask for the wide picture: in ``pictures/line-up/``, or else the portrait's own."""
    own = folder.pictures / "line-up" / f"{name}.jpg"
    if own.is_file():
        return own, own.with_suffix(".png")
    return folder.pictures / "originals" / own.name, folder.pictures / "masks" / f"{name}.png"


def sources(gym: Gym) -> dict[str, str]:
    """Return a digest of each drawn file's inputs, by the file's path in the gym's folder."""
    brand = gym.brand
    look = brand.name, brand.area, brand.mark, brand.colours.ink, brand.colours.text, brand.colours.ember, brand.fonts
    made_of: dict[str, Any] = {f"public/{name}": (brand.icon(), brand.colours.ink) for name in ICONS}
    if gym.has("map"):
        made_of[MAP] = look, brand.towns, gym.folder.text_of("map.svg")
    words = gym.trainers_page and gym.trainers_page.line_up
    shown = words.shows if words else ()
    people = [file.read_bytes() for name in sorted(shown) for file in line_up_files(gym.folder, name) if file.is_file()]
    if people:
        made_of[LINE_UP] = brand.colours.ink, brand.colours.ember, brand.colours.bone, people
    for key, card in cards(gym).items():
        made_of[f"public{card_path(key)}"] = (
            look,
            card,
            gym.pictures[card.picture].webp if card.picture in gym.pictures else None,
        )
    return {file: hashlib.sha256(repr(parts).encode()).hexdigest()[:12] for file, parts in made_of.items()}


def drawn(folder: Folder) -> dict[str, str]:
    """Return, for each file, the digest that was recorded when it was drawn. Files made by hand are left out."""
    file = folder.pictures / DRAWN
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def due(gym: Gym) -> list[str]:
    """Return the drawn files that are missing or whose inputs have changed."""
    known, wanted = drawn(gym.folder), sources(gym)
    outdated = [file for file, digest in wanted.items() if known.get(file, digest) != digest]
    return sorted({*outdated, *(file for file in wanted if not (gym.folder.path / file).is_file())})


def due_cards(gym: Gym) -> list[str]:
    """Return the cards among them."""
    return [file for file in due(gym) if file.startswith(_CARD)]


def key_of_card(file: str) -> str:
    """Return the key of the page that a card belongs to."""
    return file.removeprefix(_CARD).removesuffix(".jpg")


def check_drawn(gym: Gym) -> Iterator[Finding]:
    """Yield a note at the first of the files whose inputs have changed since they were drawn."""
    known = drawn(gym.folder)
    changed = [file for file, digest in sources(gym).items() if known.get(file, digest) != digest]
    if changed:
        others = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        said = f"The name, title, colour or picture in this file{others} has changed: run make brand."
        yield place_of(gym.folder.path / changed[0]).note(said)
