"""Reads photos that people send: of every format that phones make, however large, turned or broken.

``python -m gym_site.pictures.photos`` does so in a process of its own, whose memory and time are limited:

    take FILE TO        a photo as an upright JPEG in sRGB, without place, time and camera
    show FOLDER NAME STYLE TO    a picture of a gym's folder as it would look in a style, or as it is
    sizes FOLDER        all sizes and cards that the folder lacks

It prints a sentence, and ends with 1, if that is impossible.
"""

import sys
from contextlib import suppress
from pathlib import Path

import pi_heif
from PIL import Image, ImageOps

from gym_site.errors import SiteError
from gym_site.folder import Folder
from gym_site.pictures.cards import draw_cards
from gym_site.pictures.prints import inks_of, print_picture, styles_of
from gym_site.pictures.sizes import KEPT_QUALITY, LEAST, WHOLE, PictureError, build, find_mask, in_pixels, in_srgb

MEGAPIXELS = 100
MEMORY = 1_000_000_000  # bytes
SECONDS = 60  # of the processor
KEPT = 3600  # pixels of a photo's longer side
SHOWN = 640  # pixels of a preview's width
FORMATS = "JPEG", "PNG", "WEBP", "HEIF", "TIFF"


def take(file: Path, to: Path) -> None:
    """Write a photo as a plain JPEG. Raises PictureError with a sentence for whoever sent it."""
    try:
        with Image.open(file, formats=FORMATS) as image:
            number = image.width * image.height / 10**6
            if number > MEGAPIXELS:
                raise PictureError(
                    f"The photo has {number:.0f} megapixels; {MEGAPIXELS} are the most. Make it smaller."
                )
            if min(image.size) < LEAST:
                size = f"{image.width} x {image.height}"
                raise PictureError(f"The photo has {size} pixels: it needs {LEAST} at least on its shorter side.")
            image.draft(None, (KEPT, KEPT))  # a JPEG is read at a half, a quarter or an eighth
            if image.mode == "P":
                image = image.convert("RGBA" if image.has_transparency_data else "RGB")
            if not image.mode.startswith("I;16"):
                image.thumbnail((KEPT, KEPT), Image.Resampling.LANCZOS, reducing_gap=2)
            plain = in_srgb(ImageOps.exif_transpose(image))
    except Image.UnidentifiedImageError as error:
        raise PictureError("This is no photo: choose a JPEG, PNG, WebP or HEIC.") from error
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        said = "The photo can't be read: it is damaged, cut off or too large. Save it as a JPEG, or choose another one."
        raise PictureError(said) from error
    plain.thumbnail((KEPT, KEPT), Image.Resampling.LANCZOS)
    plain.save(to, "JPEG", quality=KEPT_QUALITY, subsampling=0)


def show(folder: Folder, name: str, style: str, to: Path) -> None:
    """Write a small picture of the part of a photo that pages show, in a style or as it is; or ``whole``."""
    source = folder.pictures / "originals" / f"{name}.jpg"
    with Image.open(source) as image:
        size = image.size
        image.draft("RGB", (SHOWN * 2, SHOWN * 2))
        photo = image.convert("RGB")
    part = [float(edge) for edge in folder.read("pictures/alt.toml").get("crop", {}).get(name, WHOLE)]
    if chosen := styles_of(inks_of(folder)).get(style):
        mask = find_mask(source, size)
        photo = print_picture(photo, chosen, Image.open(mask) if mask else None, part=part[2] - part[0])
    if style != "whole":
        photo = photo.crop(in_pixels(part, photo.size))
    photo.resize((SHOWN, round(photo.height * SHOWN / photo.width))).save(to, "JPEG", quality=80)


def main(work: str, *words: str) -> int:
    """Do what the words of the command say. Return the exit code."""
    Image.MAX_IMAGE_PIXELS = None  # `take` has a sentence about it
    try:
        if work == "take":
            Image.init()
            pi_heif.register_heif_opener()
            take(Path(words[0]), Path(words[1]))
        elif work == "show":
            show(Folder(Path(words[0])), words[1], words[2], Path(words[3]))
        else:
            folder = Folder(Path(words[0]))
            build(folder)
            draw_cards(folder.path)
    except SiteError as error:
        print(error)
        return 1
    return 0


def _limit() -> None:
    """Limit the memory and the time of this process, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


if __name__ == "__main__":
    _limit()
    sys.exit(main(*sys.argv[1:]))
