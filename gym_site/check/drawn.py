"""Checks that the drawn files (icons, map, share cards) match the current name, titles, colours and pictures."""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gym_site.brand import BRAND
from gym_site.check.findings import Finding, place_of
from gym_site.check.pictures import MANIFEST
from gym_site.content.home import HERO
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from gym_site.content.services import CARDS_BY_KEY
from gym_site.content.trainers import LINE_UP as LINE_UP_WORDS
from gym_site.folder import FOLDER, PICTURES, has, read
from gym_site.routes import ROUTES, card_path
from gym_site.settings import ROOT

DRAWN, CARDS, MAP = PICTURES / "drawn.json", "pictures/cards.toml", FOLDER / "map.svg"
ICONS = {"favicon.ico": 48, "apple-touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
_ORIGINALS = Path(os.path.relpath(PICTURES, ROOT)).as_posix() + "/originals"
MAP_PICTURE, LINE_UP = f"{_ORIGINALS}/map.jpg", f"{_ORIGINALS}/line-up.jpg"
_LEFT = 450  # default left edge of a card's picture in pixels; a line in cards.toml overrides it


@dataclass(frozen=True)
class Card:
    """The content of a share card: a title and a picture. ``left`` is the picture's left edge in pixels."""

    title: str
    picture: str
    left: int


def cards() -> dict[str, Card]:
    """Return the card of each page by the page's key, which is ``post-ID`` for a blog post."""
    chosen = read(CARDS) if has(CARDS) else {}
    own = {key: card.picture for key, card in CARDS_BY_KEY.items()}
    titles = {route.key: _without_name(PAGE_RECORDS[route.key].title) for route in ROUTES if route.key in PAGE_RECORDS}
    for post in POSTS:
        titles[f"post-{post.id}"], own[f"post-{post.id}"] = post.title, post.picture
    return {key: Card(title, *chosen.get(key, (own.get(key) or HERO.picture, _LEFT))) for key, title in titles.items()}


def _without_name(title: str) -> str:
    return next(part for part in title.split(" | ") if part not in (BRAND.name, BRAND.short_name))


def line_up_files(name: str) -> tuple[Path, Path]:
    """Return a trainer's photo and mask for the wide picture: in ``pictures/line-up/``, or else the portrait's own."""
    own = PICTURES / "line-up" / f"{name}.jpg"
    if own.is_file():
        return own, own.with_suffix(".png")
    return PICTURES / "originals" / own.name, PICTURES / "masks" / f"{name}.png"


def sources() -> dict[str, str]:
    """Return a digest of each drawn file's inputs, by the file's path relative to the project's root."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    look = BRAND.name, BRAND.area, BRAND.mark, BRAND.colours.ink, BRAND.colours.text, BRAND.colours.ember, BRAND.fonts
    made_of: dict[str, Any] = {f"assets/{name}": (BRAND.icon(), BRAND.colours.ink) for name in ICONS}
    if BRAND.has("map"):
        made_of[MAP_PICTURE] = look, BRAND.towns, MAP.read_text(encoding="utf-8")
    shown = LINE_UP_WORDS.shows if LINE_UP_WORDS else ()
    people = [file.read_bytes() for name in sorted(shown) for file in line_up_files(name) if file.is_file()]
    if people:
        made_of[LINE_UP] = BRAND.colours.ink, BRAND.colours.ember, BRAND.colours.bone, people
    for key, card in cards().items():
        made_of[f"assets{card_path(key)}"] = look, card, manifest.get(card.picture, {}).get("webp")
    return {file: hashlib.sha256(repr(parts).encode()).hexdigest()[:12] for file, parts in made_of.items()}


def drawn() -> dict[str, str]:
    """Return, for each file, the digest that was recorded when it was drawn. Files made by hand are left out."""
    return json.loads(DRAWN.read_text(encoding="utf-8")) if DRAWN.is_file() else {}


def check_drawn() -> Iterator[Finding]:
    """Yield a note for each file whose inputs have changed since it was drawn; an error if none was ever drawn."""
    known = drawn()
    if not DRAWN.is_file():
        yield place_of(FOLDER).error("Icons and cards of this gym were never drawn: run python -m scripts.draw_brand.")
    for file, digest in sources().items():
        if file in known and known[file] != digest:
            message = "The name, title, colour or picture in this file has changed: run python -m scripts.draw_brand."
            yield place_of(ROOT / file).note(message)
