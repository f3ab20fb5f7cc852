"""Draw the pictures that a link to the site unfolds into (Open Graph, 1200 x 630): assets/images/card-KEY.jpg.

Run scripts/build_fonts.py before it: the cards are set in the site's own fonts.
"""

from __future__ import annotations

import html
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from scripts.draw_icons import EMBER, HEIGHT, INK, WIDTH, path
from scripts.fonts import font_faces
from scripts.headless import rasterise

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1200, 630)
LARGEST = 100_000
QUALITIES = (84, 80, 76, 72, 68)  # the first that keeps a card below LARGEST
SIGNATURE = f"{BUSINESS.name} · Surrey and Delta"
# A card's key (a route's, or post-ID) -> the original beside its title, and where its left edge is. It is as high as
# the card and may run out of it on the right, but has to reach that far.
CARDS = {
    "home": ("hero", 230),
    "personal-training": ("service-personal-training", 440),
    "group-fitness": ("service-group-fitness", 460),
    "physiotherapy-kinesiology": ("service-physiotherapy", 470),
    "prenatal-postnatal": ("service-prenatal-postnatal", 550),
    "athletic-performance": ("service-athletic-performance", 430),
    "kickboxing-boxing": ("service-kickboxing-boxing", 470),
    "online-coaching": ("service-online-coaching", 440),
    "before-after": ("tour-03", 330),
    "facility-expansion": ("expansion-05", 550),
    "trainers": ("trainer-13", 696),
    "consultation": ("tour-01", 240),
    "blog": ("blog-2", 470),
    "faq": ("facility-08", 300),
    "book-appointment": ("tour-12", 450),
    "privacy": ("tour-11", 450),
    "post-1": ("blog-1", 490),
    "post-2": ("blog-7", 230),
    "post-3": ("blog-3", 370),
    "post-4": ("blog-4", 350),
    "post-5": ("blog-5", 420),
    "post-6": ("blog-6", 440),
    "post-7": ("facility-14", 330),
}

# The title is as large as three lines allow; its script runs only while the card is drawn.
TEMPLATE = """<!doctype html><meta charset="utf-8"><style>
{fonts}
*{{margin:0;box-sizing:border-box}}
body{{width:{width}px;height:{height}px;overflow:hidden;background:{ink}}}
i{{position:absolute;inset:0 0 0 {left}px;background:url("{picture}") 0/auto 100% no-repeat;
mask:linear-gradient(90deg,#0000,#000 300px)}}
main{{position:absolute;inset:0;padding:60px 68px;display:flex;flex-direction:column;color:#f5f3f0;
background:linear-gradient(90deg,{ink}e6 35%,{ink}99 60%,{ink}00 88%),linear-gradient(0deg,{ink}cc,{ink}00 40%)}}
svg{{height:68px;align-self:start;flex:none}}
h1{{font:400 168px/1 Anton;letter-spacing:-.01em;text-transform:uppercase;text-wrap:balance;
width:740px;margin-top:auto}}
p{{font:600 32px/1 Archivo;margin-top:32px}}
</style><i></i><main><svg viewBox="0 0 {mark_width} {mark_height}"><path fill="{ember}" d="{mark}"/></svg>
<h1>{title}</h1><p>{signature}</p></main>
<script>document.fonts.load("168px Anton").then(() => {{
  const title = document.querySelector("h1");
  for (let size = 168; size > 60; size -= 2) {{
    title.style.fontSize = size + "px";
    if (title.scrollWidth <= title.clientWidth && title.clientHeight <= Math.min(3.1 * size, 356)) break;
  }}
}})</script>
"""


def titles() -> dict[str, str]:
    """Each card's title, by its key: that of the page's record without the gym's name, or that of the post."""
    pages = {
        key: next(part for part in record.title.split(" | ") if part != BUSINESS.name)
        for key, record in PAGE_RECORDS.items()
    }
    return pages | {f"post-{post.id}": post.title for post in POSTS}


def card(title: str, picture: str, left: int) -> str:
    """A card as an HTML page."""
    return TEMPLATE.format(
        fonts=font_faces((ROOT / "assets" / "fonts").as_uri()),
        width=SIZE[0],
        height=SIZE[1],
        ink=INK,
        ember=EMBER,
        picture=(ROOT / "pictures" / "originals" / f"{picture}.jpg").as_uri(),
        left=left,
        mark_width=WIDTH,
        mark_height=HEIGHT,
        mark=path(),
        title=html.escape(title),
        signature=html.escape(SIGNATURE),
    )


def draw(key: str, title: str) -> None:
    """Draw one card; one above LARGEST bytes is an error, since some services leave large ones out."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "card.html"
        page.write_text(card(title, *CARDS[key]), encoding="utf-8")
        drawn = rasterise(page, *SIZE)
    out = ROOT / "assets" / "images" / f"card-{key}.jpg"
    for quality in QUALITIES:
        drawn.save(out, quality=quality, progressive=True, optimize=True)
        if out.stat().st_size <= LARGEST:
            return
    raise SystemExit(f"draw_cards: {out.name} has {out.stat().st_size:,} bytes, more than {LARGEST:,}")


def main() -> None:
    """Draw every card but those that staff copied from another, such as a new post's."""
    drawn = {key: title for key, title in titles().items() if key in CARDS}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(draw, *zip(*drawn.items(), strict=True)))


if __name__ == "__main__":
    main()
