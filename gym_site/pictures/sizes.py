"""Makes a gym's pictures: pictures/originals/ in several sizes into public/images/ of its folder, and their manifest.

A file's name contains a hash of its original and its encoding, so that browsers may cache it forever and a second run
has nothing to do. A picture listed below ``[print]`` in alt.toml is first turned into a print.
"""

import hashlib
import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageOps
from rich.progress import track

from gym_site.check.pictures import digest_of, upright_of
from gym_site.errors import SiteError
from gym_site.folder import Folder, is_left, parsed
from gym_site.pictures.prints import METHOD, SHOWN, Inks, Style, inks_of, print_picture, print_size, styles_of

WIDTHS = (480, 768, 960, 1440)
FALLBACK_WIDTH = 960  # of the WebP and the JPEG, for browsers without AVIF
UPRIGHT_WIDTH = 660
HEAD_WIDTH = 960  # of a picture drawn for the head of a phone's page
# Variant -> suffix of its files, Pillow's format and options.
ENCODERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "avif": ("avif", "AVIF", {"quality": 55, "speed": 6, "subsampling": "4:2:0", "max_threads": 1}),
    "webp": ("webp", "WEBP", {"quality": 76, "method": 6}),
    "jpg": ("jpg", "JPEG", {"quality": 78, "progressive": True, "optimize": True, "subsampling": "4:2:0"}),
    # The crop for an upright phone. The hero's is behind text and a dark veil, so a low quality is enough, and its file
    # should fit into the first 14 KB that a server may send.
    "upright": ("avif", "AVIF", {"quality": 38, "speed": 4, "subsampling": "4:2:0", "max_threads": 1}),
}
GENERATED = re.compile(r".+-\d+\.[0-9a-f]{8}\.(avif|webp|jpg)")
WHOLE = (0.0, 0.0, 1.0, 1.0)
PRINTED = "printed"  # replaces a style: the original is itself a print
PAPERS = Inks._fields
PRINT_WIDTHS = (480, SHOWN)  # grain makes large files, and prints look sharp at any size
PRINT_QUALITY = {"avif": 40, "webp": 60, "jpg": 66, "upright": 23}
LEAST = 480  # pixels: the minimum width of a crop, and the smallest of the usual widths
KEPT_QUALITY = 95  # of rewritten originals
BRIGHTEST_GROUND = 96  # of 255, so that no placeholder is bright on the dark pages


class PictureError(SiteError):
    """A picture can't be made; the message names it and the remedy in one line."""


@dataclass(frozen=True)
class Notes:
    """The content of alt.toml; crops are fractions: left, top, right, bottom."""

    alt: Mapping[str, str]
    crop: Mapping[str, Sequence[float]]
    upright: Mapping[str, Sequence[float]]
    extra_widths: Mapping[str, Sequence[int]]
    styles: Mapping[str, str]


@dataclass(frozen=True)
class Picture:
    """One original with its print, the box of pixels that each variant shows, and its files by variant and width.

    ``tall`` is the picture that upright phones get in place of a crop, and ``part`` what of the width others get.
    """

    source: Path
    style: str | None
    mask: Path | None
    other: Path | None
    tall: Path | None
    part: float
    boxes: Mapping[str, tuple[int, int, int, int]]
    size: tuple[int, int]
    colour: str
    files: Mapping[tuple[str, int], str]


def names_in(folder: Path) -> set[str]:
    """Return the names of the pictures in a folder."""
    return {path.stem for path in folder.glob("*.jpg") if not is_left(path)}


