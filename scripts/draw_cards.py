"""Draw the pictures that a link to the site unfolds into (Open Graph, 1200 x 630): assets/images/card-KEY.jpg.

Run scripts/build_fonts.py before it: the cards are set in the site's own fonts.
"""

from __future__ import annotations

import html
import tempfile
from pathlib import Path

from scripts.draw_icons import EMBER, HEIGHT, INK, WIDTH, path
from scripts.headless import rasterise

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1200, 630)
LARGEST = 120_000
SIGNATURE = "Tideforge 24 · Surrey and Delta"
# A page's key -> its title, one line each, and the original behind it.
CARDS = {
    "home": (("Strong at", "any hour"), "hero"),
}

TEMPLATE = """<!doctype html><meta charset="utf-8"><style>
{fonts}
*{{margin:0;box-sizing:border-box}}
body{{width:{width}px;height:{height}px;overflow:hidden;background:{ink} url("{picture}") 60% 45%/cover;color:#f5f3f0}}
main{{position:absolute;inset:0;padding:64px 72px;display:flex;flex-direction:column;justify-content:space-between;
background:linear-gradient(90deg,{ink} 8%,{ink}eb 46%,{ink}00 80%),linear-gradient(0deg,{ink}e6,{ink}00 45%)}}
svg{{height:72px;align-self:start}}
h1{{font:400 172px/.98 Anton;letter-spacing:-.01em;text-transform:uppercase;margin-top:auto}}
h1 span{{display:block}}
p{{font:600 34px/1 Archivo;margin-top:36px;color:#f5f3f0}}
</style><main><svg viewBox="0 0 {mark_width} {mark_height}"><path fill="{ember}" d="{mark}"/></svg>
<h1>{title}</h1><p>{signature}</p></main>
"""


def font_faces() -> str:
    """Declare the site's fonts by their files."""
    files = {"Anton": "anton", "Archivo": "archivo"}
    return "".join(
        f'@font-face{{font-family:{family};font-weight:400 700;src:url("{file.as_uri()}")}}'
        for family, stem in files.items()
        for file in (ROOT / "assets" / "fonts").glob(f"{stem}-latin.*.woff2")
    )


def card(lines: tuple[str, ...], picture: str) -> str:
    """A card as an HTML page."""
    return TEMPLATE.format(
        fonts=font_faces(),
        width=SIZE[0],
        height=SIZE[1],
        ink=INK,
        ember=EMBER,
        picture=(ROOT / "pictures" / "originals" / f"{picture}.jpg").as_uri(),
        mark_width=WIDTH,
        mark_height=HEIGHT,
        mark=path(),
        title="".join(f"<span>{html.escape(line)}</span>" for line in lines),
        signature=html.escape(SIGNATURE),
    )


def main() -> None:
    """Draw every card; one above LARGEST bytes is an error, since some services leave large ones out."""
    for key, (lines, picture) in CARDS.items():
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "card.html"
            page.write_text(card(lines, picture), encoding="utf-8")
            drawn = rasterise(page, *SIZE)
        out = ROOT / "assets" / "images" / f"card-{key}.jpg"
        drawn.save(out, quality=82, progressive=True, optimize=True)
        if out.stat().st_size > LARGEST:
            raise SystemExit(f"draw_cards: {out.name} has {out.stat().st_size:,} bytes, more than {LARGEST:,}")


if __name__ == "__main__":
    main()
