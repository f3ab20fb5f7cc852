"""Draw what a link to the site shows on other services (Open Graph): assets/images/card-KEY.jpg.

python -m pictures.tools.draw_cards         # every card; after build_fonts, as cards use the site's fonts
python -m pictures.tools.draw_cards icons   # instead: every icon of browsers and phones, from assets/favicon.svg
python -m pictures.tools.draw_cards map     # instead: pictures/originals/map.jpg from pictures/map.svg
"""

import html
import re
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from gym_site.components.picture import pictures
from gym_site.content.business import BUSINESS
from gym_site.content.page_records import PAGE_RECORDS
from gym_site.content.posts import POSTS
from gym_site.routes import card_path
from gym_site.settings import ROOT
from scripts.programs import find_browser

ASSETS = ROOT / "assets"
MARK = ASSETS / "favicon.svg"
INK = "#0B0C0E"
SIZE = (1200, 630)
MAP_SIZE = (1440, 900)
LARGEST = 100_000  # bytes: some services leave larger pictures out
QUALITIES = (84, 80, 76, 72, 68)  # the first that keeps a card below LARGEST
ORIGINALS = ROOT / "pictures" / "originals"
# A card's key (a route's, or post-ID) -> the picture beside its title and its left edge in pixels. The picture is as
# high as the card, and wide enough to reach its right edge.
CARDS = {
    "home": ("hero", 230),
    "personal-training": ("service-personal-training", 440),
    "group-fitness": ("service-group-fitness", 460),
    "physiotherapy-kinesiology": ("service-physiotherapy", 470),
    "prenatal-postnatal": ("service-prenatal-postnatal", 550),
    "athletic-performance": ("service-athletic-performance", 430),
    "kickboxing-boxing": ("service-kickboxing-boxing", 470),
    "online-coaching": ("service-online-coaching", 440),
    "before-after": ("pair-09-after", 696),
    "facility-expansion": ("expansion-05", 550),
    "trainers": ("line-up", 330),
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

TEMPLATE = """<!doctype html><meta charset="utf-8"><style>
{fonts}
*{{margin:0;box-sizing:border-box}}
body{{width:{width}px;height:{height}px;overflow:hidden;background:{ink}}}
i{{position:absolute;inset:0 0 0 {left}px;background:url("{picture}") 0/auto 100% no-repeat;
mask:linear-gradient(90deg,#0000,#000 300px)}}
main{{position:absolute;inset:0;padding:60px 68px;display:flex;flex-direction:column;color:#f5f3f0;
background:linear-gradient(90deg,{ink}e6 35%,{ink}99 60%,{ink}00 88%),linear-gradient(0deg,{ink}cc,{ink}00 40%)}}
img{{width:92px;margin:-11px 0;align-self:start;flex:none}}
h1{{font:400 168px/1 Anton;letter-spacing:-.01em;text-transform:uppercase;text-wrap:balance;
width:740px;margin-top:auto}}
p{{font:600 32px/1 Archivo;margin-top:32px}}
</style><i></i><main><img src="{mark}"><h1>{title}</h1><p>{signature}</p></main>
"""
ICON = """<!doctype html><style>
body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}img{{width:{width}}}
</style><img src="{mark}">
"""
# The title is as large as three lines allow.
FIT_TITLE = """async () => {
  await document.fonts.ready;
  const title = document.querySelector("h1");
  for (let size = 168; title && size > 60; size -= 2) {
    title.style.fontSize = size + "px";
    if (title.scrollWidth <= title.clientWidth && title.clientHeight <= Math.min(3.1 * size, 356)) break;
  }
}"""


def titles() -> dict[str, str]:
    """Return each card's title by its key: the page record's without the gym's name, or the post's."""
    parts = {key: record.title.split(" | ") for key, record in PAGE_RECORDS.items()}
    pages = {key: next(part for part in words if part != BUSINESS.name) for key, words in parts.items()}
    return pages | {f"post-{post.id}": post.title for post in POSTS}


def card(title: str, picture: str, left: int) -> str:
    """Return a card as an HTML page, in the site's own fonts, which it waits for, with a picture's largest file."""
    css = (ASSETS / "css" / "fonts.css").read_text(encoding="utf-8")
    faces = "".join(re.findall(r'@font-face\{[^}]*url\("/fonts/[^}]*\}', css))
    sizes = pictures()[picture].avif
    return TEMPLATE.format(
        fonts=faces.replace("optional", "block").replace("/fonts/", f"{(ASSETS / 'fonts').as_uri()}/"),
        width=SIZE[0], height=SIZE[1], ink=INK, left=left, mark=MARK.as_uri(),
        picture=(ASSETS / sizes[max(sizes, key=int)].lstrip("/")).as_uri(),
        title=html.escape(title), signature=html.escape(f"{BUSINESS.name} · Surrey and Delta"),
    )  # fmt: skip


def screenshot(browser: Browser, file: Path, size: tuple[int, int]) -> Image.Image:
    """Return a local page as it looks in a window of this size; what has no ground is transparent."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(file.resolve().as_uri())
    page.evaluate(FIT_TITLE)
    image = Image.open(BytesIO(page.screenshot(omit_background=True)))
    page.close()
    return image


def draw_icons(browser: Browser, file: Path) -> None:
    """Draw the icons by way of a scratch ``file``. Phones cut corners off, so theirs keep to the middle."""

    def icon(size: int, ground: str, width: str) -> Image.Image:
        file.write_text(ICON.format(ground=ground, width=width, mark=MARK.as_uri()), encoding="utf-8")
        return screenshot(browser, file, (size, size))

    small = [icon(size, "none", "100%") for size in (16, 32, 48)]
    small[-1].save(ASSETS / "favicon.ico", sizes=[image.size for image in small], append_images=small[:-1])
    for name, size in {"apple-touch-icon": 180, "icon-192": 192, "icon-512": 512}.items():
        icon(size, INK, "56%").convert("RGB").save(ASSETS / f"{name}.png", optimize=True)


def save_card(image: Image.Image, out: Path) -> None:
    """Save a card at the best quality that keeps it below LARGEST."""
    for quality in QUALITIES:
        image.convert("RGB").save(out, quality=quality, progressive=True, optimize=True)
        if out.stat().st_size <= LARGEST:
            return
    sys.exit(f"draw_cards: {out.name} has {out.stat().st_size:,} bytes, more than {LARGEST:,}")


def undrawn() -> list[str]:
    """Return the keys of the cards that have no row in `CARDS`, and no file that staff copied from another card."""
    keys = titles().keys() - CARDS.keys()
    return sorted(key for key in keys if not (ASSETS / card_path(key).lstrip("/")).is_file())


def main(arguments: list[str]) -> None:
    """Draw every card that has a row in `CARDS`, and name those that are missing without one; or draw icons or map."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        flags = ["--no-sandbox", "--allow-file-access-from-files", "--font-render-hinting=none"]
        browser = playwright.chromium.launch(executable_path=find_browser(), args=flags)
        file = Path(folder) / "page.html"
        if arguments == ["map"]:
            image = screenshot(browser, ROOT / "pictures" / "map.svg", MAP_SIZE).convert("RGB")
            image.save(ORIGINALS / "map.jpg", quality=92, subsampling="4:4:4", optimize=True)
        elif arguments == ["icons"]:
            draw_icons(browser, file)
        else:
            for key in titles().keys() & CARDS.keys():
                file.write_text(card(titles()[key], *CARDS[key]), encoding="utf-8")
                save_card(screenshot(browser, file, SIZE), ASSETS / card_path(key).lstrip("/"))
            if missing := undrawn():
                sys.exit(f"draw_cards: add a row to CARDS in pictures/tools/draw_cards.py for {', '.join(missing)}")


if __name__ == "__main__":
    main(sys.argv[1:])
