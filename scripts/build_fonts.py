"""Make the site's font files and their style sheet from unpacked Fontsource packages.

    npm pack @fontsource/anton @fontsource-variable/archivo     # then unpack both
    pip install fonttools brotli
    python -m scripts.build_fonts anton/package archivo/package

Writes Latin subsets, their licences and ``assets/css/fonts.css``. The style sheet also declares fallback faces: fonts
that visitors have, stretched to the widths and heights of ours, so that no line moves when the real font arrives.

Archivo comes as two static weights instead of the variable font: together they are smaller, and each fits into what a
server may send before the first acknowledgement, so that neither costs a phone a second round trip.
"""

from __future__ import annotations

import hashlib
import shutil
import string
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # pyright: ignore[reportMissingImports], for this script alone
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingImports]
from fontTools.varLib import instancer  # pyright: ignore[reportMissingImports]

ASSETS = Path(__file__).resolve().parent.parent / "assets"
BUDGET = 45 * 1024
FIRST_FLIGHT = 14_000  # bytes of a file that fit into ten TCP segments beside the answer's headers
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’“”…•€™")]
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "rvrn", "tnum"]

# Advance widths in thousandths of an em. Liberation Sans has Arial's widths by design; Arial Narrow is 82% of Arial.
LETTERS = string.ascii_uppercase + string.ascii_lowercase + " "
ARIAL = dict(zip(LETTERS, (
    667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 278,
), strict=True))  # fmt: skip
ARIAL_BOLD = dict(zip(LETTERS, (
    722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
    556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889,
    611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 278,
), strict=True))  # fmt: skip


@dataclass(frozen=True)
class Fallback:
    """Fonts with the same advance widths that a visitor may have."""

    names: tuple[str, ...]
    widths: Mapping[str, int]
    scale: float = 1.0


@dataclass(frozen=True)
class Face:
    """One font file of the site: its family, its source, and the text by which a fallback's width is matched.

    ``instance`` is the weight taken out of a variable font, ``weights`` are those that are set in it. Of several
    ``fallbacks`` a browser takes the last that it has.
    """

    family: str
    source: str
    weights: str
    sample: str
    fallbacks: tuple[Fallback, ...]
    instance: int | None = None


BOLD = Fallback(("Arial Bold", "Arial-BoldMT", "Helvetica Bold", "Liberation Sans Bold"), ARIAL_BOLD)
NARROW = Fallback(("Arial Narrow Bold", "ArialNarrow-Bold", "Liberation Sans Narrow Bold"), ARIAL_BOLD, 0.82)
PLAIN = Fallback(("Arial", "ArialMT", "Helvetica", "Liberation Sans"), ARIAL)
HEADLINES = (
    "STRONG AT ANY HOUR TRAIN WITH PEOPLE WHO KNOW YOUR NAME CHOOSE YOUR MEMBERSHIP PERSONAL TRAINING GROUP FITNESS"
)
PROSE = (
    "Come in for a free consultation and leave with a plan that fits the week you really have. The gym never closes, "
    "and the price that you see is the price that you pay"
)
ARCHIVO = "files/archivo-latin-wght-normal.woff2"
FACES = (
    Face("Anton", "files/anton-latin-400-normal.woff2", "400", HEADLINES, (BOLD, NARROW)),
    Face("Archivo", ARCHIVO, "400", PROSE, (PLAIN,), instance=400),
    Face("Archivo", ARCHIVO, "600 700", PROSE, (BOLD,), instance=600),
)


def subset(font: TTFont) -> bytes:
    """Return a font as woff2 with the site's characters alone, and without hinting, which today's screens ignore."""
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def fallback_face(face: Face, font: TTFont, fallback: Fallback) -> str:
    """Declare a local font with the line metrics and the advance widths of ``font``."""
    em, cmap, metrics = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    letters = [letter for letter in face.sample if letter in LETTERS]
    width = sum(metrics[cmap[ord(letter)]][0] for letter in letters) / em
    adjust = width / (sum(fallback.widths[letter] for letter in letters) * fallback.scale / 1000)
    line = font["hhea"]
    heights = {"ascent": line.ascent, "descent": -line.descent, "line-gap": line.lineGap}
    overrides = "".join(f";{name}-override:{units / em / adjust:.2%}" for name, units in heights.items())
    sources = ",".join(f'local("{name}")' for name in fallback.names)
    return (
        f'@font-face{{font-family:"{face.family} Fallback";font-style:normal;font-weight:{face.weights};'
        f"src:{sources};size-adjust:{adjust:.2%}{overrides}}}\n"
    )


def build(face: Face, package: Path) -> tuple[str, int]:
    """Write a face's font file and licence; return its part of the style sheet and the file's size in bytes."""
    font = TTFont(package / face.source, recalcTimestamp=False)
    stem = f"{face.family.lower()}-latin"
    if face.instance:
        font = instancer.instantiateVariableFont(font, {"wght": face.instance})
        stem += f"-{face.instance}"
    fallbacks = "".join(fallback_face(face, font, fallback) for fallback in face.fallbacks)
    data = subset(font)
    for old in (ASSETS / "fonts").glob(f"{stem}.*.woff2"):
        old.unlink()
    file = ASSETS / "fonts" / f"{stem}.{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    file.write_bytes(data)
    shutil.copyfile(package / "LICENSE", ASSETS / "fonts" / f"OFL-{face.family}.txt")
    print(f"{file.name}: {len(data):,} bytes")
    # A font that arrives late is not used: other letters in a line would move the page.
    css = (
        f'@font-face{{font-family:"{face.family}";font-style:normal;font-weight:{face.weights};font-display:optional;'
        f'src:url("/fonts/{file.name}") format("woff2")}}\n'
    )
    return css + fallbacks, len(data)


def main(arguments: list[str]) -> None:
    """Build the fonts. Exits with 1 where they exceed a budget."""
    if len(arguments) != 2:
        sys.exit("usage: python -m scripts.build_fonts ANTON_PACKAGE ARCHIVO_PACKAGE")
    anton, archivo = map(Path, arguments)
    parts, sizes = zip(*(build(face, anton if face.family == "Anton" else archivo) for face in FACES), strict=True)
    (ASSETS / "css" / "fonts.css").write_text("".join(parts), encoding="utf-8")
    print(f"together {sum(sizes):,} bytes of {BUDGET:,}, the largest {max(sizes):,} of {FIRST_FLIGHT:,}")
    sys.exit(sum(sizes) > BUDGET or max(sizes) > FIRST_FLIGHT)


if __name__ == "__main__":
    main(sys.argv[1:])
