"""Draw the mark, three rising slashes, as SVG and as every icon that browsers and phones ask for."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

ASSETS = Path(__file__).resolve().parent.parent / "assets"
EMBER, INK = "#FF5A1F", "#0B0C0E"
# The mark on a 16 x 12 grid, so that a slash is two to three whole pixels in the smallest favicon.
WIDTH, HEIGHT = 16.0, 12.0
SLASH, GAP, RISE = 2.5, 2.0, 4.5
OVERSAMPLING = 8


def slashes() -> list[list[tuple[float, float]]]:
    """Corners of the three slashes, left to right, within WIDTH x HEIGHT."""
    starts = [index * (SLASH + GAP) for index in range(3)]
    return [[(x, HEIGHT), (x + RISE, 0.0), (x + RISE + SLASH, 0.0), (x + SLASH, HEIGHT)] for x in starts]


def path() -> str:
    """The mark as the ``d`` of an SVG path."""
    return "".join("M" + "L".join(f"{x:g} {y:g}" for x, y in slash) + "Z" for slash in slashes())


def svg() -> str:
    """The mark as an SVG document, in the middle of a square."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {(HEIGHT - WIDTH) / 2:g} {WIDTH:g} {WIDTH:g}">'
        f'<path fill="{EMBER}" d="{path()}"/></svg>\n'
    )


def icon(size: int, share: float, ground: str | None) -> Image.Image:
    """A square icon; the mark takes ``share`` of its width. Without a ground it is transparent."""
    large = size * OVERSAMPLING
    scale = large * share / WIDTH
    left, top = (large - WIDTH * scale) / 2, (large - HEIGHT * scale) / 2
    mask = Image.new("L", (large, large))
    for slash in slashes():
        ImageDraw.Draw(mask).polygon([(left + x * scale, top + y * scale) for x, y in slash], fill=255)
    mask = mask.resize((size, size), Image.Resampling.BOX)
    if ground is None:
        image = Image.new("RGBA", (size, size), EMBER)
        image.putalpha(mask)
        return image
    image = Image.new("RGB", (size, size), ground)
    image.paste(EMBER, mask=mask)
    return image


def main() -> None:
    """Write the icons into assets/. Phones cut corners off, so theirs keep to the middle."""
    (ASSETS / "favicon.svg").write_text(svg(), encoding="utf-8")
    small = [icon(size, 1.0, None) for size in (16, 32, 48)]
    small[-1].save(ASSETS / "favicon.ico", sizes=[image.size for image in small], append_images=small[:-1])
    for name, size in {"apple-touch-icon": 180, "icon-192": 192, "icon-512": 512}.items():
        icon(size, 0.56, INK).save(ASSETS / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
