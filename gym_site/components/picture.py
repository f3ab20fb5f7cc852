"""Pictures in the sizes that ``scripts/build_pictures.py`` generates."""

import json
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import inf

import reflex as rx

from gym_site.folder import PICTURES
from gym_site.routes import public_path

_UPRIGHT = "(max-width: 40rem) and (orientation: portrait)"
_MANIFEST = PICTURES / "manifest.json"


@dataclass(frozen=True)
class Picture:
    """One entry of the manifest: a picture's paths, its sizes in pixels, and the colour shown until it loads.

    ``original`` is the digest of the picture from which they were made.
    """

    alt: str
    original: str
    width: int
    height: int
    colour: str
    avif: dict[str, str]
    webp: str
    jpeg: str
    upright: str | None = None


@cache
def pictures() -> dict[str, Picture]:
    """Return the manifest's pictures by name. Raises `FileNotFoundError` if the pictures were never built."""
    return {name: _below(Picture(**entry)) for name, entry in json.loads(_MANIFEST.read_text(encoding="utf-8")).items()}


def _below(entry: Picture) -> Picture:
    """Return a picture of the manifest with the paths at which browsers find it."""
    return replace(
        entry,
        avif={width: public_path(path) for width, path in entry.avif.items()},
        webp=public_path(entry.webp),
        jpeg=public_path(entry.jpeg),
        upright=entry.upright and public_path(entry.upright),
    )


def picture(
    name: str,
    *,
    sizes: str,
    most: float = inf,
    alt: str | None = None,
    eager: bool = False,
    class_name: str = "",
) -> rx.Component:
    """Return a picture that reserves its space. A phone held upright shows the portrait crop, if there is one.

    ``sizes`` is the HTML attribute. Files with many more pixels across than ``most`` are left out; a fixed width, such
    as "7rem", leaves them out by itself. ``alt`` replaces the alternative text of the manifest; an empty ``alt`` marks
    the picture as decorative. ``eager`` is for pictures above the fold. Without a name, nothing is shown. Raises
    `KeyError` for an unknown name.
    """
    if not name:
        return rx.fragment()
    entry = pictures()[name]
    fixed = sizes.removesuffix("rem")
    if fixed.isdecimal():
        most = 3 * 16 * float(fixed)  # on the densest screens
    smaller = sum(int(width) < most for width in entry.avif)
    avif = ", ".join(f"{path} {width}w" for width, path in islice(entry.avif.items(), smaller + 1))
    upright = None
    if entry.upright:
        width = entry.upright.rpartition("-")[2].partition(".")[0]
        upright = rx.el.source(type="image/avif", src_set=f"{entry.upright} {width}w", sizes="100vw", media=_UPRIGHT)
    return rx.el.picture(
        upright,
        rx.el.source(type="image/avif", src_set=avif, sizes=sizes),
        rx.el.source(type="image/webp", src_set=entry.webp),
        rx.el.img(
            src=entry.jpeg,
            alt=entry.alt if alt is None else alt,
            decoding="async",
            loading="eager" if eager else "lazy",
            custom_attrs={"width": entry.width, "height": entry.height} | ({"fetchPriority": "high"} if eager else {}),
        ),
        class_name=f"picture ground-{entry.colour} {class_name}".strip(),
    )
