"""Make the site's font files and their style sheet from unpacked Fontsource packages.

    npm pack @fontsource/anton @fontsource-variable/archivo     # then unpack both
    pip install fonttools brotli
    python scripts/build_fonts.py anton/package archivo/package

Writes Latin subsets, their licences and ``assets/css/fonts.css``. The style sheet also declares fallback faces: fonts
that visitors have, stretched to the widths and heights of ours, so that no line moves when the real font arrives.

Archivo comes in two files of one weight each, not in one of all weights: together they are smaller, and each fits into
what a server may send before the first acknowledgement, so that neither costs a phone a second round trip.
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

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "assets" / "fonts"
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
NARROW = 0.82


@dataclass(frozen=True)
class Local:
    """Fonts with the same widths that a visitor may have, and the weights of ours for which they stand in."""

    names: tuple[str, ...]
    widths: Mapping[str, int]
    weight: str
    scale: float = 1.0


@dataclass(frozen=True)
class Face:
    """One font file of the site: where it comes from, and the text by which a fallback's width is matched.

    ``cut`` is the weight taken out of a variable font, ``weight`` the weights that are set in it. Of several
    ``fallbacks`` of one weight, a browser takes the last that it has.
    """

    family: str
    source: str
    weight: str
    sample: str
    fallbacks: tuple[Local, ...]
    cut: int | None = None

    @property
    def stem(self) -> str:
        """The beginning of the file's name."""
        return f"{self.family.lower()}-latin" + (f"-{self.cut}" if self.cut else "")


ANTON = Face(
    "Anton",
    "files/anton-latin-400-normal.woff2",
    "400",
    "STRONG AT ANY HOUR TRAIN WITH PEOPLE WHO KNOW YOUR NAME CHOOSE YOUR MEMBERSHIP PERSONAL TRAINING GROUP FITNESS",
    (
        Local(("Arial Bold", "Arial-BoldMT", "Helvetica Bold", "Liberation Sans Bold"), ARIAL_BOLD, "400"),
        Local(("Arial Narrow Bold", "ArialNarrow-Bold", "Liberation Sans Narrow Bold"), ARIAL_BOLD, "400", NARROW),
    ),
)
PROSE = (
    "Come in for a free consultation and leave with a plan that fits the week you really have. The gym never closes, "
    "and the price that you see is the price that you pay"
)
ARCHIVO = "files/archivo-latin-wght-normal.woff2"
REGULAR = Face(
    "Archivo",
    ARCHIVO,
    "400",
    PROSE,
    (Local(("Arial", "ArialMT", "Helvetica", "Liberation Sans"), ARIAL, "400"),),
    cut=400,
)
STRONG = Face(
    "Archivo",
    ARCHIVO,
    "600 700",
    PROSE,
    (Local(("Arial Bold", "Arial-BoldMT", "Helvetica Bold", "Liberation Sans Bold"), ARIAL_BOLD, "600 700"),),
    cut=600,
)


def subset(font: TTFont) -> bytes:
    """Cut a font down to the letters that the site sets, and return it as woff2.

    Hinting goes: screens that heed it are gone.
    """
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def font_face(face: Face, filename: str) -> str:
    """Declare the font itself. Where it comes late, its fallback stays: other letters in a line would move the page."""
    return (
        f'@font-face{{font-family:"{face.family}";font-style:normal;font-weight:{face.weight};font-display:optional;'
        f'src:url("/fonts/{filename}") format("woff2")}}\n'
    )


def fallback_face(face: Face, font: TTFont, local: Local) -> str:
    """Declare a local font with the line metrics and the advances of ``font``."""
    em, cmap, metrics = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    letters = [letter for letter in face.sample if letter in LETTERS]
    own = sum(metrics[cmap[ord(letter)]][0] for letter in letters) / em
    adjust = own / (sum(local.widths[letter] for letter in letters) * local.scale / 1000)
    heights = {
        "ascent-override": font["hhea"].ascent,
        "descent-override": -font["hhea"].descent,
        "line-gap-override": font["hhea"].lineGap,
    }
    overrides = "".join(f";{name}:{units / em / adjust:.2%}" for name, units in heights.items())
    sources = ",".join(f'local("{name}")' for name in local.names)
    return (
        f'@font-face{{font-family:"{face.family} Fallback";font-style:normal;font-weight:{local.weight};'
        f"src:{sources};size-adjust:{adjust:.2%}{overrides}}}\n"
    )


def build(face: Face, package: Path) -> tuple[str, int]:
    """Write a face's font file and licence; return its part of the style sheet and its size in bytes."""
    font = TTFont(package / face.source, recalcTimestamp=False)
    if face.cut:
        font = instancer.instantiateVariableFont(font, {"wght": face.cut})
    fallbacks = "".join(fallback_face(face, font, local) for local in face.fallbacks)
    if missing := "".join(map(chr, sorted(set(CHARACTERS) - font.getBestCmap().keys()))):
        print(f"{face.family} has no {missing!r}")
    data = subset(font)
    for old in FONTS.glob(f"{face.stem}.*.woff2"):
        old.unlink()
    filename = f"{face.stem}.{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    (FONTS / filename).write_bytes(data)
    shutil.copyfile(package / "LICENSE", FONTS / f"OFL-{face.family}.txt")
    print(f"{filename}: {len(data):,} bytes")
    return font_face(face, filename) + fallbacks, len(data)


def main(arguments: list[str]) -> int:
    """Build the fonts; return the process's exit code."""
    if len(arguments) != 2:
        print("usage: build_fonts.py ANTON_PACKAGE ARCHIVO_PACKAGE", file=sys.stderr)
        return 2
    FONTS.mkdir(parents=True, exist_ok=True)
    anton, archivo = map(Path, arguments)
    built = [build(ANTON, anton), build(REGULAR, archivo), build(STRONG, archivo)]
    (ROOT / "assets" / "css" / "fonts.css").write_text("".join(css for css, _ in built), encoding="utf-8")
    total = sum(size for _, size in built)
    print(f"together {total:,} bytes of {BUDGET:,}, the largest {max(size for _, size in built):,} of {FIRST_FLIGHT:,}")
    return 0 if total <= BUDGET and all(size <= FIRST_FLIGHT for _, size in built) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
