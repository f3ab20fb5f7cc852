"""Make the site's pictures: pictures/originals/ in several sizes into assets/images/, and their manifest.

The site itself reads only ``pictures/manifest.json`` and ``assets/css/picture-grounds.css``, so it runs without
Pillow. A file's name holds a hash of its original and of how it was encoded: a browser may keep it for ever, and
a second run has nothing to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from rich.progress import Progress

ROOT = Path(__file__).resolve().parent.parent
URL = "/images/"
WIDTHS = (480, 768, 960, 1600)
FALLBACK_WIDTH = 960  # of the WebP and the JPEG, for browsers without AVIF
UPRIGHT_WIDTH = 660
ENCODERS = {
    "avif": {"quality": 55, "speed": 6, "subsampling": "4:2:0", "max_threads": 1},
    "webp": {"quality": 76, "method": 6},
    "jpg": {"quality": 78, "progressive": True, "optimize": True, "subsampling": "4:2:0"},
    # Below words and a veil of ink; the file should fit into what a server may send at once, some 14 KB.
    "upright": {"quality": 38, "speed": 4, "subsampling": "4:2:0", "max_threads": 1},
}
GENERATED = re.compile(r".+-\d+\.[0-9a-f]{8}\.(avif|webp|jpg)")
FORMATS = {"avif": "AVIF", "webp": "WEBP", "jpg": "JPEG"}
ENDINGS = {"upright": "avif"}
WHOLE = (0.0, 0.0, 1.0, 1.0)
BRIGHTEST_GROUND = 96  # of 255, so that no picture flashes on a dark page before it comes


class PictureError(ValueError):
    """A picture can't be made; the message is one line that names it and what to mend."""


@dataclass(frozen=True)
class Notes:
    """What people wrote about the originals: texts, kept parts (fractions: left, top, right, bottom), more widths.

    ``upright`` is the part of a whole original that is kept for upright phones.
    """

    alt: Mapping[str, str]
    crop: Mapping[str, Sequence[float]]
    upright: Mapping[str, Sequence[float]]
    extra_widths: Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Picture:
    """One original, and the files to be made from it: (kind, width) -> file name; kind -> kept part in pixels."""

    source: Path
    boxes: Mapping[str, tuple[int, int, int, int]]
    size: tuple[int, int]
    colour: str
    files: Mapping[tuple[str, int], str]