def read_notes(alt_file: Path, originals: Path, known: Collection[str]) -> Notes:
    """Read alt.toml; ``known`` are the styles that it may name.

    Raises MistakesError if it can't be read, PictureError if texts and originals don't match.
    """
    alt = parsed(alt_file.read_text(encoding="utf-8-sig"), alt_file)
    crop, upright, extra, styles = (alt.pop(table, {}) for table in ("crop", "upright", "extra_widths", "print"))
    for name, text in alt.items():
        if not isinstance(text, str) or not text.strip():
            raise PictureError(f"{name}: the alternative text in {alt_file.name} is empty or not a string")
    for table, parts in (("crop", crop), ("upright", upright)):
        for name, part in parts.items():
            if len(part) != 4 or not (0 <= part[0] < part[2] <= 1 and 0 <= part[1] < part[3] <= 1):
                wanted = "left < right and top < bottom, from 0 to 1"
                raise PictureError(f"{name}: [{table}] in {alt_file.name} needs {wanted}")
    for name, style in styles.items():
        if style not in (*known, PRINTED):
            wanted = ", ".join((*known, PRINTED))
            raise PictureError(f"{name}: [print] in {alt_file.name} must be one of {wanted}, not {style!r}")
    if unknown := sorted({*crop, *upright, *extra, *styles} - alt.keys()):
        raise PictureError(f"{', '.join(unknown)}: in a table of {alt_file.name}, but without alternative text")
    names = names_in(originals)
    if missing := sorted(names - alt.keys()):
        raise PictureError(f"{', '.join(missing)}: no alternative text in {alt_file.name}")
    if unused := sorted(alt.keys() - names):
        raise PictureError(f"{', '.join(unused)}: in {alt_file.name}, but no such .jpg in {originals.name}/")
    tall = names_in(originals.parent / "upright")
    if wrong := sorted(tall - names | tall & (upright.keys() | styles.keys())):
        wanted = f"a picture of that name in {originals.name}/, without a line in [upright] or [print]"
        raise PictureError(f"{', '.join(wrong)}: in upright/, which needs {wanted}")
    return Notes(alt, crop, upright, extra, styles)


def take_in(*folders: Path) -> Iterator[str]:
    """Rewrite each original that isn't a plain JPEG: upright, in sRGB, without place, time and camera.

    Yield a line about each. Raises PictureError for one that can't be read.
    """
    for path in sorted(path for folder in folders if folder.exists() for path in folder.iterdir()):
        if is_left(path) or not path.is_file():
            continue
        try:
            with Image.open(path) as image:
                if path.suffix == ".jpg" and (image.format, image.mode) == ("JPEG", "RGB") and is_plain(path, image):
                    continue
                plain = in_srgb(ImageOps.exif_transpose(image))
        except Image.DecompressionBombError as error:
            raise PictureError(f"{path.name}: too large. Save it with at most 10,000 pixels a side") from error
        except (OSError, ImageCms.PyCMSError) as error:
            raise PictureError(f"{path.name}: can't be read as a picture. Save it as a JPEG in sRGB") from error
        new = path.with_suffix(".new")
        plain.save(new, "JPEG", quality=KEPT_QUALITY, subsampling=0)
        path.unlink()
        new.replace(path.with_suffix(".jpg"))
        yield f"{path.name}: saved as {path.stem}.jpg, rotated upright, in sRGB, without metadata"


def is_plain(path: Path, image: Image.Image) -> bool:
    """Return whether a JPEG has no metadata: no Exif, XMP, IPTC or C2PA, and nothing after the picture's end."""
    segments = {marker for marker, _ in getattr(image, "applist", ())}
    return segments <= {"APP0", "APP14"} and path.read_bytes().endswith(b"\xff\xd9")  # JFIF, Adobe's colours


def in_srgb(image: Image.Image) -> Image.Image:
    """Return a picture as RGB, converted from its own colour profile; transparent parts become white."""
    profile: bytes = image.info.get("icc_profile", b"")
    made_for = profile[16:20]  # the profile's colour space, from its header
    if image.mode.startswith("I;16"):
        image = image.point(lambda shade: shade / 256).convert("L")  # Pillow's own conversion clips bright shades
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    if made_for == b"RGB " or image.mode in ("RGBA", "P"):
        image = image.convert("RGB")  # grey pictures too, as an RGB profile can't be applied to them
    if profile and (made_for != b"GRAY" or image.mode == "L"):
        own, srgb = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
        converted = ImageCms.profileToProfile(image, own, srgb, outputMode="RGB")
        assert converted, "a new picture, as it is not converted in place"
        image = converted
    return Image.frombytes("RGB", image.size, image.convert("RGB").tobytes())  # without metadata


def pick_widths(own: int, extra: Iterable[int] = (), usual: Iterable[int] = WIDTHS) -> list[int]:
    """Return the widths for a picture ``own`` pixels wide: none larger, and none within 15% of the largest."""
    wanted = sorted({*usual, *extra})
    largest = min(own, wanted[-1])
    return [width for width in wanted if width < 0.85 * largest] + [largest]


