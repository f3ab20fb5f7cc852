"""Classes by which the last row of a grid has no gap, for any number of cells (``assets/css/components/rows.css``)."""

from typing import Literal

Tile = Literal["small", "wide", "tall", "large", "main", "half", "whole"]

# Bands of a mosaic by their number of photos. Each fills twelve columns; all but that of three are two rows high.
_BANDS: dict[int, tuple[Tile, ...]] = {
    1: ("whole",),
    2: ("half", "half"),
    3: ("wide", "wide", "wide"),
    4: ("main", "tall", "wide", "wide"),
    5: ("main", "tall", "wide", "small", "small"),
    7: ("small", "large", "small", "small", "small", "small", "small"),
}
_ENDS = {6: (3, 3), 8: (5, 3), 9: (5, 4), 10: (7, 3), 11: (7, 4), 12: (7, 5), 13: (5, 4, 4)}


def mosaic(count: int) -> tuple[Tile, ...]:
    """Return the size of each photo in a mosaic of twelve columns without gaps."""
    tiles: tuple[Tile, ...] = ()
    while count > max(_ENDS):
        tiles, count = (*tiles, *_BANDS[7]), count - 7
    for band in _ENDS.get(count, (count,) if count else ()):
        tiles = (*tiles, *_BANDS[band])
    return tiles


def mosaic_classes(name: str, tiles: tuple[Tile, ...]) -> str:
    """Return the classes of the mosaic ``name``, whose last row is full on tablets, and its last column on phones."""
    left = -sum(4 if tile in ("large", "main") else 1 for tile in tiles) % 3
    return name + f" ends-{left + 1}" * bool(left) + " odd" * (len(tiles) % 2) + " few" * (len(tiles) < 3)


def cards(name: str, count: int, *, even_if_few: bool = False) -> str:
    """Return the classes of the grid ``name``: rows of up to four cards, of which the last has no single card.

    ``even_if_few``: whether the grid has four columns also if there are fewer cards.
    """
    return f"{name} balanced" if count > 4 or (even_if_few and count != 4) else name


def after_first(name: str, count: int) -> str:
    """Return the classes of the grid ``name``, whose first card fills a row; the others stand three or two in a row."""
    others = count - 1
    return name + " thirds" * bool(others % 3) + " ends-2" * (others % 2)


def with_call(name: str, count: int, columns: int) -> tuple[str, str]:
    """Return the classes of the grid ``name``, whose last cell is a call, and of the call, which fills the last row.

    A grid of four columns has three if that leaves a wider call. In two columns, the call has a row of its own.
    """
    name += " odd" * (count % 2)
    if columns == 4 and count % 4 == 3 and count % 3 < 2:
        columns, name = 3, f"{name} three"
    left = columns - count % columns
    return name, "" if left == 2 else f"span-{left}"
