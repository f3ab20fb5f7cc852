"""The generated pictures of a gym, as ``pictures/manifest.json`` in its folder lists them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """One entry of the manifest: a picture's paths, its sizes in pixels, and the colour shown until it loads.

    ``original`` is the digest of the picture from which they were made. The paths don't have the site's sub-path.
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