def in_pixels(part: Sequence[float], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Turn a part of a picture, given in fractions, into a box of pixels."""
    left, top, right, bottom = part
    return round(left * size[0]), round(top * size[1]), round(right * size[0]), round(bottom * size[1])


def find_mask(source: Path, size: tuple[int, int]) -> Path | None:
    """Return an original's mask, if it has one. Raises PictureError if its size isn't the picture's."""
    mask = source.parent.parent / "masks" / f"{source.stem}.png"
    if not mask.exists():
        return None
    with Image.open(mask) as image:
        if image.size != size:
            sizes = f"{size[0]} x {size[1]} pixels, its mask {image.size[0]} x {image.size[1]}"
            raise PictureError(f"{source.name} has {sizes}: delete masks/{mask.name}, or draw it again")
    return mask


def find_other(source: Path) -> Path | None:
    """Return the mask of a pair's other half: of NAME-after for NAME-before, and the reverse."""
    name, _, half = source.stem.rpartition("-")
    mask = source.parent.parent / "masks" / f"{name}-{'after' if half == 'before' else 'before'}.png"
    return mask if mask.exists() else None


def encoding(variant: str, style: str | None) -> dict[str, Any]:
    """Return the options with which a variant of a picture is saved."""
    options = ENCODERS[variant][2]
    return options | {"quality": PRINT_QUALITY[variant]} if style else options


def ground_of(source: Path, box: tuple[int, int, int, int]) -> str:
    """Return the mean colour of a part of a picture, darkened. Raises PictureError if it can't be read."""
    try:
        with Image.open(source) as image:
            mean = image.convert("RGB").resize((1, 1), Image.Resampling.BOX, box=box).tobytes()
    except OSError as error:
        raise PictureError(f"{source.name}: can't be read as a picture ({error})") from error
    shade = min(1.0, BRIGHTEST_GROUND / max(1, *mean))
    return "".join(f"{round(channel * shade / 17):x}" for channel in mean)


def plan(source: Path, notes: Notes, inks: Inks, former: Mapping[str, Any]) -> Picture:
    """Decide which files one original becomes. ``former``: its entry in the manifest, or nothing.

    Raises PictureError if it can't be read.
    """
    name, data = source.stem, source.read_bytes()
    asked = notes.styles.get(name)
    style, mask, other, tall = styles_of(inks).get(asked or ""), None, None, upright_of(source)
    shown = notes.crop.get(name, WHOLE)
    part = float(shown[2] - shown[0])
    try:
        with Image.open(source) as image:
            size = image.size
            if style:
                size, mask = print_size(size, part), find_mask(source, size)
                other = find_other(source) if asked == "pair" else None
                data += repr((METHOD, style)).encode() + b"".join(one.read_bytes() for one in (mask, other) if one)
            box = in_pixels(shown, size)
            boxes = {"avif": box, "webp": box, "jpg": box}
            if name in notes.upright:
                boxes["upright"] = in_pixels(notes.upright[name], size)
            if tall:
                data += tall.read_bytes()
                with Image.open(tall) as high:
                    boxes["upright"] = (0, 0, *high.size)
    except OSError as error:
        raise PictureError(f"{source.name}: can't be read as a picture ({error})") from error
    width, height = box[2] - box[0], box[3] - box[1]
    if width < LEAST:
        raise PictureError(f"{source.name}: {width} x {height} pixels are shown; at least {LEAST} in width are needed")
    widths = pick_widths(width, notes.extra_widths.get(name, ()), PRINT_WIDTHS if style else WIDTHS)
    fallback = min(width, PRINT_WIDTHS[0] if style else FALLBACK_WIDTH)
    variants = [*(("avif", wide) for wide in widths), ("webp", fallback), ("jpg", fallback)]
    if "upright" in boxes:
        left, top, right, bottom = boxes["upright"]
        most = HEAD_WIDTH if tall and right - left > bottom - top else UPRIGHT_WIDTH
        variants.append(("upright", min(right - left, most)))
    # One digest for all files of a picture: pages name all of them, and repeated text compresses to almost nothing.
    how = [(variant, wide, boxes[variant], encoding(variant, asked)) for variant, wide in variants]
    digest = hashlib.sha256(data + repr(how).encode()).hexdigest()[:8]
    stems = {"upright": f"{name}-upright"}  # its own stem, as it is an AVIF too and may have the same width
    files = {
        (variant, wide): f"{stems.get(variant, name)}-{wide}.{digest}.{ENCODERS[variant][0]}"
        for variant, wide in variants
    }
    avif = {str(width): f"/images/{name}" for (kind, width), name in files.items() if kind == "avif"}
    if asked:
        colour = PAPERS[inks.index(style.paper)] if style else "ink"
    else:
        colour = former["colour"] if former.get("avif") == avif else ground_of(source, box)
    return Picture(
        source, asked, mask, other, tall, part, boxes, (widths[-1], round(height * widths[-1] / width)), colour, files
    )


def render(picture: Picture, style: Style | None, out: Path) -> None:
    """Write the missing files of a picture, printed in a style if there is one, each in one atomic step."""
    with Image.open(picture.source) as image:
        original = image.convert("RGB")
    if style:
        mask, other = (Image.open(one) if one else None for one in (picture.mask, picture.other))
        original = print_picture(original, style, mask, other, picture.part)
    for (variant, width), name in picture.files.items():
        if (out / name).exists():
            continue
        shown = Image.open(picture.tall).convert("RGB") if picture.tall and variant == "upright" else original
        cropped = shown.crop(picture.boxes[variant])
        resized = cropped.resize((width, round(cropped.height * width / cropped.width)), Image.Resampling.LANCZOS)
        resized.save(out / f".{name}", ENCODERS[variant][1], **encoding(variant, picture.style))
        (out / f".{name}").replace(out / name)


def describe(picture: Picture, alt: str) -> dict[str, object]:
    """Return the manifest's entry for a picture."""
    urls = {variant: f"/images/{name}" for (variant, _), name in picture.files.items()}
    return {
        "alt": alt,
        "original": digest_of(picture.source),
        "width": picture.size[0],
        "height": picture.size[1],
        "colour": picture.colour,
        "avif": {str(width): f"/images/{name}" for (kind, width), name in picture.files.items() if kind == "avif"},
        "webp": urls["webp"],
        "jpeg": urls["jpg"],
        **({"upright": urls["upright"]} if "upright" in urls else {}),
    }


def compared(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line about each picture that is smaller than the one it replaces, or has another shape."""
    for name in before.keys() & now.keys():
        (old_width, old_height), (width, height) = ((one[name]["width"], one[name]["height"]) for one in (before, now))
        sizes = f"{name}: {width} x {height} in place of {old_width} x {old_height}"
        if width < 0.75 * old_width:
            yield f"{sizes}: it will look blurred on large screens"
        if not 0.8 < (width / height) / (old_width / old_height) < 1.25:
            yield f"{sizes}: another shape, so some places crop much of it. Look at /pictures under `make dev`"


def write_if_changed(path: Path, text: str) -> None:
    """Leave a file with the same text alone, so that a watcher doesn't rebuild for nothing; replace one of others."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        new = path.with_name(f".{path.name}.new")  # as publications share their files
        new.write_text(text, encoding="utf-8")
        new.replace(path)


def build(gym: Folder, say: Callable[[str], object] = str) -> int:
    """Update the sizes of a gym's pictures, and their manifest.

    ``say`` is called with a line about each picture that is worse than before. A manifest that can't be read counts as
    none. Returns how many pictures were encoded. Raises PictureError and MistakesError before anything is written.
    """
    folder, inks = gym.pictures, inks_of(gym)
    originals, images = folder / "originals", gym.public("/images")
    styles = styles_of(inks)
    notes = read_notes(folder / "alt.toml", originals, styles)
    manifest, former = folder / "manifest.json", {}
    with suppress(OSError, ValueError):
        former = json.loads(manifest.read_text(encoding="utf-8"))
    names = sorted(names_in(originals))
    pictures = {name: plan(originals / f"{name}.jpg", notes, inks, former.get(name, {})) for name in names}
    images.mkdir(parents=True, exist_ok=True)
    existing = {path.name for path in images.iterdir()}
    due = [picture for picture in pictures.values() if not existing.issuperset(picture.files.values())]
    with ProcessPoolExecutor() as pool:
        work = as_completed([pool.submit(render, picture, styles.get(picture.style or ""), images) for picture in due])
        for done in track(work, "Encoding pictures", len(due), disable=not due):
            done.result()
    entries = {name: describe(picture, notes.alt[name]) for name, picture in pictures.items()}
    for line in compared(former, entries):
        say(line)
    write_if_changed(manifest, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")
    for name in existing.difference(*(picture.files.values() for picture in pictures.values())):
        if GENERATED.fullmatch(name):
            (images / name).unlink()
    return len(due)