def read_notes(alt_file: Path) -> Notes:
    """Read alt.toml. Raises PictureError for TOML that doesn't parse, and for notes that say nothing usable."""
    try:
        tables = tomllib.loads(alt_file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise PictureError(f"{alt_file.name}: {error}") from error
    crop, upright, extra = (tables.pop(name, {}) for name in ("crop", "upright", "extra_widths"))
    for name, text in tables.items():
        if not isinstance(text, str) or not text.strip():
            raise PictureError(f"{name}: the alternative text in {alt_file.name} is empty or not a text")
    for table, parts in (("crop", crop), ("upright", upright)):
        for name, part in parts.items():
            if len(part) != 4 or not (0 <= part[0] < part[2] <= 1 and 0 <= part[1] < part[3] <= 1):
                raise PictureError(
                    f"{name}: [{table}] in {alt_file.name} wants left < right and top < bottom, from 0 to 1"
                )
    if unknown := sorted({*crop, *upright, *extra} - tables.keys()):
        raise PictureError(f"{', '.join(unknown)}: in a table of {alt_file.name}, but without alternative text")
    return Notes(tables, crop, upright, extra)


def find_originals(originals: Path, notes: Notes, alt_file: Path) -> dict[str, Path]:
    """Pair originals with texts by name. Raises PictureError where one lacks the other."""
    found = {path.stem: path for path in sorted(originals.glob("*.jpg"))}
    if missing := sorted(found.keys() - notes.alt.keys()):
        raise PictureError(f"{', '.join(missing)}: no alternative text in {alt_file.name}")
    if unused := sorted(notes.alt.keys() - found.keys()):
        raise PictureError(f"{', '.join(unused)}: in {alt_file.name}, but no such .jpg in {originals.name}/")
    return found


def pick_widths(own: int, extra: Iterable[int] = ()) -> list[int]:
    """Widths to make from a picture ``own`` pixels wide: never more than it has, none within 15% of the largest."""
    wanted = sorted({*WIDTHS, *extra})
    largest = min(own, wanted[-1])
    return [width for width in wanted if width < 0.85 * largest] + [largest]


def in_pixels(part: Sequence[float], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Turn a part of a picture, given in fractions, into a box of pixels."""
    left, top, right, bottom = part
    return round(left * size[0]), round(top * size[1]), round(right * size[0]), round(bottom * size[1])


def plan(source: Path, notes: Notes) -> Picture:
    """Decide what becomes of one original. Raises PictureError if it can't be read."""
    name, data = source.stem, source.read_bytes()
    try:
        with Image.open(source) as image:
            box = in_pixels(notes.crop.get(name, WHOLE), image.size)
            upright = in_pixels(notes.upright[name], image.size) if name in notes.upright else None
            mean = image.convert("RGB").resize((1, 1), Image.Resampling.BOX, box=box).tobytes()
    except OSError as error:
        raise PictureError(f"{source.name}: can't be read as a picture ({error})") from error
    shade = min(1.0, BRIGHTEST_GROUND / max(1, *mean))
    colour = "#{:02x}{:02x}{:02x}".format(*(round(channel * shade) for channel in mean))
    width, height = box[2] - box[0], box[3] - box[1]
    widths = pick_widths(width, notes.extra_widths.get(name, ()))
    fallback = min(width, FALLBACK_WIDTH)
    wanted = [*(("avif", wide) for wide in widths), ("webp", fallback), ("jpg", fallback)]
    boxes = dict.fromkeys(FORMATS, box)
    if upright:
        boxes["upright"] = upright
        wanted.append(("upright", min(upright[2] - upright[0], UPRIGHT_WIDTH)))
    files = {}
    for kind, wide in wanted:
        digest = hashlib.sha256(data + repr((kind, wide, boxes[kind], ENCODERS[kind])).encode()).hexdigest()[:8]
        files[kind, wide] = f"{name}-{wide}.{digest}.{ENDINGS.get(kind, kind)}"
    size = (widths[-1], round(height * widths[-1] / width))
    return Picture(source, boxes, size, colour, files)


def render(picture: Picture, out: Path) -> None:
    """Write those of a picture's files that aren't there. A file appears whole or not at all."""
    with Image.open(picture.source) as image:
        original = image.convert("RGB")
    for (kind, wide), name in picture.files.items():
        if (out / name).exists():
            continue
        kept = original.crop(picture.boxes[kind])
        resized = kept.resize((wide, round(kept.height * wide / kept.width)), Image.Resampling.LANCZOS)
        unfinished = out / f".{name}"
        resized.save(unfinished, FORMATS[ENDINGS.get(kind, kind)], **ENCODERS[kind])
        unfinished.replace(out / name)


def describe(picture: Picture, alt: str) -> dict[str, object]:
    """Give the manifest's entry for a picture."""
    urls = {key: URL + name for key, name in picture.files.items()}
    upright = [url for (kind, _), url in urls.items() if kind == "upright"]
    return {
        "alt": alt,
        "width": picture.size[0],
        "height": picture.size[1],
        "colour": picture.colour,
        "avif": {str(wide): url for (kind, wide), url in urls.items() if kind == "avif"},
        "webp": next(url for (kind, _), url in urls.items() if kind == "webp"),
        "jpeg": next(url for (kind, _), url in urls.items() if kind == "jpg"),
        **({"upright": upright[0]} if upright else {}),
    }


def write_if_changed(path: Path, text: str) -> None:
    """Leave a file's time alone when its text is the same, so that a watcher doesn't rebuild for nothing."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def build(
    originals: Path, alt_file: Path, out_images: Path, manifest: Path, css: Path, *, progress: bool = True
) -> int:
    """Bring images, manifest and grounds up to date with the originals; return how many pictures were encoded.

    Raises PictureError before anything is written or removed.
    """
    notes = read_notes(alt_file)
    pictures = {name: plan(path, notes) for name, path in find_originals(originals, notes, alt_file).items()}
    out_images.mkdir(parents=True, exist_ok=True)
    due = [each for each in pictures.values() if any(not (out_images / name).exists() for name in each.files.values())]
    with Progress(disable=not (progress and due)) as bar, ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        task = bar.add_task("Encoding pictures", total=len(due))
        for done in as_completed([pool.submit(render, each, out_images) for each in due]):
            done.result()
            bar.advance(task)
    entries = {name: describe(picture, notes.alt[name]) for name, picture in sorted(pictures.items())}
    write_if_changed(manifest, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")
    grounds = (f".ground-{name}{{background-color:{picture.colour}}}\n" for name, picture in sorted(pictures.items()))
    write_if_changed(css, "".join(grounds))
    current = {name for picture in pictures.values() for name in picture.files.values()}
    for path in out_images.iterdir():
        if GENERATED.fullmatch(path.name) and path.name not in current:
            path.unlink()
    return len(due)


def main() -> int:
    """Build the site's own pictures; return the process's exit code."""
    try:
        encoded = build(
            ROOT / "pictures" / "originals",
            ROOT / "pictures" / "alt.toml",
            ROOT / "assets" / "images",
            ROOT / "pictures" / "manifest.json",
            ROOT / "assets" / "css" / "picture-grounds.css",
        )
    except PictureError as error:
        print(f"build_pictures: {error}", file=sys.stderr)
        return 1
    total = sum(path.stat().st_size for path in (ROOT / "assets" / "images").iterdir())
    print(f"{encoded} pictures encoded; assets/images holds {total / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
