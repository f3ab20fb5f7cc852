"""Pictures in the sizes that ``gym_site.pictures`` makes."""

from itertools import islice
from math import inf

import reflex as rx

from gym_site.site import Site

_UPRIGHT = "(max-width: 40rem) and (orientation: portrait)"


def picture(
    site: Site,
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
    entry, public_path = site.gym.pictures[name], site.settings.public_path
    fixed = sizes.removesuffix("rem")
    if fixed.isdecimal():
        most = 3 * 16 * float(fixed)  # on the densest screens
    smaller = sum(int(width) < most for width in entry.avif)
    avif = ", ".join(f"{public_path(path)} {width}w" for width, path in islice(entry.avif.items(), smaller + 1))
    upright = None
    if entry.upright:
        width = entry.upright.rpartition("-")[2].partition(".")[0]
        upright = rx.el.source(
            type="image/avif", src_set=f"{public_path(entry.upright)} {width}w", sizes="100vw", media=_UPRIGHT
        )
    return rx.el.picture(
        upright,
        rx.el.source(type="image/avif", src_set=avif, sizes=sizes),
        rx.el.source(type="image/webp", src_set=public_path(entry.webp)),
        rx.el.img(
            src=public_path(entry.jpeg),
            alt=entry.alt if alt is None else alt,
            decoding="async",
            loading="eager" if eager else "lazy",
            custom_attrs={"width": entry.width, "height": entry.height} | ({"fetchPriority": "high"} if eager else {}),
        ),
        class_name=f"picture ground-{entry.colour} {class_name}".strip(),
    )
