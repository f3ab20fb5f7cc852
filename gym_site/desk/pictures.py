"""The pictures of a draft: a new one in place of another, its crops and its look, and those that nothing shows."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from PIL import Image

from gym_site.brand import PART_FILES
from gym_site.check.drawn import CARDS, due_cards
from gym_site.check.pictures import check_pictures, used_pictures
from gym_site.desk.publications import Draft
from gym_site.desk.text_edits import set_value
from gym_site.desk.text_forms import at
from gym_site.folder import ROOT, Folder
from gym_site.gym import Gym
from gym_site.refusal import Steps

logger = logging.getLogger(__name__)

ALT = "pictures/alt.toml"
ORIGINALS = "pictures/originals"
EXTRA, PRINT = "extra_widths", "print"
CROPS = {"crop": "On all pages", "upright": "On a phone held upright, over the whole screen"}
"""The tables of alt.toml with the parts of pictures that pages show, and the words for them."""
USUAL, OF_PRINT = 1440, 768  # pixels across of the largest file of a picture
LEAST = 480  # pixels across that are shown at least
PRINTED = "thing"  # the style of pictures that replace none
WITHOUT_MASK = {"ember": "ink", "bone": "ink", "thing-ember": "thing", "thing-bone": "thing"}
"""Styles whose paper only shows behind a figure that a mask cuts out, and what a whole photo has in their place."""
SECONDS = 240
TOO_LARGE = "The photo is too large for this machine. Save it smaller, then try again."
BROKEN = "The picture could not be made. Tell whoever looks after the website."

Part = tuple[float, float, float, float]


class PhotoError(Exception):
    """A sentence that says why there is no picture."""


@dataclass(frozen=True)
class Crop:
    """A part of a picture, of a shape that pages have: 0 to 100, how far right and down it is, and how large."""

    table: str
    shape: float  # width by height
    x: float = 50
    y: float = 50
    size: float = 100

    @classmethod
    def of(cls, table: str, shape: float, part: Part, photo: tuple[int, int]) -> "Crop":
        """Return a part of a picture, given in fractions, as a crop."""
        width, height = _largest(shape, photo)
        left, top, right, _ = map(float, part)
        size = min(1.0, (right - left) / width)
        free = (left, 1 - size * width), (top, 1 - size * height)
        x, y = (100 * low / most if most > 0.001 else 50 for low, most in free)
        return cls(table, shape, *(round(min(100.0, max(0.0, one)), 1) for one in (x, y, 100 * size)))

    def part(self, photo: tuple[int, int]) -> Part:
        """Return the part in fractions of a picture of this size."""
        width, height = (most * self.size / 100 for most in _largest(self.shape, photo))
        left, top = self.x / 100 * (1 - width), self.y / 100 * (1 - height)
        return round(left, 4), round(top, 4), round(left + width, 4), round(top + height, 4)

    def least(self, photo: tuple[int, int]) -> int:
        """Return the smallest ``size`` that has enough pixels."""
        return min(100, max(20, round(100 * LEAST / (_largest(self.shape, photo)[0] * photo[0]) + 0.5)))


def _largest(shape: float, photo: tuple[int, int]) -> tuple[float, float]:
    """Return the width and height of the largest part of a shape, in fractions."""
    own = photo[0] / photo[1]
    return min(1.0, shape / own), min(1.0, own / shape)


def notes_of(folder: Path) -> dict[str, Any]:
    """Return the content of alt.toml; nothing if there is none."""
    texts = Folder(folder)
    return texts.read(ALT) if texts.has(ALT) else {}


def known(folder: Path) -> dict[str, Any]:
    """Return the manifest of the pictures; nothing if it can't be read."""
    try:
        return json.loads((folder / "pictures/manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def model_of(data: Mapping[str, Any], steps: Steps) -> str:
    """Return the picture whose look a new one at a place has: the present one, or that of another entry of the list."""
    present = at(data, steps[:-1]).get(steps[-1], "")
    if present or len(steps) < 3 or not isinstance(steps[-2], int):
        return present
    others = (str(entry.get(steps[-1]) or "") for entry in at(data, steps[:-2]))
    return next(filter(None, others), "")


def shapes_of(folder: Path, name: str, *, of_new: bool = False) -> dict[str, float]:
    """Return the shapes of a picture's crops by their tables; those of most pictures if there is no such picture.

    ``of_new``: of a new picture in its place, which has no file of its own for upright phones.
    """
    entry = known(folder).get(name, {"width": 8, "height": 5})
    shapes = {"crop": entry["width"] / entry["height"]}
    if "upright" in entry and (of_new or not (folder / "pictures/upright" / f"{name}.jpg").exists()):
        with Image.open(Folder(folder).public(entry["upright"])) as tall:
            shapes["upright"] = tall.width / tall.height
    return shapes


def new_name(model: str, slug: str, taken: set[str]) -> str:
    """Return a free name like the model's: trainer-15 after trainer-14. ``slug``: of the file, without a model."""
    begin = (model or slug.rstrip("s")).rstrip("0123456789")
    digits = len(model) - len(begin)
    numbers = range(1 if digits > 0 else 2, 10**6)
    return next(name for one in numbers if (name := f"{begin.rstrip('-')}-{one:0{max(1, digits)}}") not in taken)


def add(draft: Draft, name: str, photo: bytes, alt: str, model: str, crops: Sequence[tuple[str, Part]]) -> None:
    """Add a picture to a draft, which looks like its model."""
    draft.write(f"{ORIGINALS}/{name}.jpg", photo)
    document = _alt(draft.path, {name: alt})
    for table, part in crops:
        set_value(_table(document, table), name, list(part))
    if widths := document.get(EXTRA, {}).get(model):
        set_value(_table(document, EXTRA), name, widths)
    if (style := document.get(PRINT, {}).get(model)) and style != "printed":
        set_value(_table(document, PRINT), name, WITHOUT_MASK.get(style, style))
    draft.write(ALT, tomlkit.dumps(document))


def adjust(draft: Draft, name: str, alt: str, style: str, crops: Sequence[tuple[str, Part]]) -> None:
    """Change what a picture shows, and how it looks. ``style``: empty, as it is."""
    document = _alt(draft.path)
    document[name] = alt
    for table, part in crops:
        set_value(_table(document, table), name, list(part))
    if style:
        set_value(_table(document, PRINT), name, style)
    else:
        document.get(PRINT, {}).pop(name, None)
    draft.write(ALT, tomlkit.dumps(document))


def replace_elsewhere(draft: Draft, former: str, name: str) -> None:
    """Let cards, and the picture of all trainers, have a picture in place of one that no page shows any more."""
    for file in (CARDS, PART_FILES["trainers"]):
        if former and (draft.path / file).is_file():
            document = tomlkit.parse((draft.path / file).read_text(encoding="utf-8"))
            lists = list(document.values()) if file == CARDS else [document.get("line_up", {}).get("shows", [])]
            places = [(one, number) for one in lists for number, value in enumerate(one) if value == former]
            for one, number in places:
                one[number] = name
            if places:
                draft.write(file, tomlkit.dumps(document))


def unused(folder: Path, gym: Gym) -> list[str]:
    """Return the names of the pictures that neither a page nor a card shows, nor a part that is switched off."""
    notes = notes_of(folder)
    known = {name for name, text in notes.items() if isinstance(text, str)}
    shown = {name for _, _, name in used_pictures(gym)} | {"map"}
    kept = [
        file.read_text(encoding="utf-8") for file in (*(folder / "off").glob("*"), folder / CARDS) if file.is_file()
    ]
    words = {name for name in known if any(f'"{name}"' in text for text in kept)}
    people = gym.trainers_page.line_up.shows if gym.trainers_page and gym.trainers_page.line_up else ()
    return sorted(known - shown - words - {*people})


def remove(draft: Draft, names: Sequence[str]) -> None:
    """Remove pictures from a draft, with all that belongs to them. The next sizes are made without them."""
    document = _alt(draft.path)
    for name in names:
        for table in (document, *(one for one in document.values() if isinstance(one, dict))):
            table.pop(name, None)
        for file in (f"{ORIGINALS}/{name}.jpg", f"pictures/masks/{name}.png", f"pictures/upright/{name}.jpg"):
            if (draft.path / file).exists():
                draft.remove(file)
    draft.write(ALT, tomlkit.dumps(document))


def small(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the names of pictures that pages enlarge to twice their size or more, each with a sentence."""
    notes = notes_of(folder)
    for name, entry in known(folder).items():
        wanted = max(notes.get(EXTRA, {}).get(name, ()), default=OF_PRINT if name in notes.get(PRINT, {}) else USUAL)
        if entry["width"] * 2 <= wanted:
            yield (
                name,
                (
                    f"“{entry['alt']}” has {entry['width']} pixels across, and is shown with up to {wanted}:"
                    " it will look blurred. Take a larger photo, or show more of it."
                ),
            )


def finish(folder: Path, gym: Gym) -> None:
    """Make the sizes and cards that a draft lacks. Raises PhotoError."""
    if any(check_pictures(gym)) or due_cards(gym):
        run("sizes", folder)


def run(*words: str | Path) -> None:
    """Run gym_site.pictures.photos in a process of its own. Raises PhotoError with its sentence."""
    command = [sys.executable, "-m", "gym_site.pictures.photos", *map(str, words)]
    variables = os.environ | {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}  # or each thread takes memory
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise PhotoError(BROKEN) from None
    if done.returncode < 0:
        raise PhotoError(TOO_LARGE)  # it was ended at its limit
    if done.returncode:
        logger.error("A picture could not be made: %s", done.stderr[-2000:])
        raise PhotoError(done.stdout.strip() or BROKEN)


def _alt(folder: Path, new: Mapping[str, str] | None = None) -> Any:
    """Return alt.toml. ``new``: texts of pictures to add, below the others: tomlkit would add them below a comment."""
    file = folder / ALT
    lines = file.read_text(encoding="utf-8-sig").splitlines() if file.is_file() else []
    first_table = next((number for number, line in enumerate(lines) if line.startswith("[")), len(lines))
    end = max(
        (number + 1 for number, line in enumerate(lines[:first_table]) if "=" in line and line[:1].isalnum()), default=0
    )
    lines[end:end] = [f"{name} = {tomlkit.string(text).as_string()}" for name, text in (new or {}).items()]
    return tomlkit.parse("\n".join(lines) + "\n")


def _table(document: Any, key: str) -> Any:
    if key not in document:
        document[key] = tomlkit.table()
    return document[key]
