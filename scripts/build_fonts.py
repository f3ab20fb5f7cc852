"""Make the site's font files and their style sheet from unpacked Fontsource packages.

    npm pack @fontsource/anton @fontsource-variable/archivo @fontsource/arimo     # then unpack them
    pip install fonttools brotli
    python -m scripts.build_fonts anton/package archivo/package arimo/package

Writes Latin subsets, their licences and ``assets/css/fonts.css`` with fallback faces: fonts that visitors have, scaled
to the widths and heights of ours, so that no line moves when the real font arrives. Arimo isn't used on any page, but
has Arial's widths. Two static weights of Archivo are smaller than the variable font.
"""

import hashlib
import shutil
import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter  # pyright: ignore[reportMissingImports], for this script alone
from fontTools.ttLib import TTFont  # pyright: ignore[reportMissingImports]
from fontTools.varLib import instancer  # pyright: ignore[reportMissingImports]

from gym_site.settings import ROOT

ASSETS = ROOT / "assets"
BUDGET = 45 * 1024
FIRST_FLIGHT = 14_000  # bytes of a file that fit into the first ten TCP segments, beside the response's headers
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "–—‘’“”…•€™")]
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "rvrn", "tnum"]
SPACES = {"space", "uni00A0"}


@dataclass(frozen=True)
class Fallback:
    """Names of local fonts that a visitor may have, and an Arimo file with the same widths."""

    names: tuple[str, ...]
    widths: str


@dataclass(frozen=True)
class Face:
    """One font file of the site."""

    family: str
    source: str
    weight: str  # the ``font-weight`` declaration; empty for normal weight
    sample: str  # the text whose width the fallback is scaled to match
    fallback: Fallback
    instance: int | None = None  # the weight to extract from a variable font
    space: float | None = None  # the width of a space in ems, if not the font's own


ARIMO, ARIMO_BOLD = "files/arimo-latin-400-normal.woff2", "files/arimo-latin-700-normal.woff2"
# WebKitGTK finds fonts by family names only, and takes Liberation Sans for "Arial". Android has no Arial, but Roboto.
# If Roboto were not scaled, it would break words of the largest headlines across lines.
BOLD = Fallback(("Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Roboto Bold", "Arial"), ARIMO_BOLD)
PLAIN = Fallback(("Arial", "ArialMT", "Liberation Sans", "Roboto"), ARIMO)
HEADLINES = (
    "STRONG AT ANY HOUR TRAIN WITH PEOPLE WHO KNOW YOUR NAME CHOOSE YOUR MEMBERSHIP PERSONAL TRAINING GROUP FITNESS"
)
PROSE = (
    "Come in for a free consultation and leave with a plan that fits the week you really have The gym never closes "
    "and the price that you see is the price that you pay"
)
ARCHIVO = "files/archivo-latin-wght-normal.woff2"
FACES = (
    Face("Anton", "files/anton-latin-400-normal.woff2", "", HEADLINES, BOLD),
    # Archivo's own space, a fifth of an em and less beside some letters, all but joins the words of a button.
    Face("Archivo", ARCHIVO, "", PROSE, PLAIN, instance=400, space=0.24),
    Face("Archivo", ARCHIVO, "font-weight:600 700;", PROSE, BOLD, instance=600, space=0.24),
)


def widen_spaces(font: TTFont, ems: float) -> None:
    """Give all spaces the same width, whatever letters are beside them."""
    for name in SPACES:
        font["hmtx"][name] = (round(ems * font["head"].unitsPerEm), 0)
    for table in (table for lookup in font["GPOS"].table.LookupList.Lookup for table in lookup.SubTable):
        if table.LookupType == 2 and table.Format == 1:
            for first, pairs in zip(table.Coverage.glyphs, table.PairSet, strict=True):
                pairs.PairValueRecord = [
                    pair for pair in pairs.PairValueRecord if not SPACES & {first, pair.SecondGlyph}
                ]


def subset(font: TTFont) -> bytes:
    """Return a font as WOFF2 with only the site's characters, and without hinting, which today's screens ignore."""
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def width(font: TTFont, text: str) -> float:
    """Return the width of a text in ems."""
    cmap, metrics = font.getBestCmap(), font["hmtx"]
    return sum(metrics[cmap[ord(letter)]][0] for letter in text) / font["head"].unitsPerEm


def fallback_face(face: Face, font: TTFont, arimo: Path) -> str:
    """Return the CSS that declares a local font with the line metrics and advance widths of ``font``."""
    adjust = width(font, face.sample) / width(TTFont(arimo / face.fallback.widths), face.sample)
    line, em = font["hhea"], font["head"].unitsPerEm
    heights = {"ascent": line.ascent, "descent": -line.descent}  # no line gap, as the site sets every line height
    overrides = "".join(f";{name}-override:{units / em / adjust:.1%}" for name, units in heights.items())
    sources = ",".join(f'local("{name}")' for name in face.fallback.names)
    name = f'font-family:"{face.family} Fallback"'
    return f"@font-face{{{name};{face.weight}src:{sources};size-adjust:{adjust:.2%}{overrides}}}\n"


def build(face: Face, package: Path, arimo: Path) -> tuple[str, int]:
    """Write a face's font file and licence; return its part of the style sheet and the file's size in bytes."""
    font = TTFont(package / face.source, recalcTimestamp=False)
    stem = f"{face.family.lower()}-latin"
    if face.instance:
        font = instancer.instantiateVariableFont(font, {"wght": face.instance})
        stem += f"-{face.instance}"
    if face.space:
        widen_spaces(font, face.space)
    fallback = fallback_face(face, font, arimo)
    data = subset(font)
    for old in (ASSETS / "fonts").glob(f"{stem}.*.woff2"):
        old.unlink()
    file = ASSETS / "fonts" / f"{stem}.{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    file.write_bytes(data)
    shutil.copyfile(package / "LICENSE", ASSETS / "fonts" / f"OFL-{face.family}.txt")
    print(f"{file.name}: {len(data):,} bytes")
    # A font that arrives late isn't used, as changing it would shift the page.
    css = (
        f'@font-face{{font-family:"{face.family}";{face.weight}font-display:optional;'
        f'src:url("/fonts/{file.name}") format("woff2")}}\n'
    )
    return css + fallback, len(data)


def main(arguments: list[str]) -> None:
    """Build the fonts. Exits with 1 if they exceed a budget."""
    if len(arguments) != 3:
        sys.exit("usage: python -m scripts.build_fonts ANTON_PACKAGE ARCHIVO_PACKAGE ARIMO_PACKAGE")
    anton, archivo, arimo = map(Path, arguments)
    built = [build(face, anton if face.family == "Anton" else archivo, arimo) for face in FACES]
    parts, sizes = zip(*built, strict=True)
    (ASSETS / "css" / "fonts.css").write_text("".join(parts), encoding="utf-8")
    print(f"together {sum(sizes):,} bytes of {BUDGET:,}, the largest {max(sizes):,} of {FIRST_FLIGHT:,}")
    sys.exit(sum(sizes) > BUDGET or max(sizes) > FIRST_FLIGHT)


if __name__ == "__main__":
    main(sys.argv[1:])
